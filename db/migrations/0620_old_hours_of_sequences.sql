-- no transaction
-- Hours of sequences that nobody can ask for any longer are looked for each hour.
drop index concurrently if exists campaign_counts_of_sequences;
create index concurrently campaign_counts_of_sequences on campaign_counts (key)
  where part like '% %';
