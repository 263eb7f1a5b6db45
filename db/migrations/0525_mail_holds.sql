-- Mail that waits because the operator holds it back: of an account, or to a domain.
create table mail_holds (
  id         uuid primary key,
  account_id uuid unique references accounts (id) on delete cascade,
  domain     text unique,
  until      timestamptz,
  note       jsonb,
  created_at timestamptz not null,
  check (num_nonnulls(account_id, domain) = 1)
);
comment on table mail_holds is 'A row holds back what waits, and what comes to wait; it goes out once the row is gone or its time is over.';
comment on column mail_holds.until is 'It is let go by itself then; null: by hand.';
comment on column mail_holds.note is 'What the customer reads, {"en", "pt"}.';
