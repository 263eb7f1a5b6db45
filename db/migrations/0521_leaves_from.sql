-- Where the first try of an email left from: the next ones leave from there as well.
alter table queue add column leaves_from uuid;
comment on column queue.leaves_from is 'The source address of the last try; null: the system chose, or there was none.';
