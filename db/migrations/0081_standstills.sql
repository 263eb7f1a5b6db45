-- While an account may send no marketing, the clocks of its sequences stand still.

create table standstills (
  account_id uuid primary key references accounts,
  since      timestamptz not null,
  ended_at   timestamptz
);
comment on table standstills is
  'Accounts that may send no marketing, and those that may again whose sequences are not moved by the length of it yet.';

insert into standstills (account_id, since)
select a.id, coalesce(s.pause_since, a.created_at)
from accounts a left join standings s on s.account_id = a.id where a.pause <> 'none';
