-- no transaction
-- Each table by itself: none is held while another is waited for.
alter table activity alter column xid set default position_now();
alter table campaigns alter column xid set default position_now();
alter table consents alter column xid set default position_now();
alter table contacts alter column xid set default position_now();
alter table domains alter column xid set default position_now();
alter table emails alter column xid set default position_now();
alter table enrollments alter column xid set default position_now();
alter table events alter column xid set default position_now();
alter table files alter column xid set default position_now();
alter table forms alter column xid set default position_now();
alter table imports alter column xid set default position_now();
alter table notices alter column xid set default position_now();
alter table requests alter column xid set default position_now();
alter table segments alter column xid set default position_now();
alter table sequences alter column xid set default position_now();
alter table suppressions alter column xid set default position_now();
alter table templates alter column xid set default position_now();
alter table topics alter column xid set default position_now();
alter table webhooks alter column xid set default position_now();
