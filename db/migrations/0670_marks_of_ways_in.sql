-- By a passkey or an identity provider people come without saying an address (docs/decisions/0101).
alter table moved_marks drop constraint moved_marks_kind_check;
alter table moved_marks add constraint moved_marks_kind_check check (kind in
  ('account', 'address', 'domain', 'identity', 'key', 'passkey', 'project', 'return_path',
   'session', 'token'));
