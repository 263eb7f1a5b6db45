-- When somebody was here last: sessions run out, and with them what they knew.
alter table members add column seen_at timestamptz;
