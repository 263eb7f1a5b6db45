-- Who is inside a sequence is gone through by pages, and counted.

create index enrollments_inside on enrollments (project_id, sequence_id, id) where state = 'inside';
