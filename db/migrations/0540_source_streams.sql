-- What nodes say of an address that they send from: which mail. One that drains says it of none.
alter table source_addresses add column transactional_at timestamptz, add column marketing_at timestamptz;
comment on column source_addresses.transactional_at is 'When a node that sends transactional mail last found it on its machine.';
comment on column source_addresses.marketing_at is 'The same of marketing mail. Both null: only nodes that do not say so yet have found it.';
