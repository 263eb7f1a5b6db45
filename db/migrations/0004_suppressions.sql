-- Whom we must not write to, and the days on which an address bounced softly.

create table suppressions (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default pg_current_xact_id(),
  mode       text not null check (mode in ('live', 'test')),
  address    text not null,
  email      text not null,
  stream     text not null check (stream in ('all', 'marketing')),
  reason     text not null check (reason in
             ('hard_bounce', 'complaint', 'unsubscribe', 'manual', 'repeated_soft_bounce')),
  email_id   uuid,
  created_at timestamptz not null,
  primary key (project_id, id),
  unique (project_id, mode, address, stream)
);
comment on column suppressions.address is 'The key: lower case. What was written is in email.';
comment on column suppressions.mode is 'What a test key puts on the list blocks nobody.';
create index suppressions_by_position on suppressions (project_id, mode, xid, id);

create table soft_bounces (
  project_id uuid not null,
  address    text not null,
  day        date not null,
  primary key (project_id, address, day)
);
comment on column soft_bounces.day is 'UTC. Three within 14 days suppress the address.';
create index soft_bounces_by_day on soft_bounces (day);
