-- By which a member unlinks who they are at an identity provider.
alter table member_identities add column id uuid not null default gen_random_uuid();
alter table member_identities add constraint member_identities_id_key unique (id);
