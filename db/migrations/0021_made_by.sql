-- What a live key or a member set up is beyond a test key: those lie about in CI and in notebooks.
alter table webhooks add column made_by_mode text check (made_by_mode in ('live', 'test'));
alter table domains add column made_by_mode text check (made_by_mode in ('live', 'test'));
alter table domain_claims add column made_by_mode text check (made_by_mode in ('live', 'test'));
comment on column webhooks.made_by_mode is 'The mode of the key that made it, live for a member; null (older) counts as live. One of test hears of test mode only.';
comment on column domains.made_by_mode is 'The mode of the key that made it, live for a member; null (older) counts as live.';
comment on column domain_claims.made_by_mode is 'The mode of the key that laid it, live for a member; null (older) counts as live.';
