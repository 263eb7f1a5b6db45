-- What a period is bought under stands in the hot row; what is over is kept for ever.

alter table quotas
  add column currency           text not null default 'USD',
  add column overage_cents      integer check (overage_cents > 0),
  add column cap_millicents     bigint not null default 0,
  add column credit_cents       bigint check (credit_cents >= 0),
  add column stopped            boolean not null default false,
  add column ordered            boolean not null default false,
  add column next_plan          text,
  add column next_overage_cents integer;
comment on column quotas.currency is 'Of the prices and the cap of this period.';
comment on column quotas.overage_cents is 'Per 1,000 recipients beyond the included volume, for the whole of this period; null: none are sold.';
comment on column quotas.cap_millicents is 'The most that extra_millicents may become in this period.';
comment on column quotas.credit_cents is 'Most overage on credit; null: no such line.';
comment on column quotas.stopped is 'A payment is missing: nothing is sold beyond the included volume.';
comment on column quotas.ordered is 'The plan was ordered, and its periods are billed.';
comment on column quotas.next_plan is 'Begins when this period ends; null: the same again.';

-- What was sold at the list price so far stays sold.
update quotas set
  overage_cents = case plan when 'pro' then 90 when 'scale' then 60 end,
  cap_millicents = greatest(extra_millicents, coalesce(
    (select s.spend_cents * 1000 from standings s
     where s.account_id = quotas.account_id and quotas.plan in ('pro', 'scale')), 0));
alter table quotas add constraint quotas_cap check (extra_millicents <= cap_millicents);

create table periods (
  account_id uuid not null references accounts,
  id         uuid not null,
  starts_on  date not null,
  ends_on    date not null,
  closed_at  timestamptz not null,
  plan       text not null,
  currency   text not null,
  included   bigint,
  used       bigint not null,
  extra      bigint not null,
  millicents bigint not null,
  bill_cents bigint not null,
  cap_cents  bigint not null,
  ordered    boolean not null,
  primary key (account_id, id),
  check (bill_cents * 1000 - millicents between 0 and 999),
  check (bill_cents <= cap_cents),
  check (extra <= used)
);
comment on table periods is 'Months and paid periods that are over, as they were closed. Never changed, never deleted.';
comment on column periods.ends_on is 'Exclusive.';
comment on column periods.bill_cents is 'millicents, up to the next cent: the overage of the period.';

create table usage_marks (
  account_id uuid not null references accounts,
  at         timestamptz not null,
  starts_on  date not null,
  used       bigint not null,
  extra      bigint not null,
  millicents bigint not null,
  primary key (account_id, at)
);
comment on table usage_marks is 'Running totals of a period at the end of each hour in which they grew.';

create table cap_changes (
  account_id uuid not null references accounts,
  id         uuid not null,
  member_id  uuid,
  from_cents bigint,
  to_cents   bigint,
  at         timestamptz not null,
  primary key (account_id, id)
);
comment on table cap_changes is 'Every change of the spending limit: who, when, from what, to what. Never changed.';
comment on column cap_changes.member_id is 'Null: the operator.';

alter table standings
  add column kept_days     integer,
  add column kept_until    timestamptz,
  add column billing_email text;
comment on column standings.kept_days is 'After a change to a smaller plan logs keep this age until kept_until.';
comment on column standings.billing_email is 'Letters about money go there, too.';
