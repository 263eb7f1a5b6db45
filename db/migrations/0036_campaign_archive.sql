-- Public campaigns are found by the word in their address.

create index campaigns_by_slug on campaigns (project_id, (definition -> 'archive' ->> 'slug'))
  where (definition -> 'archive' ->> 'public') = 'true';
