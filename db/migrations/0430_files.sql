-- Pictures that people upload: what is known of them; their bytes lie in a folder or a bucket.
create table files (
  project_id   uuid not null references projects (id),
  id           uuid not null,
  xid          xid8 not null default pg_current_xact_id(),
  name         text not null,
  filename     text not null,
  content_type text not null,
  bytes        integer not null,
  width        integer not null,
  height       integer not null,
  alt          text not null,
  created_at   timestamptz not null,
  primary key (project_id, id)
);
comment on column files.name is 'Of the bytes, and of the public address: drawn by chance, never used again.';
create unique index files_by_name on files (name);
create index files_by_position on files (project_id, xid, id);

create table files_to_remove (
  name   text primary key,
  due_at timestamptz not null
);
comment on table files_to_remove is
  'Bytes that nothing needs: of deleted files, and of those that are being taken in, in case nobody comes to note them.';
create index files_to_remove_by_time on files_to_remove (due_at);
