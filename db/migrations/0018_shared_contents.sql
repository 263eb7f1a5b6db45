-- Contents with an id of their own, which many emails may share: what goes to a million people is
-- stored once. An email without content_id has its own in email_contents, as every email had before.
--
-- Nothing waits for this while it runs: a table is made, and a column without a default is an entry
-- in the catalogue. Emails have no index on content_id: whether one still refers to a content is
-- asked only of emails older than the content's last use, and of those retention has left few.

create table contents (
  project_id   uuid not null references projects,
  id           uuid not null,
  html         text,
  text         text,
  headers      jsonb,
  attachments  jsonb,
  last_used_at timestamptz not null,
  primary key (project_id, id)
);
create index contents_by_last_use on contents (last_used_at);
comment on table contents is 'Never changed; kept while an email refers to it.';
comment on column contents.last_used_at is 'When the last email that refers to it was accepted.';

alter table emails add column content_id uuid;
comment on column emails.content_id is 'Of contents; null: its own content, in email_contents.';
