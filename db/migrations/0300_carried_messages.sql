-- Mail that was handed over as a message is kept as that: its octets, every line ended by CRLF.
alter table email_contents add column message bytea;
comment on column email_contents.message is 'Handed over by SMTP and carried as it is; the other columns are then null.';

-- The Message-ID that it came with; of other mail it is made of the id.
alter table emails add column message_id text;
comment on column emails.message_id is 'As its program wrote it, with angle brackets; null: ours, made of the id.';
