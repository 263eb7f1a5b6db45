-- Who runs the installation is what is written down. Until here it was the oldest account, too, which
-- a stranger could have been who signed up while the first start was under way.
update accounts set is_operator = true where id = (select id from accounts order by id limit 1);
comment on column accounts.is_operator is 'Its members run this installation.';
