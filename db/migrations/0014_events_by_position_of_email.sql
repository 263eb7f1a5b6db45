-- The list of emails with an unusual status, in its own order (xid, id of the email), straight from
-- the events that made the status so: a page costs its length, wherever among how many it lies. The
-- place of the email stands on those rare events alone; ordinary mail writes no byte more for it.

alter table events add column email_xid xid8;
comment on column events.email_xid is 'The xid of the email, on events that give it an unusual status; null on all others.';

update events v set email_xid = e.xid
from emails e
where v.type in ('bounced', 'complained', 'failed', 'suppressed', 'cancelled')
  and e.project_id = v.project_id and e.id = v.email_id;

create index events_by_position_of_email on events (project_id, mode, type, email_xid, email_id)
  where type in ('bounced', 'complained', 'failed', 'suppressed', 'cancelled');

-- The list no longer looks emails up through this one.
drop index events_of_note;
create index events_of_note on events (project_id, mode, type, xid, id)
  where type not in ('accepted', 'queued', 'sent', 'delivered');
comment on index events_of_note is 'The rare types; the common ones are never far away in events_by_position.';
