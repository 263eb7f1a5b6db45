-- The clock of a project's test mode, where somebody has turned it.

create table test_clocks (
  project_id uuid primary key references projects,
  ahead_ms   bigint not null,
  at         timestamptz,
  target     timestamptz
);
comment on column test_clocks.ahead_ms is 'Test mode is so far ahead of everybody''s time, unless it is being advanced.';
comment on column test_clocks.at is 'While it is being advanced: what time it is in test mode; null: it ticks.';
