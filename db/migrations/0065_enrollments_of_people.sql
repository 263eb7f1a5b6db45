-- Filters ask how somebody stands to a sequence, also once they have left it.

create index enrollments_by_person on enrollments (project_id, contact_id, sequence_id);
drop index enrollments_by_contact;
