-- Where lists file sequences and pictures, as people name it; null: in none.
alter table sequences add column folder text;
alter table files add column folder text;
