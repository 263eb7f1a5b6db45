alter table nodes add column clock_off boolean not null default false;

comment on column nodes.clock_off is 'Its clock is more than 2 s from the database''s, so it takes no work.';
