-- Three classes of bounces in the figures of letters (soft: full, too large, given up after retries).
-- Until now `soft` counted letters that our own check of content had stopped, which are no bounces.
-- Kept bounces stay what they were counted as; the previous release goes on writing the two it knows.
alter table letters drop constraint letters_bounced_as_check;
alter table letters add constraint letters_bounced_as_check
  check (bounced_as in ('hard', 'soft', 'policy')) not valid;
alter table letters validate constraint letters_bounced_as_check;
comment on column letters.bounced_as is 'hard: counts against the address; soft: full, too large, given up; policy.';

create or replace function letter_figures(l letters)
returns table (part text, key text, letters integer, delivered integer, hard integer,
  soft integer, policy integer, complained integer, opened integer, opened_by_machines integer,
  clicked integer, clicked_by_machines integer, left_topic integer, left_all integer)
language sql stable strict as $$
select p.part, p.key, 1 as letters, (l.delivered_at is not null)::integer as delivered,
    (l.bounced_as is not distinct from 'hard')::integer as hard,
    (l.bounced_as is not distinct from 'soft')::integer as soft,
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
    ('complained', l.complained_at), ('opened', l.opened_at),
    ('opened_by_machines', case when l.opened_at is null then l.machine_at end),
    ('clicked', l.clicked_at),
    ('clicked_by_machines', case when l.clicked_at is null then l.machine_clicked_at end),
    ('left_topic', l.left_at), ('left_all', l.left_all_at)) as h (of, at)
  where h.at is not null and h.of is not null
$$;

-- No bounce of a kept letter is soft, so this is what counting anew would give.
update campaign_counts set soft = 0 where soft <> 0;
