-- A strict function is called, not written into the statement around it: PostgreSQL 18.4 fails to
-- plan this one there ("variable not found in subplan target list").
alter function letter_figures(letters) strict;
