-- Clicks wait here for some seconds before they are judged: a program that follows all links of a
-- letter is known by the second one. Each row has its entry in the queue.
create table sightings (
  id         uuid        not null,
  project_id uuid        not null,
  email_id   uuid        not null,
  n          smallint    not null,
  url        text        not null,
  at         timestamptz not null,
  reason     text,
  primary key (id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_cost_delay = 0);
create index sightings_by_email on sightings (email_id, n, at);
create index sightings_by_project on sightings (project_id);

comment on table sightings is 'Clicks that wait to be judged, for seconds.';
comment on column sightings.reason is 'What the request itself gave away; null where it may be a person''s.';
