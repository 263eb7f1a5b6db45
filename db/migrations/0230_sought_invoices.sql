-- As whose object at the provider a paid invoice was last found or looked for there.
alter table invoices add column sought_as text;
