alter table search_cursors add column from_id uuid not null default '00000000-0000-0000-0000-000000000000';

comment on column search_cursors.from_id is 'Emails that are still to be counted have ids from here on: older partitions are not looked into.';
