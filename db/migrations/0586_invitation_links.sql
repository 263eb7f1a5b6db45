alter table invitations add column link_shown boolean not null default false;

comment on column invitations.link_shown is 'Whoever invites was shown its link: to come by it proves no address.';
