-- Who opened or clicked since a time is asked by filters: by what happened, not by all that was sent.
-- Letters that nobody opened, which are most, are in neither.

create index letters_by_opening on letters (project_id, opened_at, contact_id)
  where opened_at is not null;
create index letters_by_click on letters (project_id, clicked_at, contact_id)
  where clicked_at is not null;
