-- Certificates that an authority issues by ACME (RFC 8555), shared by all nodes.
create table certificate_accounts (
  directory_url text primary key,
  private_key   text not null,
  account_url   text,
  email         text not null default '',
  next_try_at   timestamptz not null,
  failures      integer not null default 0,
  problem       text,
  detail        text not null default '',
  leased_by     uuid,
  lease_until   timestamptz
);
comment on table certificate_accounts is
  'The account at each authority. One node at a time orders by it; while the authority is away, none does.';

create table certificates (
  name          text primary key,
  wanted_at     timestamptz not null,
  next_try_at   timestamptz not null,
  failures      integer not null default 0,
  problem       text,
  detail        text not null default '',
  failed_at     timestamptz,
  directory_url text,
  chain         text,
  private_key   text,
  starts_at     timestamptz,
  ends_at       timestamptz,
  issued_at     timestamptz
);
comment on column certificates.wanted_at is
  'When a node last said that it is served under this name. What nobody wants any more is not renewed.';
comment on column certificates.problem is 'Why the last order came to nothing; null since one came to its end.';
comment on column certificates.detail is 'In the words of the authority.';

create table certificate_challenges (
  token             text primary key,
  name              text not null,
  kind              text not null check (kind in ('http-01', 'tls-alpn-01')),
  key_authorization text not null,
  created_at        timestamptz not null
);
comment on table certificate_challenges is 'What the authority asks for while an order is under way; any node answers.';
create index certificate_challenges_by_name on certificate_challenges (name);
