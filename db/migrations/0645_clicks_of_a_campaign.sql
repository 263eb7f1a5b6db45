-- The links of a campaign's report are counted from the few letters that somebody, or a program,
-- clicked in.
create index letters_by_any_click on only letters (project_id, source_id)
  where clicked_at is not null or machine_clicked_at is not null;
