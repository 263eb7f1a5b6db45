-- The database after all migrations. Generated: do not edit, run
-- node scripts/run.mjs scripts/schema.ts

CREATE OR REPLACE FUNCTION public.account_is_elsewhere()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_argv[0] = 'skip' then
    return null;
  end if;
  raise exception 'the account is being moved to another cell, or has been' using errcode = '53400';
end $function$;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit records are neither changed nor deleted';
end $function$;

CREATE OR REPLACE FUNCTION public.campaign_link_recount(project uuid, campaign uuid)
 RETURNS TABLE(key text, clicked integer, clicked_by_machines integer)
 LANGUAGE sql
 STABLE
AS $function$
select k.n::text, (count(*) filter (where k.n = any (l.links)))::integer,
  (count(*) filter (where k.n <> all (l.links)))::integer
from letters l
cross join lateral (select distinct n from unnest(l.links || l.machine_links) as t (n)) k
where l.project_id = $1 and l.source_id = $2 and l.source_kind = 'campaign'
  and (l.clicked_at is not null or l.machine_clicked_at is not null)
group by k.n
$function$;

CREATE OR REPLACE FUNCTION public.campaign_recount(project uuid, campaign uuid)
 RETURNS TABLE(part text, key text, letters integer, delivered integer, hard integer, soft integer, policy integer, complained integer, opened integer, opened_by_machines integer, clicked integer, clicked_by_machines integer, left_topic integer, left_all integer)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.letter_figures(l letters)
 RETURNS TABLE(part text, key text, letters integer, delivered integer, hard integer, soft integer, policy integer, complained integer, opened integer, opened_by_machines integer, clicked integer, clicked_by_machines integer, left_topic integer, left_all integer)
 LANGUAGE sql
 STABLE STRICT
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.letter_shape(l letters)
 RETURNS letters
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.position_at(xid8)
 RETURNS xid8
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$select $1$function$;

CREATE OR REPLACE FUNCTION public.position_now()
 RETURNS xid8
 LANGUAGE sql
AS $function$select position_at(pg_current_xact_id())$function$;

CREATE OR REPLACE FUNCTION public.settled_below()
 RETURNS xid8
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return position_at(settled_transaction());
end
$function$;

CREATE OR REPLACE FUNCTION public.settled_transaction()
 RETURNS xid8
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  now_running constant pg_snapshot := pg_current_snapshot();
begin
  if pg_snapshot_xmin(now_running) = pg_snapshot_xmax(now_running) then
    return pg_snapshot_xmax(now_running);
  end if;
  return least(
    pg_snapshot_xmax(now_running),
    pg_current_xact_id_if_assigned(),
    (select running from pg_snapshot_xip(now_running) running
     where not exists (
       select from pg_stat_get_activity(null) backend
       where backend.backend_xid = running::xid
         and backend.datid <> (select oid from pg_database where datname = current_database()))
     order by running limit 1));
end
$function$;

create table accounts (
  id          uuid not null,
  name        text not null,
  email       text not null,
  plan        text not null default 'free'::text,
  trust_level smallint not null default 0,
  time_zone   text not null default 'UTC'::text,
  language    text not null default 'pt'::text,
  pause       text not null default 'none'::text,
  rate        integer,
  created_at  timestamp with time zone not null,
  is_operator boolean not null default false,
  test_money  boolean not null default false,
  closed_at   timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_key UNIQUE (email),
  constraint accounts_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint accounts_pause_check CHECK ((pause = ANY (ARRAY['none'::text, 'regular'::text, 'full'::text]))),
  constraint accounts_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'scale'::text, 'enterprise'::text]))),
  constraint accounts_rate_check CHECK ((rate > 0)),
  constraint accounts_trust_level_check CHECK (((trust_level >= 0) AND (trust_level <= 3)))
);
comment on column accounts.is_operator is 'Its members run this installation.';
comment on column accounts.test_money is 'Orders paid with play money are good here.';
comment on column accounts.closed_at is 'Its people and projects are gone; what its invoices need is kept.';

create table activity (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default position_now(),
  mode       text not null,
  contact_id uuid,
  name       text not null,
  data       jsonb,
  folded     jsonb,
  at         timestamp with time zone not null,
  constraint activity_pkey PRIMARY KEY (project_id, id)
) partition by RANGE (id);
CREATE INDEX activity_by_contact ON ONLY activity USING btree (project_id, contact_id, name, at);
CREATE INDEX activity_by_position ON ONLY activity USING btree (project_id, mode, xid, id);
comment on column activity.folded is 'The texts of data as they are compared.';

create table activity_keys (
  project_id  uuid not null,
  mode        text not null,
  dedupe_key  text not null,
  activity_id uuid not null,
  at          timestamp with time zone not null,
  constraint activity_keys_pkey PRIMARY KEY (project_id, mode, dedupe_key)
);
CREATE INDEX activity_keys_by_time ON activity_keys USING btree (at);

create table address_changes (
  id           uuid not null,
  account_id   uuid not null,
  member_id    uuid not null,
  previous     text not null,
  next         text not null,
  asked_at     timestamp with time zone not null,
  hash         bytea,
  confirmed_at timestamp with time zone,
  undo_hash    bytea,
  expires_at   timestamp with time zone not null,
  constraint address_changes_pkey PRIMARY KEY (id),
  constraint address_changes_hash_key UNIQUE (hash),
  constraint address_changes_undo_hash_key UNIQUE (undo_hash),
  constraint address_changes_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX address_changes_by_end ON address_changes USING btree (expires_at);
CREATE INDEX address_changes_by_member ON address_changes USING btree (account_id, member_id);
CREATE INDEX address_changes_by_previous ON address_changes USING btree (previous) WHERE (confirmed_at IS NOT NULL);
comment on column address_changes.hash is 'Of the link that went to the new address, until it is used.';
comment on column address_changes.undo_hash is 'Of the link that went to the old address: it takes the change back.';
comment on column address_changes.expires_at is 'Of the link that waits to be used: the one to the new address, then the one to the old.';

create table api_keys (
  project_id   uuid not null,
  id           uuid not null,
  hash         bytea not null,
  prefix       text not null,
  name         text not null default ''::text,
  mode         text not null,
  scope        text not null,
  allow_ips    text[] not null default '{}'::text[],
  rate         integer,
  created_at   timestamp with time zone not null,
  last_used_at timestamp with time zone,
  created_by   uuid,
  expires_at   timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (project_id, id),
  constraint api_keys_hash_key UNIQUE (hash),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint api_keys_rate_check CHECK ((rate >= 0)),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['send'::text, 'read'::text, 'admin'::text]))),
  constraint api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
comment on column api_keys.rate is 'Calls per second; null: the default of 10; 0: no limit.';

create table audit_records (
  id          uuid not null,
  xid         xid8 not null default position_now(),
  account_id  uuid,
  by_operator boolean not null,
  at          timestamp with time zone not null,
  actor_type  text not null,
  actor_id    text,
  actor_name  text,
  ip          text,
  action      text not null,
  target_type text not null,
  target_id   text,
  target_name text,
  before      jsonb,
  after       jsonb,
  constraint audit_records_pkey PRIMARY KEY (id),
  constraint audit_records_actor_type_check CHECK ((actor_type = ANY (ARRAY['member'::text, 'key'::text, 'operator'::text, 'system'::text])))
) partition by RANGE (id);
CREATE INDEX audit_records_of_account ON ONLY audit_records USING btree (account_id, xid, id);
CREATE INDEX audit_records_of_operators ON ONLY audit_records USING btree (xid, id) WHERE by_operator;
CREATE TRIGGER audit_records_kept BEFORE DELETE OR UPDATE ON audit_records FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER audit_records_whole BEFORE TRUNCATE ON audit_records FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
comment on table audit_records is 'Changes that a person asks about later, append-only.';
comment on column audit_records.account_id is 'Whose owners read it; null: of the installation.';
comment on column audit_records.actor_id is 'As it is shown, key_… or usr_…; null where nobody in particular acted.';

create table billing_acts (
  id         uuid not null,
  account_id uuid not null,
  invoice_id uuid,
  act        text not null,
  member_id  uuid,
  reason     text,
  at         timestamp with time zone not null,
  constraint billing_acts_pkey PRIMARY KEY (id),
  constraint billing_acts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table billing_acts is 'What operators did with money, who and why. Never changed.';

create table billing_customers (
  account_id uuid not null,
  provider   text not null,
  live       boolean not null,
  ref        text,
  gone       boolean not null default false,
  method     jsonb,
  looked_at  timestamp with time zone,
  again      boolean not null default false,
  constraint billing_customers_pkey PRIMARY KEY (account_id, provider, live),
  constraint billing_customers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX billing_customers_by_ref ON billing_customers USING btree (provider, live, ref);
comment on column billing_customers.again is 'The provider has told us of something that nobody has looked at yet.';

create table billing_differences (
  id         uuid not null,
  account_id uuid,
  invoice_id uuid,
  kind       text not null,
  key        text not null,
  en         text not null,
  pt         text not null,
  since      timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint billing_differences_pkey PRIMARY KEY (id),
  constraint billing_differences_key_key UNIQUE (key),
  constraint billing_differences_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table billing_differences is 'Where the provider and this database disagree, until an operator has looked.';

create table billing_knocks (
  id     text not null,
  at     timestamp with time zone not null,
  charge text,
  constraint billing_knocks_pkey PRIMARY KEY (id)
);
CREATE INDEX billing_knocks_charge ON billing_knocks USING btree (at, id) WHERE (charge IS NOT NULL);
comment on table billing_knocks is 'What a provider has told us of, so that a repeat costs nothing. Kept 35 days.';
comment on column billing_knocks.charge is 'Whose charge it is, the provider is still to be asked.';

create table billing_steps (
  account_id uuid not null,
  key        text not null,
  at         timestamp with time zone not null,
  constraint billing_steps_pkey PRIMARY KEY (account_id, key),
  constraint billing_steps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table billing_steps is 'What an account was told about money, each step once.';

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
  constraint campaign_counts_pkey PRIMARY KEY (project_id, campaign_id, part, key, shard)
) with (fillfactor=60, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000);
CREATE INDEX campaign_counts_of_sequences ON campaign_counts USING btree (key) WHERE (part ~~ '% %'::text);
comment on table campaign_counts is 'The sum over shards is the figure; part and key: all of it, or by provider, variant, language, hour, link (its n), and people by state and reason (in letters).';

create table campaign_links (
  project_id  uuid not null,
  campaign_id uuid not null,
  n           integer not null,
  url         text not null,
  mended_url  text,
  constraint campaign_links_pkey PRIMARY KEY (project_id, campaign_id, n),
  constraint campaign_links_project_id_campaign_id_url_key UNIQUE (project_id, campaign_id, url)
);
comment on table campaign_links is 'The same in every letter; links that hold a value of the person are not here.';

create table campaign_recipients (
  project_id   uuid not null,
  campaign_id  uuid not null,
  contact_id   uuid not null,
  rank         bigint not null,
  send_at      timestamp with time zone,
  state        text not null,
  reason       text,
  variant      text,
  email_id     uuid,
  decided_at   timestamp with time zone not null,
  language     text,
  capped_since timestamp with time zone,
  constraint campaign_recipients_pkey PRIMARY KEY (project_id, campaign_id, contact_id),
  constraint campaign_recipients_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'released'::text, 'skipped'::text, 'cancelled'::text])))
) with (fillfactor=80);
CREATE INDEX campaign_recipients_by_email ON campaign_recipients USING btree (project_id, email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX campaign_recipients_left_out ON campaign_recipients USING btree (project_id, campaign_id, state, contact_id) WHERE (state = ANY (ARRAY['skipped'::text, 'cancelled'::text]));
CREATE INDEX campaign_recipients_pending ON campaign_recipients USING btree (project_id, campaign_id, rank) WHERE (state = 'pending'::text);
comment on column campaign_recipients.rank is 'Digest of person and campaign: the order of the release.';
comment on column campaign_recipients.send_at is 'The moment of the person''s zone; null: at once.';
comment on column campaign_recipients.capped_since is 'When somebody who waits was first found to have had enough letters.';

create table campaigns (
  project_id    uuid not null,
  id            uuid not null,
  xid           xid8 not null default position_now(),
  mode          text not null,
  name          text not null,
  status        text not null,
  phase         text,
  waiting       jsonb,
  paused_by     text,
  definition    jsonb not null,
  letters       jsonb,
  progress      jsonb not null default '{}'::jsonb,
  due_at        timestamp with time zone,
  created_at    timestamp with time zone not null,
  started_at    timestamp with time zone,
  finished_at   timestamp with time zone,
  links_counted boolean not null default true,
  constraint campaigns_pkey PRIMARY KEY (project_id, id),
  constraint campaigns_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint campaigns_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'sent'::text, 'cancelled'::text]))),
  constraint campaigns_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX campaigns_archived ON campaigns USING btree (project_id, mode, ((definition ->> 'topic_id'::text)), started_at DESC) WHERE ((((definition -> 'archive'::text) ->> 'public'::text) = 'true'::text) AND (started_at IS NOT NULL));
CREATE INDEX campaigns_by_position ON campaigns USING btree (project_id, mode, xid, id);
CREATE INDEX campaigns_by_slug ON campaigns USING btree (project_id, (((definition -> 'archive'::text) ->> 'slug'::text))) WHERE (((definition -> 'archive'::text) ->> 'public'::text) = 'true'::text);
CREATE INDEX campaigns_links_uncounted ON campaigns USING btree (project_id, id) WHERE (NOT links_counted);
comment on column campaigns.letters is 'What is sent, by language: of the start, or of a pause since.';
comment on column campaigns.progress is 'How far reading and releasing have come, and the tokens of the rate.';
comment on column campaigns.links_counted is 'campaign_counts has all clicks by link.';

create table cap_changes (
  account_id uuid not null,
  id         uuid not null,
  member_id  uuid,
  from_cents bigint,
  to_cents   bigint,
  at         timestamp with time zone not null,
  constraint cap_changes_pkey PRIMARY KEY (account_id, id),
  constraint cap_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table cap_changes is 'Every change of the spending limit: who, when, from what, to what. Never changed.';
comment on column cap_changes.member_id is 'Null: the operator.';

create table certificate_accounts (
  directory_url text not null,
  private_key   text not null,
  account_url   text,
  email         text not null default ''::text,
  next_try_at   timestamp with time zone not null,
  failures      integer not null default 0,
  problem       text,
  detail        text not null default ''::text,
  leased_by     uuid,
  lease_until   timestamp with time zone,
  constraint certificate_accounts_pkey PRIMARY KEY (directory_url)
);
comment on table certificate_accounts is 'The account at each authority. One node at a time orders by it; while the authority is away, none does.';

create table certificate_challenges (
  token             text not null,
  name              text not null,
  kind              text not null,
  key_authorization text not null,
  created_at        timestamp with time zone not null,
  constraint certificate_challenges_pkey PRIMARY KEY (token),
  constraint certificate_challenges_kind_check CHECK ((kind = ANY (ARRAY['http-01'::text, 'tls-alpn-01'::text])))
);
CREATE INDEX certificate_challenges_by_name ON certificate_challenges USING btree (name);
comment on table certificate_challenges is 'What the authority asks for while an order is under way; any node answers.';

create table certificates (
  name          text not null,
  wanted_at     timestamp with time zone not null,
  next_try_at   timestamp with time zone not null,
  failures      integer not null default 0,
  problem       text,
  detail        text not null default ''::text,
  failed_at     timestamp with time zone,
  directory_url text,
  chain         text,
  private_key   text,
  starts_at     timestamp with time zone,
  ends_at       timestamp with time zone,
  issued_at     timestamp with time zone,
  constraint certificates_pkey PRIMARY KEY (name)
);
comment on column certificates.wanted_at is 'When a node last said that it is served under this name. What nobody wants any more is not renewed.';
comment on column certificates.problem is 'Why the last order came to nothing; null since one came to its end.';
comment on column certificates.detail is 'In the words of the authority.';

create table consent_heads (
  project_id uuid not null,
  mode       text not null,
  day        date not null,
  seq        bigint not null,
  hash       bytea not null,
  constraint consent_heads_pkey PRIMARY KEY (project_id, mode, day)
);

create table consents (
  project_id    uuid not null,
  mode          text not null,
  id            uuid not null,
  xid           xid8 not null default position_now(),
  contact_id    uuid not null,
  topic_id      uuid,
  action        text not null,
  method        text not null,
  at            timestamp with time zone not null,
  address_mac   bytea not null,
  payload       jsonb not null default '{}'::jsonb,
  proof         text not null,
  seq           bigint,
  hash          bytea,
  previous_hash bytea,
  constraint consents_pkey PRIMARY KEY (project_id, id),
  constraint consents_action_check CHECK ((action = ANY (ARRAY['joined'::text, 'asked'::text, 'confirmed'::text, 'left'::text, 'imported'::text, 'blocked'::text]))),
  constraint consents_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);
CREATE INDEX consents_by_address ON consents USING btree (project_id, address_mac);
CREATE INDEX consents_by_contact ON consents USING btree (project_id, contact_id, id);
CREATE INDEX consents_unchained ON consents USING btree (project_id, mode, id) WHERE (hash IS NULL);
CREATE UNIQUE INDEX consents_by_seq ON consents USING btree (project_id, mode, seq) WHERE (seq IS NOT NULL);
comment on column consents.payload is 'As people read it: address, ip, user agent, page, actor, wording, evidence. Erasing a person empties it.';
comment on column consents.proof is 'What is hashed: the same with the personal parts as keyed digests. Never changed.';
comment on column consents.seq is 'Place in the chain of the project and mode; null until the chain has reached it.';

create table contact_ends (
  project_id uuid not null,
  contact_id uuid not null,
  ended_at   timestamp with time zone not null,
  constraint contact_ends_pkey PRIMARY KEY (project_id, contact_id)
);
CREATE INDEX contact_ends_by_time ON contact_ends USING btree (project_id, ended_at);

create table contact_properties (
  project_id uuid not null,
  key        text not null,
  id         uuid not null,
  type       text not null,
  label      jsonb,
  fallback   jsonb,
  created_at timestamp with time zone not null,
  going      boolean not null default false,
  constraint contact_properties_pkey PRIMARY KEY (project_id, key),
  constraint contact_properties_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text, 'date'::text, 'list'::text, 'url'::text]))),
  constraint contact_properties_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

create table contact_topics (
  project_id uuid not null,
  topic_id   uuid not null,
  contact_id uuid not null,
  state      text not null,
  since      timestamp with time zone not null,
  left_at    timestamp with time zone,
  constraint contact_topics_pkey PRIMARY KEY (project_id, topic_id, contact_id),
  constraint contact_topics_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'subscribed'::text, 'unsubscribed'::text])))
) with (fillfactor=85);
CREATE INDEX contact_topics_by_contact ON contact_topics USING btree (project_id, contact_id);
CREATE INDEX contact_topics_pending ON contact_topics USING btree (since) WHERE (state = 'pending'::text);
comment on table contact_topics is 'No row: neither joined nor left.';
comment on column contact_topics.left_at is 'Of a pending one: when they had left before; null: they had not.';

create table contacts (
  project_id    uuid not null,
  mode          text not null,
  id            uuid not null,
  xid           xid8 not null default position_now(),
  email         text not null,
  email_key     text not null,
  external_id   text,
  first_name    text,
  last_name     text,
  language      text,
  time_zone     text,
  properties    jsonb not null default '{}'::jsonb,
  folded        jsonb not null default '{}'::jsonb,
  bucket        smallint not null,
  snoozed_until timestamp with time zone,
  source        text not null,
  created_at    timestamp with time zone not null,
  updated_at    timestamp with time zone not null,
  company       text,
  constraint contacts_pkey PRIMARY KEY (project_id, id),
  constraint contacts_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint contacts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
) with (fillfactor=85);
CREATE INDEX contacts_by_bucket_live ON contacts USING btree (project_id, bucket) WHERE (mode = 'live'::text);
CREATE INDEX contacts_by_first_name ON contacts USING btree (project_id, mode, ((folded ->> 'first_name'::text)) COLLATE "C") WHERE (folded ? 'first_name'::text);
CREATE INDEX contacts_by_last_name ON contacts USING btree (project_id, mode, ((folded ->> 'last_name'::text)) COLLATE "C") WHERE (folded ? 'last_name'::text);
CREATE INDEX contacts_by_position_live ON contacts USING btree (project_id, xid, id) WHERE (mode = 'live'::text);
CREATE INDEX contacts_by_position_test ON contacts USING btree (project_id, xid, id) WHERE (mode = 'test'::text);
CREATE UNIQUE INDEX contacts_by_address ON contacts USING btree (project_id, mode, email_key);
CREATE UNIQUE INDEX contacts_by_external_id ON contacts USING btree (project_id, mode, external_id) WHERE (external_id IS NOT NULL);
comment on column contacts.email_key is 'The key of the suppression list for this address.';
comment on column contacts.folded is 'Texts as they are compared: without marks, lower case; by field, properties as properties.KEY.';
comment on column contacts.bucket is 'Digest of the id, 0 to 1023: a sample of contacts is some buckets.';

create table contents (
  project_id   uuid not null,
  id           uuid not null,
  html         text,
  text         text,
  headers      jsonb,
  attachments  jsonb,
  last_used_at timestamp with time zone not null,
  untracked    text[],
  merging      jsonb,
  constraint contents_pkey PRIMARY KEY (project_id, id),
  constraint contents_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX contents_by_last_use ON contents USING btree (last_used_at);
comment on table contents is 'Never changed; kept while an email refers to it.';
comment on column contents.last_used_at is 'When the last email that refers to it was accepted.';
comment on column contents.merging is '{ language, values, base, makesText }: html and text are Liquid; null: they are as they are sent.';

create table deleted_rows (
  project_id uuid not null,
  kind       text not null,
  id         uuid not null,
  of_table   text not null,
  number     integer not null,
  row        jsonb not null,
  constraint deleted_rows_pkey PRIMARY KEY (project_id, kind, id, of_table, number),
  constraint deleted_rows_project_id_kind_id_fkey FOREIGN KEY (project_id, kind, id) REFERENCES deleted_things(project_id, kind, id) ON DELETE CASCADE
);
comment on column deleted_rows.row is 'As it was. Secrets stay sealed as they were.';

create table deleted_things (
  project_id uuid not null,
  kind       text not null,
  id         uuid not null,
  name       text not null,
  deleted_at timestamp with time zone not null,
  is_sealed  boolean not null default false,
  constraint deleted_things_pkey PRIMARY KEY (project_id, kind, id),
  constraint deleted_things_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX deleted_things_by_time ON deleted_things USING btree (deleted_at);
comment on column deleted_things.is_sealed is 'Its rows hold secrets: they are forgotten with a key that sealed any of them.';

create table directory_rounds (
  kind  text not null,
  what  text not null,
  after text not null,
  constraint directory_rounds_pkey PRIMARY KEY (kind, what),
  constraint directory_rounds_what_check CHECK ((what = ANY (ARRAY['adopt'::text, 'release'::text])))
);
comment on table directory_rounds is 'How far the comparison of this cell''s names with the directory''s has come; it goes round.';

create table directory_tickets (
  ticket uuid not null,
  at     timestamp with time zone not null,
  constraint directory_tickets_pkey PRIMARY KEY (ticket)
);
CREATE INDEX directory_tickets_by_time ON directory_tickets USING btree (at);
comment on table directory_tickets is 'Reservations of names that are used or void: whichever is written first, the other one fails.';

create table dkim_keys (
  project_id  uuid not null,
  domain_id   uuid not null,
  id          uuid not null,
  algorithm   text not null,
  selector    text not null,
  private_key text not null,
  dns_value   text not null,
  state       text not null default 'active'::text,
  verified    boolean not null default false,
  created_at  timestamp with time zone not null,
  retired_at  timestamp with time zone,
  constraint dkim_keys_pkey PRIMARY KEY (project_id, domain_id, id),
  constraint dkim_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['rsa'::text, 'ed25519'::text]))),
  constraint dkim_keys_state_check CHECK ((state = ANY (ARRAY['next'::text, 'active'::text, 'retired'::text]))),
  constraint dkim_keys_project_id_domain_id_fkey FOREIGN KEY (project_id, domain_id) REFERENCES domains(project_id, id) ON DELETE CASCADE
);
comment on column dkim_keys.state is 'next: published, not yet signing; active: signs; retired: still published for mail under way.';

create table domain_claims (
  project_id   uuid not null,
  id           uuid not null,
  name         text not null,
  token        text not null,
  created_at   timestamp with time zone not null,
  made_by_mode text,
  constraint domain_claims_pkey PRIMARY KEY (project_id, id),
  constraint domain_claims_made_by_mode_check CHECK ((made_by_mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint domain_claims_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX domain_claims_by_name ON domain_claims USING btree (name);
comment on column domain_claims.made_by_mode is 'The mode of the key that laid it, live for a member; null (older) counts as live.';

create table domain_links (
  project_id uuid not null,
  domain_id  uuid not null,
  nonce      bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint domain_links_pkey PRIMARY KEY (domain_id),
  constraint domain_links_project_id_domain_id_fkey FOREIGN KEY (project_id, domain_id) REFERENCES domains(project_id, id) ON DELETE CASCADE
);
comment on table domain_links is 'One link per domain. The token is a MAC of the nonce under the installation''s secret: nothing here opens a page.';

create table domains (
  project_id   uuid not null,
  id           uuid not null,
  xid          xid8 not null default position_now(),
  name         text not null,
  status       text not null default 'pending'::text,
  vouched      boolean not null default false,
  return_path  text not null,
  tracking     text not null,
  checks       jsonb not null default '{}'::jsonb,
  created_at   timestamp with time zone not null,
  verified_at  timestamp with time zone,
  checked_at   timestamp with time zone,
  broken_since timestamp with time zone,
  made_by_mode text,
  led_to       text,
  constraint domains_pkey PRIMARY KEY (project_id, id),
  constraint domains_made_by_mode_check CHECK ((made_by_mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint domains_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'failed'::text]))),
  constraint domains_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX domains_by_return_path ON domains USING btree (return_path);
CREATE INDEX domains_by_tracking ON domains USING btree (tracking);
CREATE UNIQUE INDEX domains_by_name ON domains USING btree (name);
comment on column domains.vouched is 'The operator vouches for it: never re-checked against DNS.';
comment on column domains.return_path is 'Host of the envelope sender, below the domain, a CNAME to ours.';
comment on column domains.checks is 'What was found in DNS at the last look, per record.';
comment on column domains.made_by_mode is 'The mode of the key that made it, live for a member; null (older) counts as live.';
comment on column domains.led_to is 'Where its return path may lead, too: the name of the cell that it came from.';

create table earlier_addresses (
  project_id uuid not null,
  mode       text not null,
  address    text not null,
  contact_id uuid not null,
  until      timestamp with time zone not null,
  constraint earlier_addresses_pkey PRIMARY KEY (project_id, mode, address, contact_id),
  constraint earlier_addresses_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);
CREATE INDEX earlier_addresses_by_contact ON earlier_addresses USING btree (project_id, contact_id);
comment on table earlier_addresses is 'By which addresses a contact was known, and until when; it goes with the contact.';

create table email_contents (
  project_id  uuid not null,
  email_id    uuid not null,
  html        text,
  text        text,
  headers     jsonb,
  attachments jsonb,
  untracked   text[],
  own_values  jsonb,
  message     bytea,
  sealed      bytea,
  constraint email_contents_pkey PRIMARY KEY (project_id, email_id)
) partition by RANGE (email_id);
comment on column email_contents.attachments is '[{ filename, content (base64), content_type?, content_id? }].';
comment on column email_contents.untracked is 'What a marketing letter is not watched for: opens, clicks.';
comment on column email_contents.own_values is '{ values, zone } of the one person, where the email has a content that is merged.';
comment on column email_contents.message is 'Handed over by SMTP and carried as it is; the other columns are then null.';
comment on column email_contents.sealed is 'html and text as JSON, sealed; those columns are then null.';

create table emails (
  project_id    uuid not null,
  id            uuid not null,
  xid           xid8 not null default position_now(),
  mode          text not null,
  stream        text not null,
  status        text not null,
  sender        text not null,
  sender_domain text not null,
  addressees    jsonb not null,
  subject       text not null,
  tags          jsonb,
  metadata      jsonb,
  size_bytes    integer not null,
  scheduled_at  timestamp with time zone,
  created_at    timestamp with time zone not null,
  last_event_at timestamp with time zone not null,
  content_id    uuid,
  letter        jsonb,
  message_id    text,
  trace         text,
  constraint emails_pkey PRIMARY KEY (project_id, id)
) partition by RANGE (id);
CREATE INDEX emails_by_position ON ONLY emails USING btree (project_id, mode, xid, id);
CREATE INDEX emails_by_sender ON ONLY emails USING btree (project_id, mode, (((lower(regexp_replace(regexp_replace(sender, '^.*<'::text, ''::text), '@.*$'::text, ''::text)) || '@'::text) || sender_domain)), xid, id);
CREATE INDEX emails_by_tag ON ONLY emails USING gin (tags jsonb_path_ops) WITH (gin_pending_list_limit='512');
CREATE INDEX emails_of_marketing ON ONLY emails USING btree (project_id, mode, xid, id) WHERE (stream = 'marketing'::text);
comment on column emails.addressees is '{ "to": [...], "cc": [...], "bcc": [...], "reply_to": [...] } as written by the caller.';
comment on column emails.content_id is 'Of contents; null: its own content, in email_contents.';
comment on column emails.letter is 'As answers and webhooks show it: campaign_id or sequence_id, step, variant, contact_id.';
comment on column emails.message_id is 'As its program wrote it, with angle brackets; null: ours, made of the id.';
comment on column emails.trace is 'traceparent of the call that sent it (W3C Trace Context), then a space and tracestate; null: none.';

create table enrollment_steps (
  project_id    uuid not null,
  enrollment_id uuid not null,
  visit         integer not null,
  step          text not null,
  at            timestamp with time zone not null,
  outcome       text not null,
  email_id      uuid,
  constraint enrollment_steps_pkey PRIMARY KEY (project_id, enrollment_id, visit)
);

create table enrollments (
  project_id  uuid not null,
  id          uuid not null,
  xid         xid8 not null default position_now(),
  sequence_id uuid not null,
  version     integer not null,
  mode        text not null,
  contact_id  uuid not null,
  key         text not null,
  state       text not null,
  reason      text,
  event       jsonb,
  step        text,
  visit       integer not null,
  due_at      timestamp with time zone,
  waiting     jsonb,
  entered_at  timestamp with time zone not null,
  ended_at    timestamp with time zone,
  by_step     boolean not null default false,
  constraint enrollments_pkey PRIMARY KEY (project_id, id),
  constraint enrollments_state_check CHECK ((state = ANY (ARRAY['inside'::text, 'finished'::text, 'exited'::text, 'cancelled'::text])))
);
CREATE INDEX enrollments_by_person ON enrollments USING btree (project_id, contact_id, sequence_id);
CREATE INDEX enrollments_by_position ON enrollments USING btree (project_id, sequence_id, mode, xid, id);
CREATE INDEX enrollments_inside ON enrollments USING btree (project_id, sequence_id, id) WHERE (state = 'inside'::text);
comment on column enrollments.due_at is 'Of a wait that has begun; null: the step is to be begun.';
comment on column enrollments.by_step is 'A step of a sequence has let them in.';

create table erasures (
  project_id   uuid not null,
  id           uuid not null,
  address      text not null,
  requested_at timestamp with time zone not null,
  mode         text not null default 'live'::text,
  constraint erasures_pkey PRIMARY KEY (project_id, id),
  constraint erasures_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);
comment on table erasures is 'People who are to be erased; gone when it is done.';

create table events (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default position_now(),
  email_id   uuid not null,
  mode       text not null,
  type       text not null,
  at         timestamp with time zone not null,
  recipient  text,
  details    jsonb,
  email_xid  xid8,
  constraint events_pkey PRIMARY KEY (project_id, id)
) partition by RANGE (id);
CREATE INDEX events_by_email ON ONLY events USING btree (email_id, id);
CREATE INDEX events_by_position ON ONLY events USING btree (project_id, mode, xid, id);
CREATE INDEX events_by_position_of_email ON ONLY events USING btree (project_id, mode, type, email_xid, email_id) WHERE (type = ANY (ARRAY['bounced'::text, 'complained'::text, 'failed'::text, 'suppressed'::text, 'cancelled'::text]));
CREATE INDEX events_newest ON ONLY events USING brin ((((xid)::text)::bigint)) WITH (autosummarize='on');
CREATE INDEX events_of_note ON ONLY events USING btree (project_id, mode, type, xid, id) WHERE (type <> ALL (ARRAY['accepted'::text, 'queued'::text, 'sent'::text, 'delivered'::text]));
comment on column events.email_xid is 'The xid of the email, on events that give it an unusual status; null on all others.';

create table files (
  project_id   uuid not null,
  id           uuid not null,
  xid          xid8 not null default position_now(),
  name         text not null,
  filename     text not null,
  content_type text not null,
  bytes        integer not null,
  width        integer not null,
  height       integer not null,
  alt          text not null,
  created_at   timestamp with time zone not null,
  folder       text,
  constraint files_pkey PRIMARY KEY (project_id, id),
  constraint files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX files_by_position ON files USING btree (project_id, xid, id);
CREATE UNIQUE INDEX files_by_name ON files USING btree (name);
comment on column files.name is 'Of the bytes, and of the public address: drawn by chance, never used again.';

create table files_to_remove (
  name   text not null,
  due_at timestamp with time zone not null,
  constraint files_to_remove_pkey PRIMARY KEY (name)
);
CREATE INDEX files_to_remove_by_time ON files_to_remove USING btree (due_at);
comment on table files_to_remove is 'Bytes that nothing needs: of deleted files, and of those that are being taken in, in case nobody comes to note them.';

create table form_addresses (
  digest  bytea not null,
  what    text not null,
  form_id uuid,
  at      timestamp with time zone not null,
  constraint form_addresses_what_check CHECK ((what = ANY (ARRAY['form'::text, 'letter'::text, 'alarm'::text])))
);
CREATE INDEX form_addresses_by_digest ON form_addresses USING btree (digest, what, at);
CREATE INDEX form_addresses_by_time ON form_addresses USING btree (at);
comment on table form_addresses is 'What forms did with an address or a network, for a day: how often one may be written to.';

create table form_counts (
  project_id uuid not null,
  form_id    uuid not null,
  mode       text not null,
  day        date not null,
  outcome    text not null,
  count      bigint not null,
  constraint form_counts_pkey PRIMARY KEY (project_id, form_id, mode, day, outcome)
);

create table form_tokens_used (
  digest bytea not null,
  until  timestamp with time zone not null,
  constraint form_tokens_used_pkey PRIMARY KEY (digest)
);
CREATE INDEX form_tokens_used_by_time ON form_tokens_used USING btree (until);

create table forms (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default position_now(),
  name       text not null,
  definition jsonb not null,
  enabled    boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint forms_pkey PRIMARY KEY (project_id, id),
  constraint forms_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX forms_by_id ON forms USING btree (id);
CREATE UNIQUE INDEX forms_by_name ON forms USING btree (project_id, lower(name));

create table idempotency (
  project_id  uuid not null,
  mode        text not null,
  key         text not null,
  fingerprint bytea not null,
  status      smallint not null,
  response    text not null,
  created_at  timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (project_id, mode, key)
);
CREATE INDEX idempotency_by_age ON idempotency USING btree (created_at);

create table import_changes (
  project_id uuid not null,
  import_id  uuid not null,
  contact_id uuid not null,
  created    boolean not null,
  before     jsonb,
  after      jsonb,
  joined     uuid[],
  line       bigint,
  outcome    text,
  at         timestamp with time zone,
  constraint import_changes_pkey PRIMARY KEY (project_id, import_id, contact_id)
);
CREATE INDEX import_changes_by_contact ON import_changes USING btree (project_id, contact_id);
CREATE INDEX import_changes_to_forget ON import_changes USING btree (project_id, import_id) WHERE (after IS NOT NULL);
comment on table import_changes is 'Who stood in which import; before, after and joined are for undoing, kept for seven days.';
comment on column import_changes.line is 'The physical line where the record of the person begins.';

create table import_chunks (
  project_id uuid not null,
  import_id  uuid not null,
  n          integer not null,
  data       bytea not null,
  constraint import_chunks_pkey PRIMARY KEY (project_id, import_id, n)
);

create table import_errors (
  project_id uuid not null,
  import_id  uuid not null,
  line       bigint not null,
  id         uuid not null,
  code       text not null,
  param      text,
  message    jsonb not null,
  excerpt    text not null,
  taken      boolean not null default false,
  constraint import_errors_pkey PRIMARY KEY (project_id, import_id, line, id)
);

create table import_tried (
  project_id uuid not null,
  import_id  uuid not null,
  email_key  text not null,
  constraint import_tried_pkey PRIMARY KEY (project_id, import_id, email_key)
);
comment on table import_tried is 'Until the dry run ends; kept for seven days where it does not.';

create table imports (
  project_id  uuid not null,
  id          uuid not null,
  xid         xid8 not null default position_now(),
  mode        text not null,
  status      text not null,
  options     jsonb not null,
  recognised  jsonb,
  counts      jsonb not null default '{}'::jsonb,
  cursor      jsonb not null default '{}'::jsonb,
  bytes       bigint not null default 0,
  of_bytes    bigint not null default 0,
  error       text,
  created_at  timestamp with time zone not null,
  started_at  timestamp with time zone,
  finished_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (project_id, id),
  constraint imports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX imports_by_position ON imports USING btree (project_id, mode, xid, id);

create table installation (
  name  text not null,
  value bytea not null,
  constraint installation_pkey PRIMARY KEY (name)
);
comment on table installation is 'Secrets and facts of this installation, such as the key behind tokens.';

create table invitations (
  account_id uuid not null,
  id         uuid not null,
  email      text not null,
  role       text not null,
  language   text not null,
  hash       bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  link_shown boolean not null default false,
  constraint invitations_pkey PRIMARY KEY (account_id, id),
  constraint invitations_account_id_email_key UNIQUE (account_id, email),
  constraint invitations_hash_key UNIQUE (hash),
  constraint invitations_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'marketing'::text, 'reader'::text]))),
  constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on column invitations.link_shown is 'Whoever invites was shown its link: to come by it proves no address.';

create table invoice_lines (
  account_id   uuid not null,
  invoice_id   uuid not null,
  n            smallint not null,
  kind         text not null,
  en           text not null,
  pt           text not null,
  quantity     bigint not null,
  amount_cents bigint not null,
  starts_on    date not null,
  ends_on      date not null,
  period_id    uuid,
  live         boolean not null default true,
  constraint invoice_lines_pkey PRIMARY KEY (account_id, invoice_id, n),
  constraint invoice_lines_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint invoice_lines_kind_check CHECK ((kind = ANY (ARRAY['base'::text, 'overage'::text, 'upgrade'::text]))),
  constraint invoice_lines_account_id_invoice_id_fkey FOREIGN KEY (account_id, invoice_id) REFERENCES invoices(account_id, id)
);
CREATE UNIQUE INDEX invoice_lines_overage_once ON invoice_lines USING btree (account_id, period_id) WHERE ((kind = 'overage'::text) AND live);
comment on column invoice_lines.period_id is 'Of overage: the closed period that it is for.';
comment on column invoice_lines.live is 'False once the invoice is void: its overage may then stand on another.';

create table invoices (
  account_id     uuid not null,
  id             uuid not null,
  number         bigint not null,
  cause          text not null,
  state          text not null,
  plan           text,
  pay_by         text not null,
  currency       text not null,
  total_cents    bigint not null,
  paid_cents     bigint not null default 0,
  refunded_cents bigint not null default 0,
  starts_on      date not null,
  ends_on        date not null,
  ref            text,
  live           boolean not null,
  pay_url        text,
  pdf_url        text,
  fiscal_note    text,
  reference      text,
  tries          integer not null default 0,
  next_try_at    timestamp with time zone,
  declined       text,
  issue_tries    integer not null default 0,
  issue_at       timestamp with time zone,
  issued_at      timestamp with time zone,
  due_at         timestamp with time zone not null,
  lost_at        timestamp with time zone,
  void_at        timestamp with time zone,
  created_at     timestamp with time zone not null,
  paid_at        timestamp with time zone,
  by_member      uuid,
  cancel_at      timestamp with time zone,
  sought_as      text,
  constraint invoices_pkey PRIMARY KEY (account_id, id),
  constraint invoices_account_id_cause_key UNIQUE (account_id, cause),
  constraint invoices_check CHECK (((paid_cents = 0) OR (paid_cents = total_cents))),
  constraint invoices_check1 CHECK (((refunded_cents >= 0) AND (refunded_cents <= paid_cents))),
  constraint invoices_check2 CHECK (((state <> 'paid'::text) OR (paid_cents = total_cents))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['due'::text, 'open'::text, 'paid'::text, 'void'::text, 'lost'::text]))),
  constraint invoices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX invoices_by_id ON invoices USING btree (id);
CREATE INDEX invoices_to_cancel ON invoices USING btree (cancel_at) WHERE (cancel_at IS NOT NULL);
CREATE INDEX invoices_to_issue ON invoices USING btree (issue_at) WHERE (issue_at IS NOT NULL);
CREATE INDEX invoices_to_try ON invoices USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX invoices_unpaid ON invoices USING btree (due_at) WHERE (state = ANY (ARRAY['due'::text, 'open'::text]));
comment on table invoices is 'One row per cause of a charge; a cause is invoiced once.';
comment on column invoices.cause is 'order:ID, period:DATE, upgrade:ID or rest:DATE.';
comment on column invoices.live is 'Real money; with a test key it is none.';
comment on column invoices.declined is 'Why the last try failed, in the provider''s word.';
comment on column invoices.void_at is 'Unpaid by then it is void: an upgrade, an order.';
comment on column invoices.by_member is 'Who asked for the upgrade that it is for; null: nobody did by hand.';
comment on column invoices.cancel_at is 'The provider has it open and must not collect it any more; asked again at this time.';

create table jobs (
  name   text not null,
  ran_at timestamp with time zone not null,
  constraint jobs_pkey PRIMARY KEY (name)
);

create table leavings (
  project_id  uuid not null,
  mode        text not null,
  address_mac bytea not null,
  topic_id    uuid not null,
  left_at     timestamp with time zone not null,
  constraint leavings_pkey PRIMARY KEY (project_id, mode, address_mac, topic_id),
  constraint leavings_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);
comment on table leavings is 'Who left which topic under which address, known by its keyed hash alone; asked whenever an address comes in.';

create table letters (
  project_id         uuid not null,
  contact_id         uuid not null,
  email_id           uuid not null,
  topic_id           uuid,
  source_kind        text not null,
  source_id          uuid not null,
  step               text,
  variant            text,
  sent_at            timestamp with time zone not null,
  delivered_at       timestamp with time zone,
  opened_at          timestamp with time zone,
  clicked_at         timestamp with time zone,
  machine_at         timestamp with time zone,
  bounced_at         timestamp with time zone,
  complained_at      timestamp with time zone,
  links              integer[] not null default '{}'::integer[],
  machine_clicked_at timestamp with time zone,
  language           text,
  provider           text,
  bounced_as         text,
  failed_at          timestamp with time zone,
  left_at            timestamp with time zone,
  left_all_at        timestamp with time zone,
  machine_links      integer[],
  constraint letters_pkey PRIMARY KEY (project_id, contact_id, email_id),
  constraint letters_bounced_as_check CHECK ((bounced_as = ANY (ARRAY['hard'::text, 'soft'::text, 'policy'::text])))
) partition by RANGE (email_id);
CREATE INDEX letters_by_any_click ON ONLY letters USING btree (project_id, source_id) WHERE ((clicked_at IS NOT NULL) OR (machine_clicked_at IS NOT NULL));
CREATE INDEX letters_by_click ON ONLY letters USING btree (project_id, clicked_at, contact_id) WHERE (clicked_at IS NOT NULL);
CREATE INDEX letters_by_email ON ONLY letters USING btree (project_id, email_id);
CREATE INDEX letters_by_opening ON ONLY letters USING btree (project_id, opened_at, contact_id) WHERE (opened_at IS NOT NULL);
CREATE INDEX letters_by_source ON ONLY letters USING btree (project_id, source_id, contact_id) WHERE ((clicked_at IS NOT NULL) OR (bounced_at IS NOT NULL) OR (complained_at IS NOT NULL) OR (left_at IS NOT NULL) OR (left_all_at IS NOT NULL));
comment on column letters.opened_at is 'By a person; a click is an opening. Programs count in machine_at.';
comment on column letters.machine_at is 'The first opening or click by a program.';
comment on column letters.bounced_as is 'hard: counts against the address; soft: full, too large, given up; policy.';
comment on column letters.left_at is 'The topic was left by this letter; left_all_at: everything.';
comment on column letters.machine_links is 'As links, but what programs followed; null: nothing.';

create table limit_rents (
  lane  text not null,
  stamp uuid not null,
  state jsonb not null,
  until timestamp with time zone not null,
  constraint limit_rents_pkey PRIMARY KEY (lane)
) with (fillfactor=50);

create table mail_holds (
  id         uuid not null,
  account_id uuid,
  domain     text,
  until      timestamp with time zone,
  note       jsonb,
  created_at timestamp with time zone not null,
  constraint mail_holds_pkey PRIMARY KEY (id),
  constraint mail_holds_account_id_key UNIQUE (account_id),
  constraint mail_holds_domain_key UNIQUE (domain),
  constraint mail_holds_check CHECK ((num_nonnulls(account_id, domain) = 1)),
  constraint mail_holds_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
comment on table mail_holds is 'A row holds back what waits, and what comes to wait; it goes out once the row is gone or its time is over.';
comment on column mail_holds.until is 'It is let go by itself then; null: by hand.';
comment on column mail_holds.note is 'What the customer reads, {"en", "pt"}.';

create table marketing_settings (
  project_id uuid not null,
  settings   jsonb not null,
  updated_at timestamp with time zone not null,
  constraint marketing_settings_pkey PRIMARY KEY (project_id),
  constraint marketing_settings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

create table member_identities (
  issuer     text not null,
  subject    text not null,
  account_id uuid not null,
  member_id  uuid not null,
  email      text not null,
  linked_at  timestamp with time zone not null,
  seen_at    timestamp with time zone not null,
  id         uuid not null default gen_random_uuid(),
  constraint member_identities_pkey PRIMARY KEY (issuer, subject),
  constraint member_identities_id_key UNIQUE (id),
  constraint member_identities_member_id_issuer_key UNIQUE (member_id, issuer),
  constraint member_identities_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX member_identities_by_member ON member_identities USING btree (account_id, member_id);
comment on table member_identities is 'Who a member is at an identity provider (OpenID Connect): the issuer and its name for the person.';
comment on column member_identities.email is 'The address by which they were found to be the same.';

create table member_tokens (
  hash       bytea not null,
  kind       text not null,
  account_id uuid not null,
  member_id  uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint member_tokens_pkey PRIMARY KEY (hash),
  constraint member_tokens_kind_check CHECK ((kind = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint member_tokens_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX member_tokens_by_end ON member_tokens USING btree (expires_at);
CREATE INDEX member_tokens_by_member ON member_tokens USING btree (account_id, member_id);

create table members (
  account_id      uuid not null,
  id              uuid not null,
  email           text not null,
  password_hash   text,
  role            text not null default 'owner'::text,
  language        text not null default 'pt'::text,
  verified_at     timestamp with time zone,
  created_at      timestamp with time zone not null,
  name            text not null default ''::text,
  totp_secret     bytea,
  totp_enabled_at timestamp with time zone,
  totp_step       bigint,
  recovery_hashes bytea[] not null default '{}'::bytea[],
  seen_at         timestamp with time zone,
  constraint members_pkey PRIMARY KEY (account_id, id),
  constraint members_email_key UNIQUE (email),
  constraint members_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'marketing'::text, 'reader'::text]))),
  constraint members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on column members.totp_secret is 'Of two-step log-in (RFC 6238); in force once totp_enabled_at is set.';
comment on column members.totp_step is 'The time step of the last code used: no code works twice.';

create table migrations (
  name       text not null,
  checksum   text not null,
  applied_at timestamp with time zone not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table moved_accounts (
  account_id uuid not null,
  move_id    uuid not null,
  cell       text not null,
  url        text not null,
  step       text not null,
  since      timestamp with time zone not null,
  constraint moved_accounts_pkey PRIMARY KEY (account_id),
  constraint moved_accounts_step_check CHECK ((step = ANY (ARRAY['closing'::text, 'out'::text, 'opening'::text, 'done'::text])))
);
comment on table moved_accounts is 'Accounts that this cell has given to another one, or is about to; their rows are in a schema of the move.';
comment on column moved_accounts.url is 'Where the other cell takes calls that still come here.';
comment on column moved_accounts.step is 'closing: it takes nothing more; out: its rows are aside; opening: it cannot be taken back; done: the other cell has it.';

create table moved_here (
  move_id    uuid not null,
  account_id uuid not null,
  at         timestamp with time zone not null,
  constraint moved_here_pkey PRIMARY KEY (move_id)
);
comment on table moved_here is 'Moves into this cell that are done: each is done once.';

create table moved_marks (
  kind       text not null,
  mark       text not null,
  account_id uuid not null,
  constraint moved_marks_pkey PRIMARY KEY (kind, mark),
  constraint moved_marks_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'address'::text, 'domain'::text, 'form'::text, 'identity'::text, 'key'::text, 'passkey'::text, 'project'::text, 'return_path'::text, 'session'::text, 'token'::text]))),
  constraint moved_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES moved_accounts(account_id) ON DELETE CASCADE
);
CREATE INDEX moved_marks_by_account ON moved_marks USING btree (account_id);
comment on table moved_marks is 'By what this cell knows that a call, a link or a report is of a moved account.';

create table nodes (
  id             uuid not null,
  hostname       text not null,
  roles          text[] not null,
  started_at     timestamp with time zone not null,
  seen_at        timestamp with time zone not null,
  streams        text[] not null default '{transactional,marketing}'::text[],
  draining_since timestamp with time zone,
  resting        boolean,
  in_hand        integer,
  lanes          jsonb,
  knows_words    boolean not null default false,
  clock_off      boolean not null default false,
  process        integer,
  processes      integer,
  constraint nodes_pkey PRIMARY KEY (id)
);
comment on column nodes.draining_since is 'It is asked to take no new mail; null: it works as ever.';
comment on column nodes.resting is 'It takes none, as it said last; null: a node of an earlier release.';
comment on column nodes.in_hand is 'Emails and notifications under way there, as it said last.';
comment on column nodes.lanes is 'How it shapes its deliveries, as it said last: the slowed and the busiest.';
comment on column nodes.knows_words is 'Where it erases, it empties the volumes of words; false: of an earlier release, which does not.';
comment on column nodes.clock_off is 'Its clock is more than 2 s from the database''s, so it takes no work.';
comment on column nodes.process is 'Which process of its machine it is, from 1; null: the only one, or of an earlier release.';
comment on column nodes.processes is 'How many its machine has, where there are several.';

create table notice_choices (
  account_id    uuid not null,
  member_id     uuid not null,
  letters       jsonb not null default '{}'::jsonb,
  weekly_digest boolean not null default false,
  digest_at     timestamp with time zone,
  constraint notice_choices_pkey PRIMARY KEY (account_id, member_id),
  constraint notice_choices_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_choices_due ON notice_choices USING btree (digest_at) WHERE (digest_at IS NOT NULL);
comment on table notice_choices is 'Which letters a member wants, where that is not what everybody of the role gets.';
comment on column notice_choices.letters is '{ "type of notice": true | false }';
comment on column notice_choices.digest_at is 'When the next weekly digest is due; null where none is wanted.';

create table notices (
  account_id uuid not null,
  id         uuid not null,
  level      text not null,
  code       text not null,
  text       jsonb not null,
  created_at timestamp with time zone not null,
  read_at    timestamp with time zone,
  letter     boolean not null default false,
  posted_at  timestamp with time zone,
  xid        xid8 not null default position_now(),
  data       jsonb not null default '{}'::jsonb,
  project_id uuid,
  mode       text default 'live'::text,
  member_id  uuid,
  cause      text,
  ended_at   timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (account_id, id),
  constraint notices_level_check CHECK ((level = ANY (ARRAY['info'::text, 'warning'::text, 'error'::text]))),
  constraint notices_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint notices_member_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX notices_by_position ON notices USING btree (account_id, xid, id);
CREATE INDEX notices_to_post ON notices USING btree (id) WHERE (letter AND (posted_at IS NULL));
CREATE UNIQUE INDEX notices_open_causes ON notices USING btree (account_id, cause) WHERE ((cause IS NOT NULL) AND (ended_at IS NULL));
comment on column notices.text is '{ "en": …, "pt": … }';
comment on column notices.letter is 'Also goes by email to those who want its kind.';
comment on column notices.project_id is 'Null: of the whole account.';
comment on column notices.mode is 'Null: of what both modes share.';
comment on column notices.member_id is 'Of what happened to one member; other members but owners do not see it.';
comment on column notices.cause is 'What the notice tells of, while it lasts: told once until it ends.';

create table notices_owed (
  project_id  uuid not null,
  batch_id    uuid not null,
  id          uuid not null,
  event_id    uuid not null,
  body        text not null,
  webhook_ids uuid[] not null,
  is_bulk     boolean not null,
  trace       text,
  constraint notices_owed_pkey PRIMARY KEY (project_id, batch_id, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
comment on column notices_owed.batch_id is 'The subject of the work in the queue that makes posts of them.';
comment on column notices_owed.is_bulk is 'Caused by marketing.';
comment on column notices_owed.trace is 'As emails.trace.';

create table orders (
  account_id  uuid not null,
  id          uuid not null,
  invoice_id  uuid not null,
  plan        text not null,
  currency    text not null,
  price_cents bigint not null,
  pay_by      text not null,
  state       text not null,
  ref         text,
  url         text,
  live        boolean not null,
  by_member   uuid,
  created_at  timestamp with time zone not null,
  expires_at  timestamp with time zone not null,
  constraint orders_pkey PRIMARY KEY (account_id, id),
  constraint orders_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'closed'::text]))),
  constraint orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE UNIQUE INDEX orders_one_open ON orders USING btree (account_id) WHERE (state = 'open'::text);

create table passkeys (
  account_id    uuid not null,
  id            uuid not null,
  member_id     uuid not null,
  credential_id bytea not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_at    timestamp with time zone not null,
  used_at       timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (account_id, id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_member ON passkeys USING btree (account_id, member_id);
comment on column passkeys.credential_id is 'What the authenticator calls it.';
comment on column passkeys.public_key is 'As COSE (RFC 9052); the private one never leaves the authenticator.';
comment on column passkeys.counter is 'Signatures of it so far, where it counts them: a number that comes again is a copy.';

create table pending_fields (
  project_id uuid not null,
  contact_id uuid not null,
  asked_at   timestamp with time zone not null,
  fields     jsonb not null,
  constraint pending_fields_pkey PRIMARY KEY (project_id, contact_id, asked_at)
);
CREATE INDEX pending_fields_by_time ON pending_fields USING btree (asked_at);
comment on table pending_fields is 'Fields of a form until the confirmation that was asked for then.';

create table periods (
  account_id uuid not null,
  id         uuid not null,
  starts_on  date not null,
  ends_on    date not null,
  closed_at  timestamp with time zone not null,
  plan       text not null,
  currency   text not null,
  included   bigint,
  used       bigint not null,
  extra      bigint not null,
  millicents bigint not null,
  bill_cents bigint not null,
  cap_cents  bigint not null,
  ordered    boolean not null,
  constraint periods_pkey PRIMARY KEY (account_id, id),
  constraint periods_check CHECK (((((bill_cents * 1000) - millicents) >= 0) AND (((bill_cents * 1000) - millicents) <= 999))),
  constraint periods_check1 CHECK ((bill_cents <= cap_cents)),
  constraint periods_check2 CHECK ((extra <= used)),
  constraint periods_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table periods is 'Months and paid periods that are over, as they were closed. Never changed, never deleted.';
comment on column periods.ends_on is 'Exclusive.';
comment on column periods.bill_cents is 'millicents, up to the next cent: the overage of the period.';

create table plan_changes (
  account_id uuid not null,
  id         uuid not null,
  member_id  uuid,
  from_plan  text not null,
  to_plan    text not null,
  at         timestamp with time zone not null,
  constraint plan_changes_pkey PRIMARY KEY (account_id, id),
  constraint plan_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table plan_changes is 'Every change of plan by order, renewal or end, or by the operator. Never changed.';

create table posts (
  project_id uuid not null,
  id         uuid not null,
  webhook_id uuid not null,
  event_id   uuid not null,
  body       text not null,
  trace      text,
  constraint posts_pkey PRIMARY KEY (project_id, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
comment on column posts.body is 'Exactly what every attempt sends.';
comment on column posts.trace is 'As emails.trace: what its receiver is told.';

create table projects (
  id         uuid not null,
  account_id uuid not null,
  name       text not null,
  language   text,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint projects_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX projects_by_account ON projects USING btree (account_id);

create table queue (
  id          uuid not null,
  kind        text not null,
  project_id  uuid not null,
  subject     uuid not null,
  n           smallint not null default 0,
  attempt     integer not null default 0,
  tries       integer not null default 0,
  due_at      timestamp with time zone not null,
  created_at  timestamp with time zone not null,
  admitted    boolean not null default false,
  held        boolean not null default false,
  faults      smallint not null default 0,
  destination integer not null default 0,
  ready       boolean not null default false,
  source_id   uuid,
  leaves_from uuid,
  constraint queue_pkey PRIMARY KEY (id)
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX queue_by_source ON queue USING btree (source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX queue_by_subject ON queue USING btree (subject);
CREATE INDEX queue_later ON queue USING btree (kind, due_at) WHERE (NOT ready);
CREATE INDEX queue_leased ON queue USING btree (kind, due_at) WHERE ((NOT ready) AND held);
CREATE INDEX queue_ready ON queue USING btree (kind, project_id, destination, due_at) WHERE ready;
CREATE INDEX queue_waiting ON queue USING btree (kind, project_id, due_at) WHERE ((NOT ready) AND (NOT held));
comment on column queue.subject is 'kind delivery: the email; kind webhook: the post; kind job: its own id.';
comment on column queue.attempt is 'Claims so far: the fencing token. Never set back.';
comment on column queue.tries is 'Real tries so far: what the retry schedule counts.';
comment on column queue.admitted is 'It has its place in a day of the warm-up and needs no other.';
comment on column queue.held is 'Claimed and not settled yet; stays when its holder dies or gives it back.';
comment on column queue.faults is 'Claims in a row that ended in a fault of ours.';
comment on column queue.destination is 'Digest of what the work goes to (a domain, a webhook): one line of the queue.';
comment on column queue.ready is 'It may be claimed: it is due and nobody holds it.';
comment on column queue.source_id is 'The campaign or sequence whose letter it is; null for all other work.';
comment on column queue.leaves_from is 'The source address of the last try; null: the system chose, or there was none.';

create table quotas (
  account_id         uuid not null,
  zone               text not null,
  day                date not null,
  day_ends_at        timestamp with time zone not null,
  day_used           integer not null default 0,
  pause_used         integer not null default 0,
  month              date not null,
  anchor             smallint not null,
  plan               text not null,
  month_used         bigint not null default 0,
  extra_used         bigint not null default 0,
  extra_millicents   bigint not null default 0,
  currency           text not null default 'USD'::text,
  overage_cents      integer,
  cap_millicents     bigint not null default 0,
  credit_cents       bigint,
  stopped            boolean not null default false,
  ordered            boolean not null default false,
  next_plan          text,
  next_overage_cents integer,
  constraint quotas_pkey PRIMARY KEY (account_id),
  constraint quotas_anchor_check CHECK (((anchor >= 1) AND (anchor <= 31))),
  constraint quotas_cap CHECK ((extra_millicents <= cap_millicents)),
  constraint quotas_credit_cents_check CHECK ((credit_cents >= 0)),
  constraint quotas_overage_cents_check CHECK ((overage_cents > 0)),
  constraint quotas_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
) with (fillfactor=40, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
comment on table quotas is 'Recipients accepted in the current day and month, one row per account. A row of an earlier day or month counts nothing and is rolled forward when it is next used.';
comment on column quotas.zone is 'The time zone that this day ends in; the account''s own from then on.';
comment on column quotas.pause_used is 'Of the day, during a regular pause.';
comment on column quotas.month is 'First day of the month or of the paid period, which begins on the day `anchor` of a month.';
comment on column quotas.plan is 'The plan that month and anchor were set for.';
comment on column quotas.month_used is 'Within the included volume; beyond it: extra_used.';
comment on column quotas.extra_millicents is 'The price of extra_used, at the prices of its time. 1000 are one cent.';
comment on column quotas.currency is 'Of the prices and the cap of this period.';
comment on column quotas.overage_cents is 'Per 1,000 recipients beyond the included volume, for the whole of this period; null: none are sold.';
comment on column quotas.cap_millicents is 'The most that extra_millicents may become in this period.';
comment on column quotas.credit_cents is 'Most overage on credit; null: no such line.';
comment on column quotas.stopped is 'A payment is missing: nothing is sold beyond the included volume.';
comment on column quotas.ordered is 'The plan was ordered, and its periods are billed.';
comment on column quotas.next_plan is 'Begins when this period ends; null: the same again.';

create table rate_windows (
  key_id  uuid not null,
  at      bigint not null,
  rate    integer not null,
  granted integer not null,
  hold_ms integer not null,
  times   bigint[] not null,
  counts  integer[] not null,
  constraint rate_windows_pkey PRIMARY KEY (key_id)
) with (fillfactor=40, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
comment on table rate_windows is 'Calls granted: counts[i] of them at times[i] (ms since 1970). rate, granted and hold_ms are those of the last statement.';

create table recipients (
  project_id uuid not null,
  email_id   uuid not null,
  n          smallint not null,
  address    text not null,
  state      text not null,
  constraint recipients_pkey PRIMARY KEY (project_id, email_id, n)
) partition by RANGE (email_id);
CREATE INDEX recipients_by_address ON ONLY recipients USING btree (project_id, lower(address), email_id);

create table refunds (
  account_id   uuid not null,
  id           uuid not null,
  invoice_id   uuid not null,
  cause        text not null,
  amount_cents bigint not null,
  reason       text not null,
  by_member    uuid,
  state        text not null,
  ref          text,
  tries        integer not null default 0,
  due_at       timestamp with time zone not null,
  at           timestamp with time zone not null,
  constraint refunds_pkey PRIMARY KEY (account_id, id),
  constraint refunds_account_id_cause_key UNIQUE (account_id, cause),
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['due'::text, 'done'::text, 'by_hand'::text])))
);

create table requests (
  project_id      uuid not null,
  id              uuid not null,
  xid             xid8 not null default position_now(),
  mode            text not null,
  at              timestamp with time zone not null,
  method          text not null,
  path            text not null,
  query           text,
  route           text,
  status          smallint not null,
  error_code      text,
  param           text,
  key_id          uuid not null,
  key_prefix      text not null,
  ip              text not null,
  user_agent      text,
  duration_ms     integer not null,
  idempotency_key text,
  email_id        uuid,
  request_body    text,
  response_body   text,
  constraint requests_pkey PRIMARY KEY (project_id, id)
) partition by RANGE (id);
CREATE INDEX requests_by_email ON ONLY requests USING btree (project_id, email_id) WHERE (email_id IS NOT NULL);
CREATE INDEX requests_listed ON ONLY requests USING btree (project_id, mode, xid, id);
CREATE INDEX requests_refused ON ONLY requests USING btree (project_id, mode, xid, id) WHERE (status >= 400);
comment on table requests is 'What keys have asked and were answered; nothing depends on it.';
comment on column requests.route is 'As in OpenAPI; null where there is none.';
comment on column requests.request_body is 'The beginning, without secrets and attachments; null where bodies are not kept.';

create table retained (
  project_id uuid not null,
  since      timestamp with time zone not null,
  constraint retained_pkey PRIMARY KEY (project_id),
  constraint retained_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
comment on table retained is 'Events before `since` may have been deleted, for the age that the plan keeps.';

create table saved_blocks (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default position_now(),
  name       text not null,
  blocks     jsonb not null,
  created_at timestamp with time zone not null,
  constraint saved_blocks_pkey PRIMARY KEY (project_id, id),
  constraint saved_blocks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX saved_blocks_by_position ON saved_blocks USING btree (project_id, xid, id);

create table search_cursors (
  project_id uuid not null,
  mode       text not null,
  upto_xid   xid8 not null,
  upto_id    uuid not null,
  waiting    integer not null,
  from_id    uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint search_cursors_pkey PRIMARY KEY (project_id, mode)
);
comment on table search_cursors is 'Up to where emails are counted that wait for a volume.';
comment on column search_cursors.from_id is 'Emails that are still to be counted have ids from here on: older partitions are not looked into.';

create table search_leaves (
  volume_id uuid not null,
  first     integer not null,
  entries   bytea not null,
  constraint search_leaves_pkey PRIMARY KEY (volume_id, first),
  constraint search_leaves_volume_id_fkey FOREIGN KEY (volume_id) REFERENCES search_volumes(id) ON DELETE CASCADE
);
comment on table search_leaves is 'Triples of letters, each with the emails of the volume that have it (sending/timeline/postings.ts).';

create table search_volumes (
  project_id uuid not null,
  mode       text not null,
  id         uuid not null,
  after_xid  xid8 not null,
  after_id   uuid not null,
  upto_xid   xid8 not null,
  upto_id    uuid not null,
  version    integer not null default 0,
  emails     integer not null default 0,
  first_at   timestamp with time zone,
  ids        bytea,
  constraint search_volumes_pkey PRIMARY KEY (project_id, mode, upto_xid, upto_id),
  constraint search_volumes_id_key UNIQUE (id)
);
CREATE INDEX search_volumes_empty ON search_volumes USING btree (id) WHERE (ids IS NULL);
comment on table search_volumes is 'A run of emails in the order of the list, behind one place and up to another.';
comment on column search_volumes.version is 'Counts how often it was emptied: what was read before is not written after.';
comment on column search_volumes.first_at is 'The time of the oldest id in it.';
comment on column search_volumes.ids is 'Of its emails, 16 bytes each, in the order of the list; null: to be filled.';

create table segment_counts (
  project_id uuid not null,
  segment_id uuid not null,
  mode       text not null,
  count      bigint not null,
  exact      boolean not null,
  counted_at timestamp with time zone not null,
  swept_at   timestamp with time zone,
  constraint segment_counts_pkey PRIMARY KEY (project_id, segment_id, mode)
);

create table segment_members (
  project_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  mode       text not null,
  since      timestamp with time zone not null,
  constraint segment_members_pkey PRIMARY KEY (project_id, segment_id, contact_id)
);
CREATE INDEX segment_members_by_contact ON segment_members USING btree (project_id, contact_id);

create table segments (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default position_now(),
  name       text not null,
  kind       text not null,
  filter     jsonb,
  tracked    boolean not null default false,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  folder     text,
  constraint segments_pkey PRIMARY KEY (project_id, id),
  constraint segments_kind_check CHECK ((kind = ANY (ARRAY['dynamic'::text, 'static'::text]))),
  constraint segments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE UNIQUE INDEX segments_by_name ON segments USING btree (project_id, lower(name));

create table sequence_dates (
  project_id  uuid not null,
  sequence_id uuid not null,
  mode        text not null,
  looked_at   timestamp with time zone not null,
  next_at     timestamp with time zone not null,
  constraint sequence_dates_pkey PRIMARY KEY (project_id, sequence_id, mode)
);
comment on column sequence_dates.looked_at is 'Moments up to here have let people in.';

create table sequence_entries (
  project_id    uuid not null,
  sequence_id   uuid not null,
  mode          text not null,
  contact_id    uuid not null,
  key           text not null,
  enrollment_id uuid not null,
  entered_at    timestamp with time zone not null,
  is_inside     boolean not null,
  constraint sequence_entries_pkey PRIMARY KEY (project_id, sequence_id, contact_id, key)
);

create table sequence_versions (
  project_id   uuid not null,
  sequence_id  uuid not null,
  version      integer not null,
  definition   jsonb not null,
  published_at timestamp with time zone not null,
  constraint sequence_versions_pkey PRIMARY KEY (project_id, sequence_id, version)
);

create table sequences (
  project_id        uuid not null,
  id                uuid not null,
  xid               xid8 not null default position_now(),
  name              text not null,
  status            text not null,
  while_paused      text not null default 'hold'::text,
  paused_at         timestamp with time zone,
  definition        jsonb not null,
  published_version integer,
  created_at        timestamp with time zone not null,
  updated_at        timestamp with time zone not null,
  pace              jsonb not null default '{}'::jsonb,
  paused_test_at    timestamp with time zone,
  folder            text,
  constraint sequences_pkey PRIMARY KEY (project_id, id),
  constraint sequences_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'archived'::text]))),
  constraint sequences_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX sequences_by_position ON sequences USING btree (project_id, xid, id);
comment on column sequences.paused_at is 'By the clock of live mode; null: it is not paused.';
comment on column sequences.pace is 'By mode: when the next letter may go (ms since 1970), where it has a pace.';

create table sessions (
  id         uuid not null,
  hash       bytea not null,
  account_id uuid not null,
  member_id  uuid not null,
  address    text not null,
  agent      text not null,
  created_at timestamp with time zone not null,
  seen_at    timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_hash_key UNIQUE (hash),
  constraint sessions_account_id_member_id_fkey FOREIGN KEY (account_id, member_id) REFERENCES members(account_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_member ON sessions USING btree (account_id, member_id);
CREATE INDEX sessions_by_seen ON sessions USING btree (seen_at);
comment on column sessions.hash is 'SHA-256 of what the cookie holds; the cookie itself is nowhere.';

create table set_up_of_test (
  project_id uuid not null,
  id         uuid not null,
  constraint set_up_of_test_pkey PRIMARY KEY (project_id, id)
);
comment on table set_up_of_test is 'Set-up of a project that a test key made and neither a live key nor a member has published: live mode does not use it.';

create table sightings (
  id         uuid not null,
  project_id uuid not null,
  email_id   uuid not null,
  n          smallint not null,
  url        text not null,
  at         timestamp with time zone not null,
  reason     text,
  constraint sightings_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX sightings_by_email ON sightings USING btree (email_id, n, at);
CREATE INDEX sightings_by_project ON sightings USING btree (project_id);
comment on table sightings is 'Clicks that wait to be judged, for seconds.';
comment on column sightings.reason is 'What the request itself gave away; null where it may be a person''s.';

create table sign_in_attempts (
  hash            bytea not null,
  kind            text not null,
  invitation_hash bytea,
  member_id       uuid,
  expires_at      timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (hash),
  constraint sign_in_attempts_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'passkey'::text, 'new_passkey'::text])))
);
CREATE INDEX sign_in_attempts_by_end ON sign_in_attempts USING btree (expires_at);
comment on table sign_in_attempts is 'Sign-ins under way: each is good once. All else about one is derived from what the cookie holds.';
comment on column sign_in_attempts.hash is 'SHA-256 of what the cookie holds; the cookie itself is nowhere.';
comment on column sign_in_attempts.invitation_hash is 'Of the invitation that is to be accepted by it.';
comment on column sign_in_attempts.member_id is 'Whose new passkey it is about.';

create table soft_bounces (
  project_id uuid not null,
  address    text not null,
  day        date not null,
  constraint soft_bounces_pkey PRIMARY KEY (project_id, address, day)
);
CREATE INDEX soft_bounces_by_day ON soft_bounces USING btree (day);
comment on column soft_bounces.day is 'UTC. Three within 14 days suppress the address.';

create table source_addresses (
  id               uuid not null,
  address          text not null,
  hostname         text not null,
  pool             text not null,
  warm             boolean not null,
  first_stage      smallint not null,
  paused_at        timestamp with time zone,
  created_at       timestamp with time zone not null,
  local_at         timestamp with time zone,
  transactional_at timestamp with time zone,
  marketing_at     timestamp with time zone,
  constraint source_addresses_pkey PRIMARY KEY (id),
  constraint source_addresses_address_key UNIQUE (address),
  constraint source_addresses_pool_fkey FOREIGN KEY (pool) REFERENCES source_pools(name)
);
CREATE INDEX source_addresses_by_pool ON source_addresses USING btree (pool);
comment on column source_addresses.warm is 'It has a history, and no limits of the day.';
comment on column source_addresses.first_stage is 'Of the warm-up, at providers that it has not written to.';
comment on column source_addresses.local_at is 'When a node last found it on its machine.';
comment on column source_addresses.transactional_at is 'When a node that sends transactional mail last found it on its machine.';
comment on column source_addresses.marketing_at is 'The same of marketing mail. Both null: only nodes that do not say so yet have found it.';

create table source_pools (
  name     text not null,
  position integer not null,
  streams  text[],
  projects uuid[],
  constraint source_pools_pkey PRIMARY KEY (name),
  constraint source_pools_projects_check CHECK ((projects <> '{}'::uuid[])),
  constraint source_pools_streams_check CHECK ((streams <> '{}'::text[]))
);
comment on column source_pools.position is 'The first that fits an email is its pool.';
comment on column source_pools.streams is 'Null: all.';
comment on column source_pools.projects is 'Null: everybody''s.';

create table source_stamp (
  only_one      boolean not null default true,
  stamp         integer not null default 0,
  file_taken_at timestamp with time zone,
  constraint source_stamp_pkey PRIMARY KEY (only_one),
  constraint source_stamp_only_one_check CHECK (only_one)
);
comment on column source_stamp.file_taken_at is 'When MALOTE_SOURCE_ADDRESSES was taken over.';

create table source_warm_ups (
  source_id uuid not null,
  provider  text not null,
  stage     smallint not null,
  day       date not null,
  taken     integer not null default 0,
  taken_at  timestamp with time zone not null,
  sent      integer not null default 0,
  delivered integer not null default 0,
  slowed    integer not null default 0,
  kept_by   text,
  constraint source_warm_ups_pkey PRIMARY KEY (source_id, provider),
  constraint source_warm_ups_source_id_fkey FOREIGN KEY (source_id) REFERENCES source_addresses(id) ON DELETE CASCADE
) with (fillfactor=50);
comment on column source_warm_ups.day is 'Of UTC.';
comment on column source_warm_ups.taken is 'Places of the day that nodes have taken, used or not.';
comment on column source_warm_ups.slowed is 'Replies against this address: too fast, blocked, a bad name.';
comment on column source_warm_ups.kept_by is 'Why the last day led to no further stage: results, volume.';

create table standings (
  account_id        uuid not null,
  spend_cents       bigint,
  daily_limit       integer not null default 1000,
  level_since       timestamp with time zone not null,
  clean_days        integer not null default 0,
  judged_day        date,
  tax_id            text,
  has_payment       boolean not null default false,
  pause_cause       text,
  pause_since       timestamp with time zone,
  pause_count       integer,
  pause_of          integer,
  base_day          date,
  base_finals       integer not null default 0,
  base_hard         integer not null default 0,
  base_complaints   integer not null default 0,
  warned            boolean not null default false,
  kept_days         integer,
  kept_until        timestamp with time zone,
  billing_email     text,
  credit_line_cents bigint,
  pause_note        jsonb,
  constraint standings_pkey PRIMARY KEY (account_id),
  constraint standings_credit_line_cents_check CHECK ((credit_line_cents >= 0)),
  constraint standings_pause_cause_check CHECK ((pause_cause = ANY (ARRAY['operator'::text, 'bounces'::text, 'complaints'::text, 'payment'::text]))),
  constraint standings_spend_cents_check CHECK ((spend_cents >= 0)),
  constraint standings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table standings is 'How an account stands: its trust, its pause and why, and the spending limit it has set itself.';
comment on column standings.spend_cents is 'Most overage per period, set by the customer; null: none is bought.';
comment on column standings.daily_limit is 'Of level 2: begins at 1,000 and doubles with every clean week.';
comment on column standings.clean_days is 'In a row, days without sending left out, since the level was reached.';
comment on column standings.judged_day is 'The last day (UTC) that has been judged.';
comment on column standings.base_day is 'After a pause was lifted by hand only what came later is held against the account: base_* are the counts of that day until then.';
comment on column standings.kept_days is 'After a change to a smaller plan logs keep this age until kept_until.';
comment on column standings.billing_email is 'Letters about money go there, too.';
comment on column standings.credit_line_cents is 'Credit line set by the operator, also before anything is bought; null: by the rule of the settings.';
comment on column standings.pause_note is 'Of a pause by the operator: what the customer reads, {"en", "pt"}.';

create table standstills (
  account_id uuid not null,
  since      timestamp with time zone not null,
  ended_at   timestamp with time zone,
  constraint standstills_pkey PRIMARY KEY (account_id),
  constraint standstills_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table standstills is 'Accounts that may send no marketing, and those that may again whose sequences are not moved by the length of it yet.';

create table sts_policies (
  domain          text not null,
  id              text not null,
  mode            text not null,
  mx              text[] not null,
  max_age_seconds integer not null,
  fetched_at      timestamp with time zone not null,
  expires_at      timestamp with time zone not null,
  looked_at       timestamp with time zone not null,
  used_at         timestamp with time zone not null,
  constraint sts_policies_pkey PRIMARY KEY (domain),
  constraint sts_policies_mode_check CHECK ((mode = ANY (ARRAY['enforce'::text, 'testing'::text, 'none'::text])))
);
CREATE INDEX sts_policies_by_fetch ON sts_policies USING btree (fetched_at);
comment on table sts_policies is 'What recipient domains demand of TLS, each to its max_age.';
comment on column sts_policies.id is 'Of the TXT record under which it was fetched.';
comment on column sts_policies.looked_at is 'When the job last tried to renew it.';
comment on column sts_policies.used_at is 'When mail last made us fetch it.';

create table subscriptions (
  account_id   uuid not null,
  state        text not null,
  plan         text not null,
  next_plan    text,
  currency     text not null,
  price_cents  bigint not null,
  pay_by       text not null,
  starts_on    date not null,
  renews_at    timestamp with time zone not null,
  grace_until  timestamp with time zone,
  billed       uuid,
  credit_cents bigint,
  disputed     boolean not null default false,
  constraint subscriptions_pkey PRIMARY KEY (account_id),
  constraint subscriptions_pay_by_check CHECK ((pay_by = ANY (ARRAY['card'::text, 'invoice'::text]))),
  constraint subscriptions_state_check CHECK ((state = ANY (ARRAY['active'::text, 'past_due'::text, 'ended'::text]))),
  constraint subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX subscriptions_by_renewal ON subscriptions USING btree (renews_at) WHERE (state = ANY (ARRAY['active'::text, 'past_due'::text]));
comment on table subscriptions is 'What an account has bought. Without a row, or once it has ended, nobody is charged.';
comment on column subscriptions.starts_on is 'First local date of the running period.';
comment on column subscriptions.renews_at is 'When the running period ends, as far as is known.';
comment on column subscriptions.billed is 'The last closed period that has its invoice.';
comment on column subscriptions.credit_cents is 'Credit line set by the operator; null: by the rule of the settings.';

create table suppressions (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default position_now(),
  mode       text not null,
  address    text not null,
  email      text not null,
  stream     text not null,
  reason     text not null,
  email_id   uuid,
  created_at timestamp with time zone not null,
  constraint suppressions_pkey PRIMARY KEY (project_id, id),
  constraint suppressions_project_id_mode_address_stream_key UNIQUE (project_id, mode, address, stream),
  constraint suppressions_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['hard_bounce'::text, 'complaint'::text, 'unsubscribe'::text, 'manual'::text, 'repeated_soft_bounce'::text]))),
  constraint suppressions_stream_check CHECK ((stream = ANY (ARRAY['all'::text, 'marketing'::text])))
);
CREATE INDEX suppressions_by_position ON suppressions USING btree (project_id, mode, xid, id);
comment on column suppressions.mode is 'What a test key puts on the list blocks nobody.';
comment on column suppressions.address is 'The key: lower case. What was written is in email.';

create table template_versions (
  project_id   uuid not null,
  template_id  uuid not null,
  version      integer not null,
  draft        jsonb not null,
  letters      jsonb not null,
  published_at timestamp with time zone not null,
  constraint template_versions_pkey PRIMARY KEY (project_id, template_id, version)
);
comment on column template_versions.letters is 'By language: Liquid sources with their layout, ready to run.';

create table templates (
  project_id        uuid not null,
  id                uuid not null,
  xid               xid8 not null default position_now(),
  name              text not null,
  alias             text,
  kind              text not null,
  revision          integer not null,
  draft             jsonb not null,
  published_version integer,
  is_changed        boolean not null,
  created_at        timestamp with time zone not null,
  updated_at        timestamp with time zone not null,
  folder            text,
  constraint templates_pkey PRIMARY KEY (project_id, id),
  constraint templates_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'layout'::text]))),
  constraint templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX templates_by_position ON templates USING btree (project_id, xid, id);
CREATE UNIQUE INDEX templates_by_alias ON templates USING btree (project_id, alias) WHERE (alias IS NOT NULL);
comment on column templates.is_changed is 'The draft, or the layout, is not what was published last.';

create table test_clocks (
  project_id uuid not null,
  ahead_ms   bigint not null,
  at         timestamp with time zone,
  target     timestamp with time zone,
  constraint test_clocks_pkey PRIMARY KEY (project_id),
  constraint test_clocks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
comment on column test_clocks.ahead_ms is 'Test mode is so far ahead of everybody''s time, unless it is being advanced.';
comment on column test_clocks.at is 'While it is being advanced: what time it is in test mode; null: it ticks.';

create table throttles (
  key        text not null,
  count      integer not null,
  at         timestamp with time zone not null,
  blocked_to timestamp with time zone not null,
  times      timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  constraint throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_by_age ON throttles USING btree (at);
comment on table throttles is 'Tries of log-in, sign-up and the like, by whom and from where.';

create table tls_report_posts (
  id         uuid not null,
  domain     text not null,
  url        text not null,
  body       bytea not null,
  created_at timestamp with time zone not null,
  due_at     timestamp with time zone not null,
  constraint tls_report_posts_pkey PRIMARY KEY (id)
);
comment on table tls_report_posts is 'Reports on their way by https; gone when taken, or after a day.';

create table tls_results (
  day     date not null,
  domain  text not null,
  key     bytea not null,
  policy  jsonb not null,
  outcome jsonb not null,
  count   bigint not null,
  constraint tls_results_pkey PRIMARY KEY (day, domain, key)
);
comment on table tls_results is 'Sessions per UTC day and domain that asks for reports; gone once reported.';
comment on column tls_results.key is 'SHA-256 of policy and outcome.';

create table topics (
  project_id      uuid not null,
  id              uuid not null,
  xid             xid8 not null default position_now(),
  name            jsonb not null,
  description     jsonb not null default '{}'::jsonb,
  joined_by       text not null,
  double_opt_in   boolean not null,
  public          boolean not null,
  exempt_from_cap boolean not null default false,
  created_at      timestamp with time zone not null,
  constraint topics_pkey PRIMARY KEY (project_id, id),
  constraint topics_joined_by_check CHECK ((joined_by = ANY (ARRAY['choice'::text, 'default'::text]))),
  constraint topics_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

create table tracked_members (
  project_id uuid not null,
  segment_id uuid not null,
  mode       text not null,
  contact_id uuid not null,
  since      timestamp with time zone not null,
  constraint tracked_members_pkey PRIMARY KEY (project_id, segment_id, contact_id)
);
CREATE INDEX tracked_members_by_contact ON tracked_members USING btree (project_id, contact_id);

create table traffic (
  project_id uuid not null,
  mode       text not null,
  facet      text not null,
  day        date not null,
  a          text not null,
  b          text not null,
  count      bigint not null,
  constraint traffic_pkey PRIMARY KEY (project_id, mode, facet, day, a, b)
) with (fillfactor=80);

create table traffic_cursors (
  project_id uuid not null,
  mode       text not null,
  xid        xid8 not null,
  id         uuid not null,
  constraint traffic_cursors_pkey PRIMARY KEY (project_id, mode)
);
comment on table traffic_cursors is 'The last event that is counted in traffic.';

create table traffic_noted (
  is_all    boolean not null default true,
  below_xid xid8 not null,
  constraint traffic_noted_pkey PRIMARY KEY (is_all),
  constraint traffic_noted_is_all_check CHECK (is_all)
);
comment on table traffic_noted is 'One row: whoever has events below this place was noted in traffic_waiting.';

create table traffic_waiting (
  project_id uuid not null,
  mode       text not null,
  noted_xid  xid8 not null,
  constraint traffic_waiting_pkey PRIMARY KEY (project_id, mode)
);
comment on table traffic_waiting is 'Who has events that are to be counted in traffic.';
comment on column traffic_waiting.noted_xid is 'All its events below this place were written when it was noted; a later note has a higher one.';

create table trust_changes (
  account_id  uuid not null,
  id          uuid not null,
  from_level  smallint not null,
  to_level    smallint not null,
  daily_limit integer,
  reason      text not null,
  en          text not null,
  pt          text not null,
  at          timestamp with time zone not null,
  constraint trust_changes_pkey PRIMARY KEY (account_id, id),
  constraint trust_changes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table trust_changes is 'Every change of trust and why, oldest first by id. Never changed, never deleted.';

create table usage (
  project_id uuid not null,
  day        date not null,
  stream     text not null,
  provider   text not null,
  shard      smallint not null,
  accepted   integer not null default 0,
  delivered  integer not null default 0,
  deferred   integer not null default 0,
  bounced    integer not null default 0,
  hard       integer not null default 0,
  complained integer not null default 0,
  opened     integer not null default 0,
  clicked    integer not null default 0,
  suppressed integer not null default 0,
  failed     integer not null default 0,
  cancelled  integer not null default 0,
  finals     integer not null default 0,
  constraint usage_pkey PRIMARY KEY (project_id, day, stream, provider, shard)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX usage_by_day ON usage USING btree (day);
comment on column usage.provider is 'Empty where no receiving server was known yet.';
comment on column usage.accepted is 'Recipients counted against the quotas.';
comment on column usage.hard is 'Of bounced: those that count in the bounce rate.';
comment on column usage.finals is 'Recipients delivered or bounced for the first time: what the rates divide by.';

create table usage_marks (
  account_id uuid not null,
  at         timestamp with time zone not null,
  starts_on  date not null,
  used       bigint not null,
  extra      bigint not null,
  millicents bigint not null,
  constraint usage_marks_pkey PRIMARY KEY (account_id, at),
  constraint usage_marks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
comment on table usage_marks is 'Running totals of a period at the end of each hour in which they grew.';

create table warm_ups (
  project_id uuid not null,
  domain     text not null,
  day        date not null,
  allowance  integer not null,
  used       integer not null default 0,
  held_day   date not null,
  held       integer not null default 0,
  campaigns  integer not null default 0,
  constraint warm_ups_pkey PRIMARY KEY (project_id, domain),
  constraint warm_ups_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
comment on table warm_ups is 'Marketing mail of domains that are new to it: how much today, and how much is put off to held_day.';
comment on column warm_ups.campaigns is 'Of the places used today: those that campaigns took when they released.';

create table webhook_attempts (
  project_id      uuid not null,
  webhook_id      uuid not null,
  id              uuid not null,
  event_id        uuid not null,
  at              timestamp with time zone not null,
  duration_ms     integer not null,
  status_code     integer,
  error           text,
  response_body   text,
  next_attempt_at timestamp with time zone,
  request_body    text not null,
  constraint webhook_attempts_pkey PRIMARY KEY (project_id, webhook_id, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
comment on table webhook_attempts is 'The last 100 of each webhook, pruned as they are written.';

create table webhooks (
  project_id      uuid not null,
  id              uuid not null,
  xid             xid8 not null default position_now(),
  url             text not null,
  events          text[] not null,
  enabled         boolean not null,
  secret          bytea not null,
  previous_secret bytea,
  previous_until  timestamp with time zone,
  created_at      timestamp with time zone not null,
  made_by_mode    text,
  old_secrets     jsonb,
  form            text,
  constraint webhooks_pkey PRIMARY KEY (project_id, id),
  constraint webhooks_form_check CHECK ((form = 'resend'::text)),
  constraint webhooks_made_by_mode_check CHECK ((made_by_mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX webhooks_by_position ON webhooks USING btree (project_id, xid, id);
comment on column webhooks.previous_secret is 'Signs beside the new one until previous_until, after a rotation.';
comment on column webhooks.made_by_mode is 'The mode of the key that made it, live for a member; null (older) counts as live. One of test hears of test mode only.';
comment on column webhooks.old_secrets is 'Replaced secrets that still sign, the newest first: base64 and until when (ms since 1970).';
comment on column webhooks.form is 'In whose words and headers it posts: resend; null: our own.';

create table wordings (
  project_id uuid not null,
  id         uuid not null,
  language   text not null,
  text       text not null,
  digest     bytea not null,
  version    integer not null,
  made_at    timestamp with time zone not null,
  constraint wordings_pkey PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX wordings_by_digest ON wordings USING btree (project_id, language, digest);
comment on table wordings is 'Never changed: what somebody agreed to.';
