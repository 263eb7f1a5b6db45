-- Links of campaigns that can be mended, what letters are not watched for, and what figures part by.

create table campaign_links (
  project_id  uuid not null,
  campaign_id uuid not null,
  n           integer not null,
  url         text not null,
  mended_url  text,
  primary key (project_id, campaign_id, n),
  unique (project_id, campaign_id, url)
);
comment on table campaign_links is 'The same in every letter; links that hold a value of the person are not here.';

alter table campaign_recipients add column language text;
alter table email_contents add column untracked text[];
comment on column email_contents.untracked is 'What a marketing letter is not watched for: opens, clicks.';
alter table contents add column untracked text[];
alter table letters add column machine_clicked_at timestamptz;
comment on column letters.machine_at is 'The first opening or click by a program.';
