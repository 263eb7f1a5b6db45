-- no transaction
-- Feeds are read by whoever likes, as often as they like: the newest public campaigns of a topic.
drop index concurrently if exists campaigns_archived;
create index concurrently campaigns_archived
  on campaigns (project_id, mode, (definition ->> 'topic_id'), started_at desc)
  where definition -> 'archive' ->> 'public' = 'true' and started_at is not null;
