-- MTA-STS policies (RFC 8461), so that a restart forgets no promise of encryption.

create table sts_policies (
  domain          text primary key,
  id              text not null,
  mode            text not null check (mode in ('enforce', 'testing', 'none')),
  mx              text[] not null,
  max_age_seconds integer not null,
  fetched_at      timestamptz not null,
  expires_at      timestamptz not null,
  looked_at       timestamptz not null,
  used_at         timestamptz not null
);
comment on table sts_policies is 'What recipient domains demand of TLS, each to its max_age.';
comment on column sts_policies.id is 'Of the TXT record under which it was fetched.';
comment on column sts_policies.looked_at is 'When the job last tried to renew it.';
comment on column sts_policies.used_at is 'When mail last made us fetch it.';
create index sts_policies_by_fetch on sts_policies (fetched_at);
