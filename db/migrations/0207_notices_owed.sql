-- What is owed to many webhooks at once, before it is made into posts: one row a notice, some at a
-- time. Short-lived like the posts.
create table notices_owed (
  project_id  uuid not null,
  batch_id    uuid not null,
  id          uuid not null,
  event_id    uuid not null,
  body        text not null,
  webhook_ids uuid[] not null,
  is_bulk     boolean not null,
  primary key (project_id, batch_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on column notices_owed.batch_id is 'The subject of the work in the queue that makes posts of them.';
comment on column notices_owed.is_bulk is 'Caused by marketing.';
