-- When a contact ended whose consents are kept: their records name the person for a time after it.
create table contact_ends (
  project_id uuid not null,
  contact_id uuid not null,
  ended_at   timestamptz not null,
  primary key (project_id, contact_id)
);
create index contact_ends_by_time on contact_ends (project_id, ended_at);

-- Of those who ended before, nobody knows when: their time begins now, by the clock of the nodes, or
-- with the last record where no node has run since it was stopped.
insert into contact_ends (project_id, contact_id, ended_at)
select distinct c.project_id, c.contact_id, n.at
from consents c
cross join (
  select coalesce((select max(seen_at) from nodes), (select max(at) from consents)) as at) n
where not exists (
  select from contacts x where x.project_id = c.project_id and x.id = c.contact_id);
