-- Links to the DNS records of a domain, for whoever keeps its DNS and has no account.
create table domain_links (
  project_id uuid not null,
  domain_id  uuid not null,
  nonce      bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (domain_id),
  foreign key (project_id, domain_id) references domains (project_id, id) on delete cascade
);
comment on table domain_links is
  'One link per domain. The token is a MAC of the nonce under the installation''s secret: nothing here opens a page.';
