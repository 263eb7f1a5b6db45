-- Where the words of emails are: filled behind by a job, so that accepting an email writes nothing of it.
create table search_volumes (
  project_id uuid not null,
  mode       text not null,
  id         uuid not null,
  after_xid  xid8 not null,
  after_id   uuid not null,
  upto_xid   xid8 not null,
  upto_id    uuid not null,
  version    integer not null default 0,
  emails     integer not null default 0,
  first_at   timestamptz,
  ids        bytea,
  primary key (project_id, mode, upto_xid, upto_id),
  unique (id)
);
-- A few ids are read out of thousands.
alter table search_volumes alter column ids set storage external;
create index search_volumes_empty on search_volumes (id) where ids is null;
comment on table search_volumes is 'A run of emails in the order of the list, behind one place and up to another.';
comment on column search_volumes.version is 'Counts how often it was emptied: what was read before is not written after.';
comment on column search_volumes.first_at is 'The time of the oldest id in it.';
comment on column search_volumes.ids is 'Of its emails, 16 bytes each, in the order of the list; null: to be filled.';
create table search_leaves (
  volume_id uuid not null references search_volumes (id) on delete cascade,
  first     integer not null,
  entries   bytea not null,
  primary key (volume_id, first)
);
comment on table search_leaves is 'Triples of letters, each with the emails of the volume that have it (sending/timeline/postings.ts).';
create table search_cursors (
  project_id uuid not null,
  mode       text not null,
  upto_xid   xid8 not null,
  upto_id    uuid not null,
  waiting    integer not null,
  primary key (project_id, mode)
);
comment on table search_cursors is 'Up to where emails are counted that wait for a volume.';
