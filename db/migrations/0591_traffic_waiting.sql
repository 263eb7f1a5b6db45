-- Figures find who has new events by the newest events, not by asking each project. The index has an
-- entry for each hundred pages or so, made behind when they are full: a new event writes nothing of it.
create index events_newest on only events
  using brin ((xid::text::bigint)) with (autosummarize = on);

-- Weeks to come have no events yet; those with events go without (src/sending/stats/traffic.ts).
do $$
declare
  week regclass;
  has_events boolean;
begin
  for week in select inhrelid from pg_inherits where inhparent = 'events'::regclass loop
    execute format('select exists (select from %s)', week) into has_events;
    continue when has_events;
    execute format('create index %I on %s using brin ((xid::text::bigint)) with (autosummarize = on)',
      week::text || '_newest', week);
    execute format('alter index events_newest attach partition %I', week::text || '_newest');
  end loop;
end $$;

create table traffic_waiting (
  project_id uuid not null,
  mode       text not null,
  noted_xid  xid8 not null,
  primary key (project_id, mode)
);
comment on table traffic_waiting is 'Who has events that are to be counted in traffic.';
comment on column traffic_waiting.noted_xid is 'All its events below this place were written when it was noted; a later note has a higher one.';

create table traffic_noted (
  is_all    boolean primary key default true check (is_all),
  below_xid xid8 not null
);
comment on table traffic_noted is 'One row: whoever has events below this place was noted in traffic_waiting.';
