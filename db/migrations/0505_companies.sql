alter table contacts add column company text;
