-- Below it, every transaction that could have written to this database has ended: where lists end
-- and the counting of figures stops. pg_snapshot_xmin alone is that of the whole server, and a long
-- transaction of somebody else's database would hide everything that is newer.
--
-- An xid found with a backend of another database is another's for certain: it never changes hands.
-- One that is not found (it has just ended, is prepared, or is not ours to see) counts as our own.

create function settled_below() returns xid8
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
