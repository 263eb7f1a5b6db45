-- Campaigns: one letter to many, with a row for each person before anything is sent.

create table campaigns (
  project_id   uuid not null references projects,
  id           uuid not null,
  xid          xid8 not null default pg_current_xact_id(),
  mode         text not null check (mode in ('live', 'test')),
  name         text not null,
  status       text not null
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  phase        text,
  waiting      jsonb,
  paused_by    text,
  definition   jsonb not null,
  letters      jsonb,
  progress     jsonb not null default '{}',
  due_at       timestamptz,
  created_at   timestamptz not null,
  started_at   timestamptz,
  finished_at  timestamptz,
  primary key (project_id, id)
);
create index campaigns_by_position on campaigns (project_id, mode, xid, id);
comment on column campaigns.letters is 'What is sent, by language: of the start, or of a pause since.';
comment on column campaigns.progress is 'How far reading and releasing have come, and the tokens of the rate.';

create table campaign_recipients (
  project_id  uuid not null,
  campaign_id uuid not null,
  contact_id  uuid not null,
  email       text not null,
  rank        bigint not null,
  send_at     timestamptz,
  state       text not null check (state in ('pending', 'released', 'skipped', 'cancelled')),
  reason      text,
  variant     text,
  email_id    uuid,
  decided_at  timestamptz not null,
  primary key (project_id, campaign_id, contact_id)
) with (fillfactor = 80);
create index campaign_recipients_pending on campaign_recipients (project_id, campaign_id, rank)
  where state = 'pending';
create index campaign_recipients_by_email on campaign_recipients (project_id, email_id)
  where email_id is not null;
comment on column campaign_recipients.rank is 'Digest of person and campaign: the order of the release.';
comment on column campaign_recipients.send_at is 'The moment of the person''s zone; null: at once.';

-- By the letter, for lists of emails that are narrowed to a campaign or a person.
create index letters_by_email on letters (project_id, email_id);
