-- Reports to domains about TLS with their mail servers (RFC 8460).

create table tls_results (
  day     date not null,
  domain  text not null,
  key     bytea not null,
  policy  jsonb not null,
  outcome jsonb not null,
  count   bigint not null,
  primary key (day, domain, key)
);
comment on table tls_results is 'Sessions per UTC day and domain that asks for reports; gone once reported.';
comment on column tls_results.key is 'SHA-256 of policy and outcome.';

create table tls_report_posts (
  id         uuid primary key,
  domain     text not null,
  url        text not null,
  body       bytea not null,
  created_at timestamptz not null,
  due_at     timestamptz not null
);
comment on table tls_report_posts is 'Reports on their way by https; gone when taken, or after a day.';
