-- no transaction
drop index concurrently if exists notices_by_position;
create index concurrently notices_by_position on notices (account_id, xid, id);
drop index concurrently if exists notices_open_causes;
create unique index concurrently notices_open_causes on notices (account_id, cause)
  where cause is not null and ended_at is null;
