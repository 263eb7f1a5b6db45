-- Topics, properties, segments, templates, sequences and forms serve both modes of a project. What
-- a test key made of them is noted here, until a live key or a member publishes it.
create table set_up_of_test (
  project_id uuid not null,
  id uuid not null,
  primary key (project_id, id)
);
comment on table set_up_of_test is 'Set-up of a project that a test key made and neither a live key nor a member has published: live mode does not use it.';
