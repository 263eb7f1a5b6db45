-- What a person said of leaving outlives the contact: a keyed hash of the address, the topic and the
-- time are all that is kept of it. Leaving everything is kept by the suppression list.
create table leavings (
  project_id  uuid not null,
  mode        text not null check (mode in ('live', 'test')),
  address_mac bytea not null,
  topic_id    uuid not null,
  left_at     timestamptz not null,
  primary key (project_id, mode, address_mac, topic_id)
);
comment on table leavings is 'Who left which topic under which address, known by its keyed hash alone; asked whenever an address comes in.';

insert into leavings (project_id, mode, address_mac, topic_id, left_at)
select project_id, mode, address_mac, topic_id, at from (
  select distinct on (project_id, mode, address_mac, topic_id)
    project_id, mode, address_mac, topic_id, at, action, method
  from consents where topic_id is not null and action <> 'asked'
  order by project_id, mode, address_mac, topic_id, id desc) said
where action = 'left' and method <> 'import';

-- By which addresses a contact was known before: links of letters that went there still act on them.
create table earlier_addresses (
  project_id uuid not null,
  mode       text not null check (mode in ('live', 'test')),
  address    text not null,
  contact_id uuid not null,
  until      timestamptz not null,
  primary key (project_id, mode, address, contact_id)
);
create index earlier_addresses_by_contact on earlier_addresses (project_id, contact_id);
comment on table earlier_addresses is 'By which addresses a contact was known, and until when; it goes with the contact.';

-- Who had left and is asked to confirm has still left, should nobody confirm.
alter table contact_topics add column left_at timestamptz;
comment on column contact_topics.left_at is 'Of a pending one: when they had left before; null: they had not.';

update contact_topics t set left_at = said.at
from (
  select distinct on (project_id, contact_id, topic_id) project_id, contact_id, topic_id, at, action
  from consents where topic_id is not null and action <> 'asked'
  order by project_id, contact_id, topic_id, id desc) said
where t.state = 'pending' and said.action = 'left' and said.project_id = t.project_id
  and said.contact_id = t.contact_id and said.topic_id = t.topic_id;
