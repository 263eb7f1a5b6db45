alter table nodes add column knows_words boolean not null default false;

comment on column nodes.knows_words is 'Where it erases, it empties the volumes of words; false: of an earlier release, which does not.';
