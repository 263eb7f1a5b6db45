-- Fair shares: work that may be claimed now (`ready`) is found by project and destination, work that
-- waits for its time by time. Each entry stands in one of the two indexes.

alter table queue add column destination integer not null default 0;
alter table queue add column ready boolean not null default false;
comment on column queue.destination is 'Digest of what the work goes to (a domain, a webhook): one line of the queue.';
comment on column queue.ready is 'It may be claimed: it is due and nobody holds it.';

create index queue_ready on queue (kind, project_id, destination, due_at) where ready;
create index queue_later on queue (kind, due_at) where not ready;
drop index queue_by_due;

-- Marketing has loops of its own, so that nothing of it stands before a password reset.
update queue q set kind = 'bulk'
from emails e
where q.kind = 'delivery' and e.project_id = q.project_id and e.id = q.subject
  and e.stream = 'marketing';
