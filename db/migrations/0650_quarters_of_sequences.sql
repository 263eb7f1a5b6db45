-- Letters of sequences are counted by quarters of an hour, since days begin at one in every zone.
-- Those of campaigns stay with hours: their counters are on the path of every letter.
create or replace function letter_shape(l letters) returns letters
language plpgsql stable strict as $$
declare
  shape letters;
  step constant interval :=
    case when l.source_kind = 'sequence' then interval '15 minutes' else interval '1 hour' end;
  origin constant timestamptz := timestamptz '2000-01-01T00:00:00Z';
begin
  shape.source_kind := l.source_kind;
  shape.variant := l.variant;
  shape.language := l.language;
  shape.provider := l.provider;
  shape.bounced_as := l.bounced_as;
  shape.sent_at := date_bin(step, l.sent_at, origin);
  shape.delivered_at := date_bin(step, l.delivered_at, origin);
  shape.opened_at := date_bin(step, l.opened_at, origin);
  shape.clicked_at := date_bin(step, l.clicked_at, origin);
  shape.machine_at := date_bin(step, l.machine_at, origin);
  shape.machine_clicked_at := date_bin(step, l.machine_clicked_at, origin);
  shape.bounced_at := date_bin(step, l.bounced_at, origin);
  shape.complained_at := date_bin(step, l.complained_at, origin);
  shape.failed_at := date_bin(step, l.failed_at, origin);
  shape.left_at := date_bin(step, l.left_at, origin);
  shape.left_all_at := date_bin(step, l.left_all_at, origin);
  return shape;
end
$$;

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
  select 'hour', to_char(h.at at time zone 'UTC', case l.source_kind
      when 'sequence' then 'YYYY-MM-DD"T"HH24:MI":00Z"' else 'YYYY-MM-DD"T"HH24":00:00Z"' end),
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
