-- Where lists file templates and segments, as people name it; null: in none.
alter table templates add column folder text;
alter table segments add column folder text;
