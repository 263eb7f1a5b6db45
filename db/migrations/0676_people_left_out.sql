-- no transaction
-- The few of a campaign who were left out, or no longer wait, are found without reading who was not.
drop index concurrently if exists campaign_recipients_left_out;
create index concurrently campaign_recipients_left_out
  on campaign_recipients (project_id, campaign_id, state, contact_id)
  where state in ('skipped', 'cancelled');
-- And the campaigns whose clicks by link are still to be counted, of which there are soon none.
drop index concurrently if exists campaigns_links_uncounted;
create index concurrently campaigns_links_uncounted on campaigns (project_id, id)
  where not links_counted;
