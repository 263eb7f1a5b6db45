-- What was deleted, a row for each row: one value of all of them had a way through the program, and 256 MB.
create table deleted_rows (
  project_id uuid not null,
  kind       text not null,
  id         uuid not null,
  of_table   text not null,
  number     integer not null,
  row        jsonb not null,
  primary key (project_id, kind, id, of_table, number),
  foreign key (project_id, kind, id) references deleted_things on delete cascade
);
comment on column deleted_rows.row is 'As it was. Secrets stay sealed as they were.';
insert into deleted_rows
select d.project_id, d.kind, d.id, t.key, r.number, r.value
from deleted_things d, jsonb_each(d.rows) t, jsonb_array_elements(t.value) with ordinality r (value, number);
-- A second deletion at the same moment had found nothing to keep.
delete from deleted_things d where not exists (
  select from deleted_rows r where r.project_id = d.project_id and r.kind = d.kind and r.id = d.id);
alter table deleted_things add column is_sealed boolean not null default false;
update deleted_things set is_sealed = true where sealed_by is not null;
alter table deleted_things drop column rows, drop column sealed_by;
comment on column deleted_things.is_sealed is 'Its rows hold secrets: they are forgotten with a key that sealed any of them.';
