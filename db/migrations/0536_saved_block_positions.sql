-- A position is one of the installation's own count, which goes on where a dump is restored.
alter table saved_blocks alter column xid set default position_now();
