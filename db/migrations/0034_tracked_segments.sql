-- Who is in a tracked segment, and how far the date triggers of a sequence have been looked at.

create table tracked_members (
  project_id uuid not null,
  segment_id uuid not null,
  mode       text not null,
  contact_id uuid not null,
  since      timestamptz not null,
  primary key (project_id, segment_id, contact_id)
);
create index tracked_members_by_contact on tracked_members (project_id, contact_id);

create table sequence_dates (
  project_id  uuid not null,
  sequence_id uuid not null,
  mode        text not null,
  looked_at   timestamptz not null,
  next_at     timestamptz not null,
  primary key (project_id, sequence_id, mode)
);
comment on column sequence_dates.looked_at is 'Moments up to here have let people in.';

alter table sequences add column pace jsonb not null default '{}';
comment on column sequences.pace is 'By mode: when the next letter may go (ms since 1970), where it has a pace.';
