-- no transaction
-- What comes due is made ready in equal shares: what waits is found by project and time. Both indexes
-- hold what waits; what is claimed at once is in the one of leases alone, from which those that have
-- run out are taken without reading all that has come due before them.
drop index concurrently if exists queue_waiting;
create index concurrently queue_waiting on queue (kind, project_id, due_at)
  where not ready and not held;

drop index concurrently if exists queue_leased;
create index concurrently queue_leased on queue (kind, due_at) where not ready and held;

-- The first one begins with all that this one was asked by.
drop index concurrently if exists queue_put_off;
