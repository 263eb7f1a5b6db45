-- Who looks at the dashboard: sessions, tokens that were mailed, invitations, notices; and the
-- figures it draws, counted from the events a few seconds after they happened.

alter table members
  add column name            text not null default '',
  add column totp_secret     bytea,
  add column totp_enabled_at timestamptz,
  add column totp_step       bigint,
  add column recovery_hashes bytea[] not null default '{}';
comment on column members.totp_secret is 'Of two-step log-in (RFC 6238); in force once totp_enabled_at is set.';
comment on column members.totp_step is 'The time step of the last code used: no code works twice.';

alter table accounts add column is_operator boolean not null default false;
comment on column accounts.is_operator is 'Its members run this installation. The first account always does.';

create table sessions (
  id         uuid primary key,
  hash       bytea not null unique,
  account_id uuid not null,
  member_id  uuid not null,
  address    text not null,
  agent      text not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  foreign key (account_id, member_id) references members on delete cascade
);
comment on column sessions.hash is 'SHA-256 of what the cookie holds; the cookie itself is nowhere.';
create index sessions_by_member on sessions (account_id, member_id);
create index sessions_by_seen on sessions (seen_at);

create table member_tokens (
  hash       bytea primary key,
  kind       text not null check (kind in ('verify', 'reset')),
  account_id uuid not null,
  member_id  uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (account_id, member_id) references members on delete cascade
);
create index member_tokens_by_member on member_tokens (account_id, member_id);
create index member_tokens_by_end on member_tokens (expires_at);

create table invitations (
  account_id uuid not null references accounts,
  id         uuid not null,
  email      text not null,
  role       text not null check (role in ('owner', 'developer', 'marketing', 'reader')),
  language   text not null check (language in ('pt', 'en')),
  hash       bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, email)
);

-- Unlogged: after a crash of the database everybody starts with a clean slate.
create unlogged table throttles (
  key        text primary key,
  count      integer not null,
  at         timestamptz not null,
  blocked_to timestamptz not null
);
create index throttles_by_age on throttles (at);
comment on table throttles is 'Tries of log-in, sign-up and the like, by whom and from where.';

create table notices (
  account_id uuid not null references accounts,
  id         uuid not null,
  level      text not null check (level in ('info', 'warning', 'error')),
  code       text not null,
  text       jsonb not null,
  created_at timestamptz not null,
  read_at    timestamptz,
  primary key (account_id, id)
);
comment on column notices.text is '{ "en": …, "pt": … }';

-- One row per project, mode, local day, facet and what it counts. Facets: stream (stream, type),
-- provider (provider, type), domain (domain, type), cause (provider, type and cause), tls
-- (provider, rung), latency ('', bucket).
create table traffic (
  project_id uuid not null,
  mode       text not null,
  facet      text not null,
  day        date not null,
  a          text not null,
  b          text not null,
  count      bigint not null,
  primary key (project_id, mode, facet, day, a, b)
) with (fillfactor = 80);

create table traffic_cursors (
  project_id uuid not null,
  mode       text not null,
  xid        xid8 not null,
  id         uuid not null,
  primary key (project_id, mode)
);
comment on table traffic_cursors is 'The last event that is counted in traffic.';
