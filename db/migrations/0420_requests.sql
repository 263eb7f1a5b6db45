-- Calls of keys as they were answered, kept for some weeks and cut by them as emails are. A key may be
-- gone before its calls are, so its beginning is kept with each of them.
create table requests (
  project_id      uuid not null,
  id              uuid not null,
  xid             xid8 not null default pg_current_xact_id(),
  mode            text not null,
  at              timestamptz not null,
  method          text not null,
  path            text not null,
  query           text,
  route           text,
  status          smallint not null,
  error_code      text,
  param           text,
  key_id          uuid not null,
  key_prefix      text not null,
  ip              text not null,
  user_agent      text,
  duration_ms     integer not null,
  idempotency_key text,
  email_id        uuid,
  request_body    text,
  response_body   text,
  primary key (project_id, id)
) partition by range (id);
comment on table requests is 'What keys have asked and were answered; nothing depends on it.';
comment on column requests.route is 'As in OpenAPI; null where there is none.';
comment on column requests.request_body is 'The beginning, without secrets and attachments; null where bodies are not kept.';

create index requests_listed on requests (project_id, mode, xid, id);
-- What people look for: few of many.
create index requests_refused on requests (project_id, mode, xid, id) where status >= 400;
create index requests_by_email on requests (project_id, email_id) where email_id is not null;
