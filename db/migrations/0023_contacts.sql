-- People who may be written to: contacts, what they asked for (topics), the proof of it (consents),
-- groups of them (segments), what they did (activity), how they come in (imports, forms). A contact
-- belongs to a project and a mode; topics, properties, segments and forms to the project.

create table contacts (
  project_id    uuid not null references projects,
  mode          text not null check (mode in ('live', 'test')),
  id            uuid not null,
  xid           xid8 not null default pg_current_xact_id(),
  email         text not null,
  email_key     text collate "C" not null,
  external_id   text collate "C",
  first_name    text,
  last_name     text,
  language      text,
  time_zone     text,
  properties    jsonb not null default '{}',
  folded        jsonb not null default '{}',
  bucket        smallint not null,
  snoozed_until timestamptz,
  source        text not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (project_id, id)
) with (fillfactor = 85);
-- Look-ups by address meet a table without statistics when many contacts come at once. The indexes of
-- lists are partial, so that only one can serve them.
create unique index contacts_by_address on contacts (project_id, mode, email_key);
create unique index contacts_by_external_id on contacts (project_id, mode, external_id)
  where external_id is not null;
create index contacts_by_position_live on contacts (project_id, xid, id) where mode = 'live';
create index contacts_by_position_test on contacts (project_id, xid, id) where mode = 'test';
create index contacts_by_bucket_live on contacts (project_id, bucket) where mode = 'live';
create index contacts_by_first_name
  on contacts (project_id, mode, ((folded ->> 'first_name') collate "C"))
  where folded ? 'first_name';
create index contacts_by_last_name
  on contacts (project_id, mode, ((folded ->> 'last_name') collate "C"))
  where folded ? 'last_name';
comment on column contacts.email_key is 'The key of the suppression list for this address.';
comment on column contacts.folded is 'Texts as they are compared: without marks, lower case; by field, properties as properties.KEY.';
comment on column contacts.bucket is 'Digest of the id, 0 to 1023: a sample of contacts is some buckets.';

create table contact_properties (
  project_id uuid not null references projects,
  key        text not null,
  id         uuid not null,
  type       text not null check (type in ('string', 'number', 'boolean', 'date', 'list', 'url')),
  label      jsonb,
  fallback   jsonb,
  created_at timestamptz not null,
  primary key (project_id, key)
);

create table topics (
  project_id      uuid not null references projects,
  id              uuid not null,
  xid             xid8 not null default pg_current_xact_id(),
  name            jsonb not null,
  description     jsonb not null default '{}',
  joined_by       text not null check (joined_by in ('choice', 'default')),
  double_opt_in   boolean not null,
  public          boolean not null,
  exempt_from_cap boolean not null default false,
  created_at      timestamptz not null,
  primary key (project_id, id)
);

create table contact_topics (
  project_id uuid not null,
  topic_id   uuid not null,
  contact_id uuid not null,
  state      text not null check (state in ('pending', 'subscribed', 'unsubscribed')),
  since      timestamptz not null,
  primary key (project_id, topic_id, contact_id)
) with (fillfactor = 85);
create index contact_topics_by_contact on contact_topics (project_id, contact_id);
create index contact_topics_pending on contact_topics (since) where state = 'pending';
comment on table contact_topics is 'No row: neither joined nor left.';

-- Consents are kept for years after the person's end, each for its own time: weeks of them could not
-- be dropped whole.
create table consents (
  project_id    uuid not null,
  mode          text not null check (mode in ('live', 'test')),
  id            uuid not null,
  xid           xid8 not null default pg_current_xact_id(),
  contact_id    uuid not null,
  topic_id      uuid,
  action        text not null check (action in ('joined', 'asked', 'confirmed', 'left', 'imported', 'blocked')),
  method        text not null,
  at            timestamptz not null,
  address_mac   bytea not null,
  payload       jsonb not null default '{}',
  proof         text not null,
  seq           bigint,
  hash          bytea,
  previous_hash bytea,
  primary key (project_id, id)
);
create index consents_by_contact on consents (project_id, contact_id, id);
create index consents_by_address on consents (project_id, address_mac);
create unique index consents_by_seq on consents (project_id, mode, seq) where seq is not null;
create index consents_unchained on consents (project_id, mode, id) where hash is null;
comment on column consents.payload is 'As people read it: address, ip, user agent, page, actor, wording, evidence. Erasing a person empties it.';
comment on column consents.proof is 'What is hashed: the same with the personal parts as keyed digests. Never changed.';
comment on column consents.seq is 'Place in the chain of the project and mode; null until the chain has reached it.';

create table consent_heads (
  project_id uuid not null,
  mode       text not null,
  day        date not null,
  seq        bigint not null,
  hash       bytea not null,
  primary key (project_id, mode, day)
);

create table wordings (
  project_id uuid not null,
  id         uuid not null,
  language   text not null,
  text       text not null,
  digest     bytea not null,
  version    integer not null,
  made_at    timestamptz not null,
  primary key (project_id, id)
);
create unique index wordings_by_digest on wordings (project_id, language, digest);
comment on table wordings is 'Never changed: what somebody agreed to.';

create table segments (
  project_id uuid not null references projects,
  id         uuid not null,
  xid        xid8 not null default pg_current_xact_id(),
  name       text not null,
  kind       text not null check (kind in ('dynamic', 'static')),
  filter     jsonb,
  tracked    boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index segments_by_name on segments (project_id, (lower(name)));

create table segment_counts (
  project_id uuid not null,
  segment_id uuid not null,
  mode       text not null,
  count      bigint not null,
  exact      boolean not null,
  counted_at timestamptz not null,
  swept_at   timestamptz,
  primary key (project_id, segment_id, mode)
);

create table segment_members (
  project_id uuid not null,
  segment_id uuid not null,
  contact_id uuid not null,
  mode       text not null,
  since      timestamptz not null,
  primary key (project_id, segment_id, contact_id)
);
create index segment_members_by_contact on segment_members (project_id, contact_id);

create table activity (
  project_id uuid not null,
  id         uuid not null,
  xid        xid8 not null default pg_current_xact_id(),
  mode       text not null,
  contact_id uuid,
  name       text not null,
  data       jsonb,
  folded     jsonb,
  at         timestamptz not null,
  primary key (project_id, id)
) partition by range (id);
comment on column activity.folded is 'The texts of data as they are compared.';
create index activity_by_contact on activity (project_id, contact_id, name, at);
create index activity_by_position on activity (project_id, mode, xid, id);

create table activity_keys (
  project_id  uuid not null,
  mode        text not null,
  dedupe_key  text not null,
  activity_id uuid not null,
  at          timestamptz not null,
  primary key (project_id, mode, dedupe_key)
);
create index activity_keys_by_time on activity_keys (at);

-- What marketing remembers of its letters, by person.
create table letters (
  project_id    uuid not null,
  contact_id    uuid not null,
  email_id      uuid not null,
  topic_id      uuid,
  source_kind   text not null,
  source_id     uuid not null,
  step          text,
  variant       text,
  sent_at       timestamptz not null,
  delivered_at  timestamptz,
  opened_at     timestamptz,
  clicked_at    timestamptz,
  machine_at    timestamptz,
  bounced_at    timestamptz,
  complained_at timestamptz,
  links         integer[] not null default '{}',
  primary key (project_id, contact_id, email_id)
) partition by range (email_id);
comment on column letters.opened_at is 'By a person; a click is an opening. Programs count in machine_at.';

create table imports (
  project_id   uuid not null references projects,
  id           uuid not null,
  xid          xid8 not null default pg_current_xact_id(),
  mode         text not null,
  status       text not null,
  options      jsonb not null,
  recognised   jsonb,
  counts       jsonb not null default '{}',
  cursor       jsonb not null default '{}',
  bytes        bigint not null default 0,
  of_bytes     bigint not null default 0,
  error        text,
  created_at   timestamptz not null,
  started_at   timestamptz,
  finished_at  timestamptz,
  primary key (project_id, id)
);
create index imports_by_position on imports (project_id, mode, xid, id);

create table import_chunks (
  project_id uuid not null,
  import_id  uuid not null,
  n          integer not null,
  data       bytea not null,
  primary key (project_id, import_id, n)
);
alter table import_chunks alter column data set storage external;

create table import_errors (
  project_id uuid not null,
  import_id  uuid not null,
  line       bigint not null,
  id         uuid not null,
  code       text not null,
  param      text,
  message    jsonb not null,
  excerpt    text not null,
  primary key (project_id, import_id, line, id)
);

create table import_changes (
  project_id uuid not null,
  import_id  uuid not null,
  contact_id uuid not null,
  created    boolean not null,
  before     jsonb,
  after      jsonb,
  joined     uuid[],
  primary key (project_id, import_id, contact_id)
);
comment on table import_changes is 'For undoing; kept for seven days.';

create table forms (
  project_id uuid not null references projects,
  id         uuid not null,
  xid        xid8 not null default pg_current_xact_id(),
  name       text not null,
  definition jsonb not null,
  enabled    boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, id)
);
create unique index forms_by_name on forms (project_id, (lower(name)));
create index forms_by_id on forms (id);

create table form_tokens_used (
  digest bytea primary key,
  until  timestamptz not null
);
create index form_tokens_used_by_time on form_tokens_used (until);

create table form_counts (
  project_id uuid not null,
  form_id    uuid not null,
  mode       text not null,
  day        date not null,
  outcome    text not null,
  count      bigint not null,
  primary key (project_id, form_id, mode, day, outcome)
);

create table marketing_settings (
  project_id uuid primary key references projects,
  settings   jsonb not null,
  updated_at timestamptz not null
);

create table erasures (
  project_id   uuid not null,
  id           uuid not null,
  address      text not null,
  requested_at timestamptz not null,
  primary key (project_id, id)
);
comment on table erasures is 'People who are to be erased; gone when it is done.';

create table form_addresses (
  digest  bytea not null,
  what    text not null check (what in ('form', 'letter', 'alarm')),
  form_id uuid,
  at      timestamptz not null
);
create index form_addresses_by_digest on form_addresses (digest, what, at);
create index form_addresses_by_time on form_addresses (at);
comment on table form_addresses is 'What forms did with an address or a network, for a day: how often one may be written to.';
