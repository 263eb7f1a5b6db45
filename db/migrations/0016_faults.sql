-- How often our own mistakes have kept an entry from being handled. It could not be told from the
-- claims: those of a long pause, or of a warm-up, come to nothing without any fault.

alter table queue add column faults smallint not null default 0;
comment on column queue.faults is 'Claims in a row that ended in a fault of ours.';
