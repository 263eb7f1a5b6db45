-- Who let people in: a step of another sequence does so some times a day at most.
alter table enrollments add column by_step boolean not null default false;

comment on column enrollments.by_step is 'A step of a sequence has let them in.';
