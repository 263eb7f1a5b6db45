-- Letters of many people from one content: it holds Liquid, and each email the values of its person.
-- The columns have no default, so nothing is rewritten and nothing waits.
alter table contents add column merging jsonb;
comment on column contents.merging is
  '{ language, values, base, makesText }: html and text are Liquid; null: they are as they are sent.';
alter table email_contents add column own_values jsonb;
comment on column email_contents.own_values is
  '{ values, zone } of the one person, where the email has a content that is merged.';
