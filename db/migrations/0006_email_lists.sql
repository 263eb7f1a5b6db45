-- What the filters of GET /v1/emails and GET /v1/events stand on, so that a page costs the same
-- whatever is asked. None of these indexes holds a column that changes after the insert: an update
-- of an email's status stays within its page. That is also why there is no index on status: emails
-- with an unusual status are found through the events that made them so, open ones through the queue.

create index emails_by_sender on emails (
  project_id, mode,
  (lower(regexp_replace(regexp_replace(sender, '^.*<', ''), '@.*$', '')) || '@' || sender_domain),
  xid, id
);
comment on index emails_by_sender is 'The bare sender address, whatever display name it was written with.';

create index emails_by_tag on emails using gin (tags jsonb_path_ops) with (gin_pending_list_limit = 512);

create index events_of_note on events (project_id, mode, type, xid, id) include (email_id)
  where type not in ('accepted', 'queued', 'sent', 'delivered');
comment on index events_of_note is 'The rare types; the common ones are never far away in events_by_position.';
