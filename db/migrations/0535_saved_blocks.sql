-- Blocks of letters that a project keeps to use again, such as a header.
create table saved_blocks (
  project_id uuid not null references projects,
  id         uuid not null,
  xid        xid8 not null default pg_current_xact_id(),
  name       text not null,
  blocks     jsonb not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index saved_blocks_by_position on saved_blocks (project_id, xid, id);
