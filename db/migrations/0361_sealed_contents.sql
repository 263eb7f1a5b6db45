-- Bodies whose links let somebody in (a new password, an invitation) are kept sealed, in a column of
-- their own. The previous release sends such a letter without its words: it is asked for again.
alter table email_contents add column sealed bytea;
comment on column email_contents.sealed is 'html and text as JSON, sealed; those columns are then null.';
