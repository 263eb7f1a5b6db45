-- A sequence stands still for both modes, each by its own clock.

alter table sequences add column paused_test_at timestamptz;
comment on column sequences.paused_at is 'By the clock of live mode; null: it is not paused.';
