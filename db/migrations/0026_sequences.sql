-- Sequences: steps that people go through, each by themselves.

create table sequences (
  project_id        uuid not null references projects,
  id                uuid not null,
  xid               xid8 not null default pg_current_xact_id(),
  name              text not null,
  status            text not null check (status in ('draft', 'active', 'paused', 'archived')),
  while_paused      text not null default 'hold',
  paused_at         timestamptz,
  definition        jsonb not null,
  published_version integer,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (project_id, id)
);
create index sequences_by_position on sequences (project_id, xid, id);

create table sequence_versions (
  project_id   uuid not null,
  sequence_id  uuid not null,
  version      integer not null,
  definition   jsonb not null,
  published_at timestamptz not null,
  primary key (project_id, sequence_id, version)
);

-- Who is let in is decided here, by one statement: one at a time for each contact and key.
create table sequence_entries (
  project_id    uuid not null,
  sequence_id   uuid not null,
  mode          text not null,
  contact_id    uuid not null,
  key           text not null,
  enrollment_id uuid not null,
  entered_at    timestamptz not null,
  is_inside     boolean not null,
  primary key (project_id, sequence_id, contact_id, key)
);

create table enrollments (
  project_id  uuid not null,
  id          uuid not null,
  xid         xid8 not null default pg_current_xact_id(),
  sequence_id uuid not null,
  version     integer not null,
  mode        text not null,
  contact_id  uuid not null,
  key         text not null,
  state       text not null check (state in ('inside', 'finished', 'exited', 'cancelled')),
  reason      text,
  event       jsonb,
  step        text,
  visit       integer not null,
  due_at      timestamptz,
  waiting     jsonb,
  entered_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (project_id, id)
);
create index enrollments_by_position on enrollments (project_id, sequence_id, mode, xid, id);
create index enrollments_by_contact on enrollments (project_id, contact_id) where state = 'inside';
comment on column enrollments.due_at is 'Of a wait that has begun; null: the step is to be begun.';

create table enrollment_steps (
  project_id    uuid not null,
  enrollment_id uuid not null,
  visit         integer not null,
  step          text not null,
  at            timestamptz not null,
  outcome       text not null,
  email_id      uuid,
  primary key (project_id, enrollment_id, visit)
);
