-- Why an operator paused an account, in the operator's words.
alter table standings add column pause_note jsonb;
comment on column standings.pause_note is 'Of a pause by the operator: what the customer reads, {"en", "pt"}.';
