-- no transaction
-- Who stood in an import is asked of each person, and what can be undone is looked for each hour.
drop index concurrently if exists import_changes_by_contact;
create index concurrently import_changes_by_contact on import_changes (project_id, contact_id);
drop index concurrently if exists import_changes_to_forget;
create index concurrently import_changes_to_forget on import_changes (project_id, import_id)
  where after is not null;
