-- Who made a key in the dashboard, and until when it is good; null: somebody else, and for ever.
alter table api_keys add column created_by uuid;
alter table api_keys add column expires_at timestamptz;
