-- On a partition that is still empty every index looks as cheap as any other, and PostgreSQL takes
-- the youngest: an email was then looked up by skipping through emails_by_sender (60 to 120 pages
-- each) until the partition was analysed. The key is made last, so that it is the youngest.

alter table emails drop constraint emails_pkey;
alter table emails add constraint emails_pkey primary key (project_id, id);
