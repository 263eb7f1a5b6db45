-- Which campaign or sequence an email is a letter of, and whose; null for all others.

alter table emails add column letter jsonb;
comment on column emails.letter is 'As answers and webhooks show it: campaign_id or sequence_id, step, variant, contact_id.';
