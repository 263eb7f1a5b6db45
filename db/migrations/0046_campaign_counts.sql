-- Figures of campaigns, counted in the transaction that records a fact, and what they are counted from.

alter table letters add column language text;
alter table letters add column provider text;
alter table letters add column bounced_as text check (bounced_as in ('hard', 'policy'));
alter table letters add column failed_at timestamptz;
alter table letters add column left_at timestamptz;
alter table letters add column left_all_at timestamptz;
comment on column letters.bounced_as is 'Whether the bounce counts against the address: policy does not.';
comment on column letters.left_at is 'The topic was left by this letter; left_all_at: everything.';

update letters l set variant = r.variant, language = r.language from campaign_recipients r
where r.project_id = l.project_id and r.campaign_id = l.source_id and r.contact_id = l.contact_id;
update letters l set bounced_as = t.bounced_as, failed_at = t.failed_at, provider = t.provider
from (
  select project_id, email_id, min(details ->> 'provider') as provider,
    min(at) filter (where type = 'failed') as failed_at,
    min(case when details ->> 'counts' = 'false' then 'policy' else 'hard' end)
      filter (where type = 'bounced') as bounced_as
  from events group by 1, 2) t
where t.project_id = l.project_id and t.email_id = l.email_id;
update letters l set left_at = t.left_at, left_all_at = t.left_all_at
from (
  select project_id, replace(payload ->> 'email_id', 'msg_', '')::uuid as email_id,
    min(at) filter (where topic_id is not null) as left_at,
    min(at) filter (where topic_id is null) as left_all_at
  from consents where action = 'left' and payload ->> 'email_id' is not null group by 1, 2) t
where t.project_id = l.project_id and t.email_id = l.email_id;

create table campaign_counts (
  project_id          uuid not null,
  campaign_id         uuid not null,
  part                text not null,
  key                 text not null,
  shard               smallint not null,
  letters             integer not null default 0,
  delivered           integer not null default 0,
  hard                integer not null default 0,
  soft                integer not null default 0,
  policy              integer not null default 0,
  complained          integer not null default 0,
  opened              integer not null default 0,
  opened_by_machines  integer not null default 0,
  clicked             integer not null default 0,
  clicked_by_machines integer not null default 0,
  left_topic          integer not null default 0,
  left_all            integer not null default 0,
  primary key (project_id, campaign_id, part, key, shard)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
comment on table campaign_counts is 'The sum over shards is the figure; part and key: all of it, or by provider, variant, language, hour, and people by state and reason (in letters).';

-- What one letter is counted as, in each part.
create function letter_figures(l letters)
returns table (part text, key text, letters integer, delivered integer, hard integer,
  soft integer, policy integer, complained integer, opened integer, opened_by_machines integer,
  clicked integer, clicked_by_machines integer, left_topic integer, left_all integer)
language sql stable as $$
select p.part, p.key, 1 as letters, (l.delivered_at is not null)::integer as delivered,
    (l.bounced_as is not distinct from 'hard')::integer as hard,
    (l.failed_at is not null)::integer as soft,
    (l.bounced_as is not distinct from 'policy')::integer as policy,
    (l.complained_at is not null)::integer as complained,
    (l.opened_at is not null)::integer as opened,
    (l.opened_at is null and l.machine_at is not null)::integer as opened_by_machines,
    (l.clicked_at is not null)::integer as clicked,
    (l.clicked_at is null and l.machine_clicked_at is not null)::integer as clicked_by_machines,
    (l.left_at is not null)::integer as left_topic,
    (l.left_all_at is not null)::integer as left_all
  from (values ('all', ''), ('variant', coalesce(l.variant, '')),
    ('language', coalesce(l.language, '')), ('provider', coalesce(l.provider, 'other')))
    as p (part, key)
  union all
  select 'hour', to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24":00:00Z"'),
    (h.of = 'letters')::integer, (h.of = 'delivered')::integer, (h.of = 'hard')::integer,
    (h.of = 'soft')::integer, (h.of = 'policy')::integer, (h.of = 'complained')::integer,
    (h.of = 'opened')::integer, (h.of = 'opened_by_machines')::integer,
    (h.of = 'clicked')::integer, (h.of = 'clicked_by_machines')::integer,
    (h.of = 'left_topic')::integer, (h.of = 'left_all')::integer
  from (values ('letters', l.sent_at), ('delivered', l.delivered_at), (l.bounced_as, l.bounced_at),
    ('soft', l.failed_at), ('complained', l.complained_at), ('opened', l.opened_at),
    ('opened_by_machines', case when l.opened_at is null then l.machine_at end),
    ('clicked', l.clicked_at),
    ('clicked_by_machines', case when l.clicked_at is null then l.machine_clicked_at end),
    ('left_topic', l.left_at), ('left_all', l.left_all_at)) as h (of, at)
  where h.at is not null and h.of is not null
$$;

-- The same of a campaign, counted from what it is about.
create function campaign_recount(project uuid, campaign uuid)
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
$$;

insert into campaign_counts
select c.project_id, c.id, n.part, n.key, 0, n.letters, n.delivered, n.hard, n.soft, n.policy,
  n.complained, n.opened, n.opened_by_machines, n.clicked, n.clicked_by_machines, n.left_topic,
  n.left_all
from campaigns c cross join lateral campaign_recount(c.project_id, c.id) n;

-- Whose address it is stands with the contact, and ends with it.
alter table campaign_recipients drop column email;
