-- Signing in by an identity provider: who is who there, and sign-ins that are under way.
create table member_identities (
  issuer     text not null,
  subject    text not null,
  account_id uuid not null,
  member_id  uuid not null,
  email      text not null,
  linked_at  timestamptz not null,
  seen_at    timestamptz not null,
  primary key (issuer, subject),
  unique (member_id, issuer),
  foreign key (account_id, member_id) references members (account_id, id) on delete cascade
);
comment on table member_identities is
  'Who a member is at an identity provider (OpenID Connect): the issuer and its name for the person.';
comment on column member_identities.email is 'The address by which they were found to be the same.';
create index member_identities_by_member on member_identities (account_id, member_id);

create table sign_in_attempts (
  hash            bytea primary key,
  kind            text not null check (kind in ('provider', 'passkey', 'new_passkey')),
  invitation_hash bytea,
  member_id       uuid,
  expires_at      timestamptz not null
);
comment on table sign_in_attempts is
  'Sign-ins under way: each is good once. All else about one is derived from what the cookie holds.';
comment on column sign_in_attempts.hash is 'SHA-256 of what the cookie holds; the cookie itself is nowhere.';
comment on column sign_in_attempts.invitation_hash is 'Of the invitation that is to be accepted by it.';
comment on column sign_in_attempts.member_id is 'Whose new passkey it is about.';
create index sign_in_attempts_by_end on sign_in_attempts (expires_at);
