-- Who asked for an upgrade, what the provider has yet to be told of invoices that are void here, and
-- what a lost dispute leaves behind.

alter table invoices
  add column by_member uuid,
  add column cancel_at timestamptz;
comment on column invoices.by_member is 'Who asked for the upgrade that it is for; null: nobody did by hand.';
comment on column invoices.cancel_at is 'The provider has it open and must not collect it any more; asked again at this time.';
create index invoices_to_cancel on invoices (cancel_at) where cancel_at is not null;

alter table standings drop constraint standings_pause_cause_check;
alter table standings add constraint standings_pause_cause_check
  check (pause_cause in ('operator', 'bounces', 'complaints', 'payment'));
alter table standings add column credit_line_cents bigint check (credit_line_cents >= 0);
comment on column standings.credit_line_cents is 'Credit line set by the operator, also before anything is bought; null: by the rule of the settings.';
