-- Who clicked which link of a campaign is counted where it is noted, as its other figures are. What
-- began before is counted once by the daily recount; until then its report asks the events.
alter table letters add column machine_links integer[];
alter table campaigns add column links_counted boolean not null default true;
update campaigns set links_counted = false where started_at is not null;

create function campaign_link_recount(project uuid, campaign uuid)
returns table (key text, clicked integer, clicked_by_machines integer)
language sql stable as $$
select k.n::text, (count(*) filter (where k.n = any (l.links)))::integer,
  (count(*) filter (where k.n <> all (l.links)))::integer
from letters l
cross join lateral (select distinct n from unnest(l.links || l.machine_links) as t (n)) k
where l.project_id = $1 and l.source_id = $2 and l.source_kind = 'campaign'
  and (l.clicked_at is not null or l.machine_clicked_at is not null)
group by k.n
$$;

create or replace function campaign_recount(project uuid, campaign uuid)
returns table (part text, key text, letters integer, delivered integer, hard integer,
  soft integer, policy integer, complained integer, opened integer, opened_by_machines integer,
  clicked integer, clicked_by_machines integer, left_topic integer, left_all integer)
language sql stable as $$
select k.part, k.key,
  sum(k.letters)::integer as letters, sum(k.delivered)::integer as delivered,
  sum(k.hard)::integer as hard, sum(k.soft)::integer as soft, sum(k.policy)::integer as policy,
  sum(k.complained)::integer as complained, sum(k.opened)::integer as opened,
  sum(k.opened_by_machines)::integer as opened_by_machines, sum(k.clicked)::integer as clicked,
  sum(k.clicked_by_machines)::integer as clicked_by_machines,
  sum(k.left_topic)::integer as left_topic, sum(k.left_all)::integer as left_all
from campaign_recipients r
join letters l on l.project_id = r.project_id and l.contact_id = r.contact_id
  and l.email_id = r.email_id
cross join lateral letter_figures(l) k
where r.project_id = $1 and r.campaign_id = $2 and r.state = 'released'
group by 1, 2
union all
select 'state', state, count(*)::integer, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
from campaign_recipients where project_id = $1 and campaign_id = $2 group by state
union all
select 'reason', reason, count(*)::integer, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
from campaign_recipients
where project_id = $1 and campaign_id = $2 and state = 'skipped' and reason is not null
group by reason
union all
select 'link', key, 0, 0, 0, 0, 0, 0, 0, 0, clicked, clicked_by_machines, 0, 0
from campaign_link_recount($1, $2)
$$;

comment on column letters.machine_links is 'As links, but what programs followed; null: nothing.';
comment on column campaigns.links_counted is 'campaign_counts has all clicks by link.';
comment on table campaign_counts is 'The sum over shards is the figure; part and key: all of it, or by provider, variant, language, hour, link (its n), and people by state and reason (in letters).';
