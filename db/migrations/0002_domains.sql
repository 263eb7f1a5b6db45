-- Sending domains. A name belongs to one project in the whole installation; a claim lives beside it
-- until DNS proves whose it is.

create table domains (
  project_id   uuid not null references projects,
  id           uuid not null,
  xid          xid8 not null default pg_current_xact_id(),
  name         text not null,
  status       text not null default 'pending' check (status in ('pending', 'verified', 'failed')),
  vouched      boolean not null default false,
  return_path  text not null,
  tracking     text not null,
  checks       jsonb not null default '{}',
  created_at   timestamptz not null,
  verified_at  timestamptz,
  checked_at   timestamptz,
  broken_since timestamptz,
  primary key (project_id, id)
);
comment on column domains.return_path is 'Host of the envelope sender, below the domain, a CNAME to ours.';
comment on column domains.vouched is 'The operator vouches for it: never re-checked against DNS.';
comment on column domains.checks is 'What was found in DNS at the last look, per record.';
create unique index domains_by_name on domains (name);

create table domain_claims (
  project_id uuid not null references projects,
  id         uuid not null,
  name       text not null,
  token      text not null,
  created_at timestamptz not null,
  primary key (project_id, id)
);
create index domain_claims_by_name on domain_claims (name);

create table dkim_keys (
  project_id  uuid not null,
  domain_id   uuid not null,
  id          uuid not null,
  algorithm   text not null check (algorithm in ('rsa', 'ed25519')),
  selector    text not null,
  private_key text not null,
  dns_value   text not null,
  state       text not null default 'active' check (state in ('next', 'active', 'retired')),
  verified    boolean not null default false,
  created_at  timestamptz not null,
  primary key (project_id, domain_id, id),
  foreign key (project_id, domain_id) references domains on delete cascade
);
comment on column dkim_keys.state is 'next: published, not yet signing; active: signs; retired: still published for mail under way.';
