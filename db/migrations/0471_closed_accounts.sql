-- An account that is closed: its people and projects are gone, its invoices are kept.
alter table accounts add column closed_at timestamptz;
comment on column accounts.closed_at is 'Its people and projects are gone; what its invoices need is kept.';
