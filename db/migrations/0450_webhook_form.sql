-- Webhooks made on Resend's surface post Resend's bodies. Null: ours, as all that are there.
alter table webhooks add column form text check (form in ('resend'));
comment on column webhooks.form is 'In whose words and headers it posts: resend; null: our own.';
