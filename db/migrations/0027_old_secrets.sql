-- A secret that was replaced twice within a day signed no more after the second time: a double click
-- broke every receiver. Each signs on until its own time now. The two columns of before
-- are kept for nodes that still run the version before.
alter table webhooks add column old_secrets jsonb;
comment on column webhooks.old_secrets is 'Replaced secrets that still sign, the newest first: base64 and until when (ms since 1970).';
