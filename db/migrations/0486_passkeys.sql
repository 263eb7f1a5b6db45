-- Passkeys (WebAuthn): what a member may sign in with in place of a password and a code.
create table passkeys (
  account_id    uuid not null,
  id            uuid not null,
  member_id     uuid not null,
  credential_id bytea not null unique,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  used_at       timestamptz,
  primary key (account_id, id),
  foreign key (account_id, member_id) references members (account_id, id) on delete cascade
);
comment on column passkeys.credential_id is 'What the authenticator calls it.';
comment on column passkeys.public_key is 'As COSE (RFC 9052); the private one never leaves the authenticator.';
comment on column passkeys.counter is 'Signatures of it so far, where it counts them: a number that comes again is a copy.';
create index passkeys_by_member on passkeys (account_id, member_id);
