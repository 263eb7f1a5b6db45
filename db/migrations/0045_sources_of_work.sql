-- Which campaign or sequence work is of, so that it is held, counted and dropped at the cost of what waits.

alter table queue add column source_id uuid;
comment on column queue.source_id is 'The campaign or sequence whose letter it is; null for all other work.';

update queue q set source_id = l.source_id from letters l
where l.project_id = q.project_id and l.email_id = q.subject and q.kind in ('delivery', 'bulk');
create index queue_by_source on queue (source_id) where source_id is not null;

alter table warm_ups add column campaigns integer not null default 0;
comment on column warm_ups.campaigns is 'Of the places used today: those that campaigns took when they released.';

alter table campaign_recipients add column capped_since timestamptz;
comment on column campaign_recipients.capped_since is 'When somebody who waits was first found to have had enough letters.';
