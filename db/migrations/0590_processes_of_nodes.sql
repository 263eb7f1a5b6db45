alter table nodes
  add column process integer,
  add column processes integer;

comment on column nodes.process is 'Which process of its machine it is, from 1; null: the only one, or of an earlier release.';
comment on column nodes.processes is 'How many its machine has, where there are several.';
