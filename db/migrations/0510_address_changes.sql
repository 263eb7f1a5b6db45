-- Log-in addresses that are about to change, and those that may still be taken back.
create table address_changes (
  id           uuid primary key,
  account_id   uuid not null,
  member_id    uuid not null,
  previous     text not null,
  next         text not null,
  asked_at     timestamptz not null,
  hash         bytea unique,
  confirmed_at timestamptz,
  undo_hash    bytea unique,
  expires_at   timestamptz not null,
  foreign key (account_id, member_id) references members (account_id, id) on delete cascade
);
comment on column address_changes.hash is 'Of the link that went to the new address, until it is used.';
comment on column address_changes.undo_hash is 'Of the link that went to the old address: it takes the change back.';
comment on column address_changes.expires_at is 'Of the link that waits to be used: the one to the new address, then the one to the old.';
create index address_changes_by_member on address_changes (account_id, member_id);
create index address_changes_by_previous on address_changes (previous) where confirmed_at is not null;
create index address_changes_by_end on address_changes (expires_at);
