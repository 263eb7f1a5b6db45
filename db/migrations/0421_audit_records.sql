-- Who changed what. Nothing is ever written over or taken out; whole weeks go after a year.
create table audit_records (
  id          uuid primary key,
  xid         xid8 not null default pg_current_xact_id(),
  account_id  uuid,
  by_operator boolean not null,
  at          timestamptz not null,
  actor_type  text not null check (actor_type in ('member', 'key', 'operator', 'system')),
  actor_id    text,
  actor_name  text,
  ip          text,
  action      text not null,
  target_type text not null,
  target_id   text,
  target_name text,
  before      jsonb,
  after       jsonb
) partition by range (id);
comment on table audit_records is 'Changes that a person asks about later, append-only.';
comment on column audit_records.account_id is 'Whose owners read it; null: of the installation.';
comment on column audit_records.actor_id is 'As it is shown, key_… or usr_…; null where nobody in particular acted.';

create index audit_records_of_account on audit_records (account_id, xid, id);
create index audit_records_of_operators on audit_records (xid, id) where by_operator;

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit records are neither changed nor deleted';
end $$;
create trigger audit_records_kept before update or delete on audit_records
  for each row execute function audit_is_append_only();
create trigger audit_records_whole before truncate on audit_records
  for each statement execute function audit_is_append_only();
