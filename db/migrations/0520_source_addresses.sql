-- Addresses that mail leaves from, in pools; until now a file that each node read at its start.
create table source_pools (
  name     text primary key,
  position integer not null,
  streams  text[] check (streams <> '{}'),
  projects uuid[] check (projects <> '{}')
);
comment on column source_pools.position is 'The first that fits an email is its pool.';
comment on column source_pools.streams is 'Null: all.';
comment on column source_pools.projects is 'Null: everybody''s.';

create table source_addresses (
  id          uuid primary key,
  address     text not null unique,
  hostname    text not null,
  pool        text not null references source_pools (name),
  warm        boolean not null,
  first_stage smallint not null,
  paused_at   timestamptz,
  created_at  timestamptz not null,
  local_at    timestamptz
);
comment on column source_addresses.warm is 'It has a history, and no limits of the day.';
comment on column source_addresses.first_stage is 'Of the warm-up, at providers that it has not written to.';
comment on column source_addresses.local_at is 'When a node last found it on its machine.';
create index source_addresses_by_pool on source_addresses (pool);

-- How far the warm-up of an address is at each provider, counted over all nodes.
create table source_warm_ups (
  source_id uuid not null references source_addresses (id) on delete cascade,
  provider  text not null,
  stage     smallint not null,
  day       date not null,
  taken     integer not null default 0,
  taken_at  timestamptz not null,
  sent      integer not null default 0,
  delivered integer not null default 0,
  slowed    integer not null default 0,
  kept_by   text,
  primary key (source_id, provider)
) with (fillfactor = 50);
comment on column source_warm_ups.day is 'Of UTC.';
comment on column source_warm_ups.taken is 'Places of the day that nodes have taken, used or not.';
comment on column source_warm_ups.slowed is 'Replies against this address: too fast, blocked, a bad name.';
comment on column source_warm_ups.kept_by is 'Why the last day led to no further stage: results, volume.';

-- Moves with each change of the above: nodes read it along with their mail.
create table source_stamp (
  only_one      boolean primary key default true check (only_one),
  stamp         integer not null default 0,
  file_taken_at timestamptz
);
comment on column source_stamp.file_taken_at is 'When MALOTE_SOURCE_ADDRESSES was taken over.';
insert into source_stamp default values;
