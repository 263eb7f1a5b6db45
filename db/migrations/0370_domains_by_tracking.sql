-- no transaction
-- Whose pages a host serves is asked at every public page under a name of somebody's own.
drop index concurrently if exists domains_by_tracking;
create index concurrently domains_by_tracking on domains (tracking);
