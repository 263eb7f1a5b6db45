-- Selling plans: orders, subscriptions, invoices, and what the provider is owed or has said.

create table subscriptions (
  account_id   uuid primary key references accounts,
  state        text not null check (state in ('active', 'past_due', 'ended')),
  plan         text not null,
  next_plan    text,
  currency     text not null,
  price_cents  bigint not null,
  pay_by       text not null check (pay_by in ('card', 'invoice')),
  starts_on    date not null,
  renews_at    timestamptz not null,
  grace_until  timestamptz,
  billed       uuid,
  credit_cents bigint,
  disputed     boolean not null default false
);
comment on table subscriptions is 'What an account has bought. Without a row, or once it has ended, nobody is charged.';
comment on column subscriptions.starts_on is 'First local date of the running period.';
comment on column subscriptions.renews_at is 'When the running period ends, as far as is known.';
comment on column subscriptions.billed is 'The last closed period that has its invoice.';
comment on column subscriptions.credit_cents is 'Credit line set by the operator; null: by the rule of the settings.';
create index subscriptions_by_renewal on subscriptions (renews_at) where state in ('active', 'past_due');

create table orders (
  account_id  uuid not null references accounts,
  id          uuid not null,
  invoice_id  uuid not null,
  plan        text not null,
  currency    text not null,
  price_cents bigint not null,
  pay_by      text not null,
  state       text not null check (state in ('open', 'done', 'closed')),
  ref         text,
  url         text,
  live        boolean not null,
  by_member   uuid,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  primary key (account_id, id)
);
create unique index orders_one_open on orders (account_id) where state = 'open';

create table invoices (
  account_id     uuid not null references accounts,
  id             uuid not null,
  number         bigint not null,
  cause          text not null,
  state          text not null check (state in ('due', 'open', 'paid', 'void', 'lost')),
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
  next_try_at    timestamptz,
  declined       text,
  issue_tries    integer not null default 0,
  issue_at       timestamptz,
  issued_at      timestamptz,
  due_at         timestamptz not null,
  lost_at        timestamptz,
  void_at        timestamptz,
  created_at     timestamptz not null,
  paid_at        timestamptz,
  primary key (account_id, id),
  unique (account_id, cause),
  check (paid_cents in (0, total_cents)),
  check (refunded_cents between 0 and paid_cents),
  check (state <> 'paid' or paid_cents = total_cents)
);
comment on table invoices is 'One row per cause of a charge; a cause is invoiced once.';
comment on column invoices.cause is 'order:ID, period:DATE, upgrade:ID or rest:DATE.';
comment on column invoices.live is 'Real money; with a test key it is none.';
comment on column invoices.declined is 'Why the last try failed, in the provider''s word.';
comment on column invoices.void_at is 'Unpaid by then it is void: an upgrade, an order.';
create sequence invoice_numbers;
create index invoices_to_issue on invoices (issue_at) where issue_at is not null;
create index invoices_to_try on invoices (next_try_at) where next_try_at is not null;
create index invoices_unpaid on invoices (due_at) where state in ('due', 'open');

create table invoice_lines (
  account_id   uuid not null,
  invoice_id   uuid not null,
  n            smallint not null,
  kind         text not null check (kind in ('base', 'overage', 'upgrade')),
  en           text not null,
  pt           text not null,
  quantity     bigint not null,
  amount_cents bigint not null check (amount_cents >= 0),
  starts_on    date not null,
  ends_on      date not null,
  period_id    uuid,
  live         boolean not null default true,
  primary key (account_id, invoice_id, n),
  foreign key (account_id, invoice_id) references invoices
);
comment on column invoice_lines.period_id is 'Of overage: the closed period that it is for.';
comment on column invoice_lines.live is 'False once the invoice is void: its overage may then stand on another.';
create unique index invoice_lines_overage_once on invoice_lines (account_id, period_id)
  where kind = 'overage' and live;

create table refunds (
  account_id   uuid not null,
  id           uuid not null,
  invoice_id   uuid not null,
  cause        text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason       text not null,
  by_member    uuid,
  state        text not null check (state in ('due', 'done', 'by_hand')),
  ref          text,
  tries        integer not null default 0,
  due_at       timestamptz not null,
  at           timestamptz not null,
  primary key (account_id, id),
  unique (account_id, cause)
);

create table plan_changes (
  account_id uuid not null references accounts,
  id         uuid not null,
  member_id  uuid,
  from_plan  text not null,
  to_plan    text not null,
  at         timestamptz not null,
  primary key (account_id, id)
);
comment on table plan_changes is 'Every change of plan by order, renewal or end. Never changed.';

create table billing_customers (
  account_id uuid not null references accounts,
  provider   text not null,
  live       boolean not null,
  ref        text,
  gone       boolean not null default false,
  method     jsonb,
  looked_at  timestamptz,
  again      boolean not null default false,
  primary key (account_id, provider, live)
);
comment on column billing_customers.again is 'The provider has told us of something that nobody has looked at yet.';
create unique index billing_customers_by_ref on billing_customers (provider, live, ref);

create table billing_knocks (
  id text primary key,
  at timestamptz not null
);
comment on table billing_knocks is 'What a provider has told us of, so that a repeat costs nothing. Kept 35 days.';

create table billing_differences (
  id         uuid primary key,
  account_id uuid references accounts,
  invoice_id uuid,
  kind       text not null,
  key        text not null unique,
  en         text not null,
  pt         text not null,
  since      timestamptz not null,
  settled_at timestamptz
);
comment on table billing_differences is 'Where the provider and this database disagree, until an operator has looked.';

create table billing_steps (
  account_id uuid not null references accounts,
  key        text not null,
  at         timestamptz not null,
  primary key (account_id, key)
);
comment on table billing_steps is 'What an account was told about money, each step once.';

create table billing_acts (
  id         uuid primary key,
  account_id uuid not null references accounts,
  invoice_id uuid,
  act        text not null,
  member_id  uuid,
  reason     text,
  at         timestamptz not null
);
comment on table billing_acts is 'What operators did with money, who and why. Never changed.';

alter table notices add column letter boolean not null default false, add column posted_at timestamptz;
comment on column notices.letter is 'Also goes to the owners by email.';
create index notices_to_post on notices (id) where letter and posted_at is null;

alter table accounts add column test_money boolean not null default false;
comment on column accounts.test_money is 'Orders paid with play money are good here.';
