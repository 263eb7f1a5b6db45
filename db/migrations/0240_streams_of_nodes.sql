-- A node may deliver the mail of one stream only; those that were there before deliver both.
alter table nodes
  add column streams text[] not null default '{transactional,marketing}';
