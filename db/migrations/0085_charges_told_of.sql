-- What a bank says of a charge (a dispute, a warning) names no customer.

alter table billing_knocks add column charge text;
comment on column billing_knocks.charge is 'Whose charge it is, the provider is still to be asked.';
create index billing_knocks_charge on billing_knocks (at, id) where charge is not null;
