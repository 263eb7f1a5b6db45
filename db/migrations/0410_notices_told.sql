-- Notices for programs, for the people they are about, and once for each cause that lasts.
alter table notices
  add column xid xid8 not null default '0',
  add column data jsonb not null default '{}',
  add column project_id uuid,
  add column mode text default 'live',
  add column member_id uuid,
  add column cause text,
  add column ended_at timestamptz,
  add constraint notices_mode_check check (mode in ('live', 'test')) not valid,
  add constraint notices_member_fkey foreign key (account_id, member_id)
    references members (account_id, id) on delete cascade not valid;
-- Those of before come first, in the order of their ids: nothing is written anew for them.
alter table notices alter column xid set default pg_current_xact_id();
comment on column notices.project_id is 'Null: of the whole account.';
comment on column notices.mode is 'Null: of what both modes share.';
comment on column notices.member_id is 'Of what happened to one member; other members but owners do not see it.';
comment on column notices.cause is 'What the notice tells of, while it lasts: told once until it ends.';
comment on column notices.letter is 'Also goes by email to those who want its kind.';

create table notice_choices (
  account_id    uuid not null,
  member_id     uuid not null,
  letters       jsonb not null default '{}',
  weekly_digest boolean not null default false,
  digest_at     timestamptz,
  primary key (account_id, member_id),
  foreign key (account_id, member_id) references members (account_id, id) on delete cascade
);
comment on table notice_choices is 'Which letters a member wants, where that is not what everybody of the role gets.';
comment on column notice_choices.letters is '{ "type of notice": true | false }';
comment on column notice_choices.digest_at is 'When the next weekly digest is due; null where none is wanted.';
create index notice_choices_due on notice_choices (digest_at) where digest_at is not null;
