alter table notices validate constraint notices_mode_check;
alter table notices validate constraint notices_member_fkey;
