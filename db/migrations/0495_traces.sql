-- Whose trace an email belongs to, and so the posts about it. Null: nobody's, as all that are there.
alter table emails add column trace text;
alter table posts add column trace text;
alter table notices_owed add column trace text;
comment on column emails.trace is 'traceparent of the call that sent it (W3C Trace Context), then a space and tracestate; null: none.';
comment on column posts.trace is 'As emails.trace: what its receiver is told.';
comment on column notices_owed.trace is 'As emails.trace.';
