-- Accounts that go from this cell to another one, or have gone (docs/decisions/0091).
create table moved_accounts (
  account_id uuid primary key,
  move_id    uuid not null,
  cell       text not null,
  url        text not null,
  step       text not null check (step in ('closing', 'out', 'opening', 'done')),
  since      timestamptz not null
);
comment on table moved_accounts is
  'Accounts that this cell has given to another one, or is about to; their rows are in a schema of the move.';
comment on column moved_accounts.url is 'Where the other cell takes calls that still come here.';
comment on column moved_accounts.step is
  'closing: it takes nothing more; out: its rows are aside; opening: it cannot be taken back; done: the other cell has it.';

create table moved_marks (
  kind       text not null check (kind in
    ('account', 'address', 'domain', 'key', 'project', 'return_path', 'session', 'token')),
  mark       text not null,
  account_id uuid not null references moved_accounts on delete cascade,
  primary key (kind, mark)
);
create index moved_marks_by_account on moved_marks (account_id);
comment on table moved_marks is 'By what this cell knows that a call, a link or a report is of a moved account.';

create table moved_here (
  move_id    uuid primary key,
  account_id uuid not null,
  at         timestamptz not null
);
comment on table moved_here is 'Moves into this cell that are done: each is done once.';

-- Until the other cell's name stands in DNS: reports that come to the old one are passed on.
alter table domains add column led_to text;
comment on column domains.led_to is
  'Where its return path may lead, too: the name of the cell that it came from.';

create function account_is_elsewhere() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'skip' then
    return null;
  end if;
  raise exception 'the account is being moved to another cell, or has been' using errcode = '53400';
end $$;
comment on function account_is_elsewhere() is
  'Behind the triggers of a move: nothing is written any more for an account that is not here; skip: what others wait with it for is written.';
