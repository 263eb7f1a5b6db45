-- The directory of cells (MALOTE_DIRECTORY_URL): what of it this cell has to know by itself.
create table directory_tickets (
  ticket uuid primary key,
  at     timestamptz not null
);
create index directory_tickets_by_time on directory_tickets (at);
comment on table directory_tickets is
  'Reservations of names that are used or void: whichever is written first, the other one fails.';

create table directory_rounds (
  kind  text not null,
  what  text not null check (what in ('adopt', 'release')),
  after text not null,
  primary key (kind, what)
);
comment on table directory_rounds is
  'How far the comparison of this cell''s names with the directory''s has come; it goes round.';
