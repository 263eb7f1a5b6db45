-- Where a row stands in lists. It is the number of its transaction, as before, until the database is
-- moved by its rows (a dump, `malote database move`): the server that they come to begins with small
-- numbers. Then position_at is replaced by one that adds what puts all that comes behind all that is
-- there (src/boot/positions-store.ts). The functions are inlined, so that nothing is paid for it.

create or replace function position_at(xid8) returns xid8
language sql immutable strict parallel safe as 'select $1';

create or replace function position_now() returns xid8
language sql volatile as 'select position_at(pg_current_xact_id())';

create or replace function settled_transaction() returns xid8
language plpgsql stable as $$
declare
  now_running constant pg_snapshot := pg_current_snapshot();
begin
  if pg_snapshot_xmin(now_running) = pg_snapshot_xmax(now_running) then
    return pg_snapshot_xmax(now_running);
  end if;
  return least(
    pg_snapshot_xmax(now_running),
    pg_current_xact_id_if_assigned(),
    (select running from pg_snapshot_xip(now_running) running
     where not exists (
       select from pg_stat_get_activity(null) backend
       where backend.backend_xid = running::xid
         and backend.datid <> (select oid from pg_database where datname = current_database()))
     order by running limit 1));
end
$$;

create or replace function settled_below() returns xid8
language plpgsql stable as $$
begin
  return position_at(settled_transaction());
end
$$;
