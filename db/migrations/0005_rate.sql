-- The calls of each key within the last second, one row per key, shared by all nodes. Unlogged: after
-- a crash of the database the second starts anew, which is what it would have done by itself.

create unlogged table rate_windows (
  key_id  uuid primary key,
  at      bigint not null,
  rate    integer not null,
  granted integer not null,
  hold_ms integer not null,
  times   bigint[] not null,
  counts  integer[] not null
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on table rate_windows is 'Calls granted: counts[i] of them at times[i] (ms since 1970). rate, granted and hold_ms are those of the last statement.';
