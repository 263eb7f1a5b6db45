-- The list of an operator goes by it over all accounts, and whoever settles one names no account.
create index invoices_by_id on invoices (id);
