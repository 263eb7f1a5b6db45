-- Accounts, keys, emails, their timeline, and the queue. Times are always parameters: a second clock
-- inside the database could not be turned by a test. Ids are UUIDv7 and made by the program.

create table installation (
  name  text primary key,
  value bytea not null
);
comment on table installation is 'Secrets and facts of this installation, such as the key behind tokens.';

create table nodes (
  id         uuid primary key,
  hostname   text not null,
  roles      text[] not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null
);

create table accounts (
  id          uuid primary key,
  name        text not null,
  email       text not null unique,
  plan        text not null default 'free' check (plan in ('free', 'pro', 'scale', 'enterprise')),
  trust_level smallint not null default 0 check (trust_level between 0 and 3),
  time_zone   text not null default 'UTC',
  language    text not null default 'pt' check (language in ('pt', 'en')),
  pause       text not null default 'none' check (pause in ('none', 'regular', 'full')),
  rate        integer check (rate > 0),
  created_at  timestamptz not null
);

create table members (
  account_id    uuid not null references accounts,
  id            uuid not null,
  email         text not null unique,
  password_hash text,
  role          text not null default 'owner' check (role in ('owner', 'developer', 'marketing', 'reader')),
  language      text not null default 'pt' check (language in ('pt', 'en')),
  verified_at   timestamptz,
  created_at    timestamptz not null,
  primary key (account_id, id)
);

create table projects (
  id         uuid primary key,
  account_id uuid not null references accounts,
  name       text not null,
  language   text check (language in ('pt', 'en')),
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index projects_by_account on projects (account_id);

create table api_keys (
  project_id   uuid not null references projects,
  id           uuid not null,
  hash         bytea not null unique,
  prefix       text not null,
  name         text not null default '',
  mode         text not null check (mode in ('live', 'test')),
  scope        text not null check (scope in ('send', 'read', 'admin')),
  allow_ips    text[] not null default '{}',
  rate         integer check (rate >= 0),
  created_at   timestamptz not null,
  last_used_at timestamptz,
  primary key (project_id, id)
);
comment on column api_keys.rate is 'Calls per second; null: the default of 10; 0: no limit.';

create table idempotency (
  project_id  uuid not null,
  mode        text not null,
  key         text not null,
  fingerprint bytea not null,
  status      smallint not null,
  response    text not null,
  created_at  timestamptz not null,
  primary key (project_id, mode, key)
);
create index idempotency_by_age on idempotency (created_at);

-- The growing tables are partitioned by range of the time-ordered id of the email (events: their
-- own), so retention drops whole weeks and a look-up by id touches one partition. Partitions are
-- made ahead of time by timeline/partitions.ts.
--
-- xid is the writing transaction. Lists are ordered by (xid, id) and stop below the oldest running
-- transaction, so that somebody who polls while others commit misses nothing and repeats nothing.

create table emails (
  project_id    uuid not null,
  id            uuid not null,
  xid           xid8 not null default pg_current_xact_id(),
  mode          text not null,
  stream        text not null,
  status        text not null,
  sender        text not null,
  sender_domain text not null,
  addressees    jsonb not null,
  subject       text not null,
  tags          jsonb,
  metadata      jsonb,
  size_bytes    integer not null,
  scheduled_at  timestamptz,
  created_at    timestamptz not null,
  last_event_at timestamptz not null,
  primary key (project_id, id)
) partition by range (id);
comment on column emails.addressees is '{ "to": [...], "cc": [...], "bcc": [...], "reply_to": [...] } as written by the caller.';
create index emails_by_position on emails (project_id, mode, xid, id);

create table email_contents (
  project_id  uuid not null,
  email_id    uuid not null,
  html        text,
  text        text,
  headers     jsonb,
  attachments jsonb,
  primary key (project_id, email_id)
) partition by range (email_id);
comment on column email_contents.attachments is '[{ filename, content (base64), content_type?, content_id? }].';

create table recipients (
  project_id uuid not null,
  email_id   uuid not null,
  n          smallint not null,
  address    text not null,
  state      text not null,
  primary key (project_id, email_id, n)
) partition by range (email_id);
create index recipients_by_address on recipients (project_id, lower(address), email_id);

create table events (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default pg_current_xact_id(),
  email_id   uuid not null,
  mode       text not null,
  type       text not null,
  at         timestamptz not null,
  recipient  text,
  details    jsonb,
  primary key (project_id, id)
) partition by range (id);
create index events_by_email on events (email_id, id);
create index events_by_position on events (project_id, mode, xid, id);

-- Work to be retried. An entry is due at due_at; claiming it moves due_at behind the lease and
-- counts the attempt up, so the attempt is written down before it is made, a crash only delays, and
-- (id, attempt) is the fencing token without which no result is written. Finished work is deleted:
-- the table holds only what is open.
create table queue (
  id         uuid primary key,
  kind       text not null,
  project_id uuid not null,
  subject    uuid not null,
  n          smallint not null default 0,
  attempt    integer not null default 0,
  tries      integer not null default 0,
  due_at     timestamptz not null,
  created_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on column queue.subject is 'kind delivery: the email; kind webhook: the post; kind job: its own id.';
comment on column queue.attempt is 'Claims so far: the fencing token. Never set back.';
comment on column queue.tries is 'Real tries so far: what the retry schedule counts.';
create index queue_by_due on queue (kind, due_at);
create index queue_by_subject on queue (subject);

-- Periodic work that one node at a time does: whoever moves ran_at forward runs it.
create table jobs (
  name   text primary key,
  ran_at timestamptz not null
);
