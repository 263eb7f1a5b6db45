-- Which addresses a dry run has met: what it writes is undone with each of its transactions, so the
-- next one could not tell a line of the same person from the first.
create table import_tried (
  project_id uuid not null,
  import_id  uuid not null,
  email_key  text not null,
  primary key (project_id, import_id, email_key)
);
comment on table import_tried is 'Until the dry run ends; kept for seven days where it does not.';
