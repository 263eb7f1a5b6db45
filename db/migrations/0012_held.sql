-- Whether somebody has an entry in hand: what is only waiting can be cancelled or erased.

alter table queue add column held boolean not null default false;
comment on column queue.held is 'Claimed and not settled yet; stays when its holder dies or gives it back.';
