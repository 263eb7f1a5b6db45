-- Webhooks, the posts still owed to them, and the log of their last attempts. A post is written in
-- the transaction of its event together with its queue entry, and deleted with it.

create table webhooks (
  project_id      uuid not null references projects,
  id              uuid not null,
  xid             xid8 not null default pg_current_xact_id(),
  url             text not null,
  events          text[] not null,
  enabled         boolean not null,
  secret          bytea not null,
  previous_secret bytea,
  previous_until  timestamptz,
  created_at      timestamptz not null,
  primary key (project_id, id)
);
comment on column webhooks.previous_secret is 'Signs beside the new one until previous_until, after a rotation.';
create index webhooks_by_position on webhooks (project_id, xid, id);

-- No reference to webhooks: it would lock the webhook's row for every post. A post whose webhook is
-- gone goes with its queue entry. Short-lived like the queue, so vacuumed as eagerly.
create table posts (
  project_id uuid not null,
  id         uuid not null,
  webhook_id uuid not null,
  event_id   uuid not null,
  body       text not null,
  primary key (project_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on column posts.body is 'Exactly what every attempt sends.';

create table webhook_attempts (
  project_id      uuid not null,
  webhook_id      uuid not null,
  id              uuid not null,
  event_id        uuid not null,
  at              timestamptz not null,
  duration_ms     integer not null,
  status_code     integer,
  error           text,
  response_body   text,
  next_attempt_at timestamptz,
  request_body    text not null,
  primary key (project_id, webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
comment on table webhook_attempts is 'The last 100 of each webhook, pruned as they are written.';
