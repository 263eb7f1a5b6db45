-- What an operator noted as given back outside of a provider has happened, as it has since.
update refunds r set state = 'done'
from invoices i
where i.account_id = r.account_id and i.id = r.invoice_id and r.state = 'by_hand'
  and r.cause like 'act:%'
  and (i.reference is not null or not exists (
    select from billing_differences d where d.invoice_id = i.id and d.kind = 'refused'));
-- What is to be given by hand counts as given once its finding is settled.
update refunds r set state = 'done', at = d.settled_at
from billing_differences d
where d.invoice_id = r.invoice_id and d.key = 'paid_twice ' || r.invoice_id
  and d.settled_at is not null and r.state = 'by_hand' and r.cause not like 'act:%';
update billing_differences d set key = 'by_hand ' || r.id
from refunds r
where d.invoice_id = r.invoice_id and d.key = 'paid_twice ' || r.invoice_id
  and r.state = 'by_hand' and r.cause not like 'act:%';
