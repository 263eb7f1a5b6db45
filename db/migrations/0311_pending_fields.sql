-- What somebody typed into a form of an address that is not theirs for certain: written to the contact
-- by the confirmation that was asked for at that moment, and by no other.
create table pending_fields (
  project_id uuid not null,
  contact_id uuid not null,
  asked_at   timestamptz not null,
  fields     jsonb not null,
  primary key (project_id, contact_id, asked_at)
);
create index pending_fields_by_time on pending_fields (asked_at);
comment on table pending_fields is 'Fields of a form until the confirmation that was asked for then.';
