-- What accounts may send, have sent and are trusted with; what becomes of their mail, counted.

create table quotas (
  account_id       uuid primary key references accounts,
  zone             text not null,
  day              date not null,
  day_ends_at      timestamptz not null,
  day_used         integer not null default 0,
  pause_used       integer not null default 0,
  month            date not null,
  anchor           smallint not null check (anchor between 1 and 31),
  plan             text not null,
  month_used       bigint not null default 0,
  extra_used       bigint not null default 0,
  extra_millicents bigint not null default 0
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on table quotas is 'Recipients accepted in the current day and month, one row per account. A row of an earlier day or month counts nothing and is rolled forward when it is next used.';
comment on column quotas.zone is 'The time zone that this day ends in; the account''s own from then on.';
comment on column quotas.pause_used is 'Of the day, during a regular pause.';
comment on column quotas.month is 'First day of the month or of the paid period, which begins on the day `anchor` of a month.';
comment on column quotas.plan is 'The plan that month and anchor were set for.';
comment on column quotas.month_used is 'Within the included volume; beyond it: extra_used.';
comment on column quotas.extra_millicents is 'The price of extra_used, at the prices of its time. 1000 are one cent.';

create table standings (
  account_id       uuid primary key references accounts,
  spend_cents      bigint check (spend_cents >= 0),
  daily_limit      integer not null default 1000,
  level_since      timestamptz not null,
  clean_days       integer not null default 0,
  judged_day       date,
  tax_id           text,
  has_payment      boolean not null default false,
  pause_cause      text check (pause_cause in ('operator', 'bounces', 'complaints')),
  pause_since      timestamptz,
  pause_count      integer,
  pause_of         integer,
  base_day         date,
  base_finals      integer not null default 0,
  base_hard        integer not null default 0,
  base_complaints  integer not null default 0,
  warned           boolean not null default false
);
comment on table standings is 'How an account stands: its trust, its pause and why, and the spending limit it has set itself.';
comment on column standings.spend_cents is 'Most overage per period, set by the customer; null: none is bought.';
comment on column standings.daily_limit is 'Of level 2: begins at 1,000 and doubles with every clean week.';
comment on column standings.clean_days is 'In a row, days without sending left out, since the level was reached.';
comment on column standings.judged_day is 'The last day (UTC) that has been judged.';
comment on column standings.base_day is 'After a pause was lifted by hand only what came later is held against the account: base_* are the counts of that day until then.';

create table trust_changes (
  account_id  uuid not null references accounts,
  id          uuid not null,
  from_level  smallint not null,
  to_level    smallint not null,
  daily_limit integer,
  reason      text not null,
  en          text not null,
  pt          text not null,
  at          timestamptz not null,
  primary key (account_id, id)
);
comment on table trust_changes is 'Every change of trust and why, oldest first by id. Never changed, never deleted.';

-- Outcomes, written in the transaction of their events, so that figures and timelines agree. Days
-- are UTC. Rows are split over shards: transactions that count the same thing seldom meet.
create table usage (
  project_id uuid not null,
  day        date not null,
  stream     text not null,
  provider   text not null,
  shard      smallint not null,
  accepted   integer not null default 0,
  delivered  integer not null default 0,
  deferred   integer not null default 0,
  bounced    integer not null default 0,
  hard       integer not null default 0,
  complained integer not null default 0,
  opened     integer not null default 0,
  clicked    integer not null default 0,
  suppressed integer not null default 0,
  failed     integer not null default 0,
  cancelled  integer not null default 0,
  finals     integer not null default 0,
  primary key (project_id, day, stream, provider, shard)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on column usage.provider is 'Empty where no receiving server was known yet.';
comment on column usage.accepted is 'Recipients counted against the quotas.';
comment on column usage.hard is 'Of bounced: those that count in the bounce rate.';
comment on column usage.finals is 'Recipients delivered or bounced for the first time: what the rates divide by.';
create index usage_by_day on usage (day);

create table warm_ups (
  project_id uuid not null references projects,
  domain     text not null,
  day        date not null,
  allowance  integer not null,
  used       integer not null default 0,
  held_day   date not null,
  held       integer not null default 0,
  primary key (project_id, domain)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on table warm_ups is 'Marketing mail of domains that are new to it: how much today, and how much is put off to held_day.';

create table retained (
  project_id uuid primary key references projects,
  since      timestamptz not null
);
comment on table retained is 'Events before `since` may have been deleted, for the age that the plan keeps.';

alter table queue add column admitted boolean not null default false;
comment on column queue.admitted is 'It has its place in a day of the warm-up and needs no other.';
