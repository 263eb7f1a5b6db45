-- What was deleted, for seven days: its rows as they were, to be put back.
create table deleted_things (
  project_id uuid not null references projects (id),
  kind       text not null,
  id         uuid not null,
  name       text not null,
  deleted_at timestamptz not null,
  rows       jsonb not null,
  sealed_by  text,
  primary key (project_id, kind, id)
);
comment on column deleted_things.rows is 'By table, each row as JSON. Secrets stay sealed as they were.';
comment on column deleted_things.sealed_by is 'How what the first key has sealed began then; null: there was no key, or nothing is sealed.';
create index deleted_things_by_time on deleted_things (deleted_at);
