-- Which imports a person stood in is kept for as long as the person; what can be undone, for a week.
alter table import_changes add column line bigint;
alter table import_changes add column outcome text;
alter table import_changes add column at timestamptz;

comment on table import_changes is 'Who stood in which import; before, after and joined are for undoing, kept for seven days.';
comment on column import_changes.line is 'The physical line where the record of the person begins.';
