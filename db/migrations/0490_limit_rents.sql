-- What each node may use of a destination's limits, from each source address: one row for each lane
-- (group and address), with a part for each node that has written to it lately.
create table limit_rents (
  lane text primary key,
  -- Changes with each write: a part is taken only of what was read.
  stamp uuid not null,
  -- { holders: { node: part }, pause: { until, because } }; times in ms since 1970.
  state jsonb not null,
  until timestamptz not null
) with (fillfactor = 50);
