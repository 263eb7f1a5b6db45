-- A line whose person was taken in without one of its values is named, too: it is no refusal.
alter table import_errors add column taken boolean not null default false;
