-- The list by stream: where hardly any of a million emails is marketing, its pages are read from
-- here. An email's stream never changes, and transactional mail writes no byte for it.

create index emails_of_marketing on emails (project_id, mode, xid, id)
  where stream = 'marketing';
