-- Who is erased with a test key is gone from what was tried, and from nothing that is live.
alter table erasures add column mode text not null default 'live'
  check (mode in ('live', 'test'));
