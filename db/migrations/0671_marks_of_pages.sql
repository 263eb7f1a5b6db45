-- A form's address says nothing of its project (docs/decisions/0091).
alter table moved_marks drop constraint moved_marks_kind_check;
alter table moved_marks add constraint moved_marks_kind_check check (kind in
  ('account', 'address', 'domain', 'form', 'identity', 'key', 'passkey', 'project', 'return_path',
   'session', 'token'));
