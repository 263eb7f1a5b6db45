-- no transaction
alter table audit_records alter column xid set default position_now();
