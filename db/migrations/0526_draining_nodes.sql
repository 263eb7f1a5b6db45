-- Nodes that are to take no new mail, and what each says of itself beside being alive.
alter table nodes
  add column draining_since timestamptz,
  add column resting boolean,
  add column in_hand integer,
  add column lanes jsonb;
comment on column nodes.draining_since is 'It is asked to take no new mail; null: it works as ever.';
comment on column nodes.resting is 'It takes none, as it said last; null: a node of an earlier release.';
comment on column nodes.in_hand is 'Emails and notifications under way there, as it said last.';
comment on column nodes.lanes is 'How it shapes its deliveries, as it said last: the slowed and the busiest.';
