-- When a DKIM key stopped signing, so that it can go a week later.

alter table dkim_keys add column retired_at timestamptz;
