-- Orders and invitations are counted in windows that slide: these are the moments of their last tries.
alter table throttles add column times timestamptz[] not null default '{}';
