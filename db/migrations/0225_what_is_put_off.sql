-- no transaction
-- What waits of a project for its time is looked for by itself: until now all of the queue was read
-- for it. What a loop has in hand is not in the index, so that mail which goes out at the first try
-- writes nothing to it.
drop index concurrently if exists queue_put_off;
create index concurrently queue_put_off on queue (project_id) where not ready and not held;

-- Any host may be named to the inbound port, by anybody.
drop index concurrently if exists domains_by_return_path;
create index concurrently domains_by_return_path on domains (return_path);
