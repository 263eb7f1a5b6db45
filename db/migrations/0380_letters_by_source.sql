-- Of a campaign of a million: the few who clicked, left, complained or did not get it. Openings and
-- deliveries are so many that a walk through its people finds them.
create index letters_by_source on only letters (project_id, source_id, contact_id)
  where clicked_at is not null or bounced_at is not null or complained_at is not null
    or left_at is not null or left_all_at is not null;
