-- What always holds in the database. Each query returns the rows that break its rule; none may.
-- `malote doctor` runs them in production, the storm after every simulated week. They compare rows
-- that one transaction writes together, so they hold at any moment, not only at rest.

-- name: every email has a recipient
select e.id from emails e
where not exists (select from recipients r where r.project_id = e.project_id and r.email_id = e.id);

-- name: every email has its content
-- Of the installation's own that has ended it is dropped: its links are good for an account.
select e.id from emails e
where (e.project_id::text is distinct from (
    select convert_from(value, 'UTF8') from installation where name = 'letters_project')
  or e.status in ('queued', 'deferred', 'sent')) and case when e.content_id is null
  then not exists (
    select from email_contents c where c.project_id = e.project_id and c.email_id = e.id)
  else not exists (
    select from contents c where c.project_id = e.project_id and c.id = e.content_id)
end;

-- name: a merged letter that waits has its person's values
select e.id from queue q
join emails e on e.project_id = q.project_id and e.id = q.subject
join contents c on c.project_id = e.project_id and c.id = e.content_id
where q.kind in ('delivery', 'bulk') and c.merging is not null and not exists (
  select from email_contents o
  where o.project_id = e.project_id and o.email_id = e.id and o.own_values is not null);

-- name: a timeline holds accepted and queued exactly once
select e.id
from emails e left join events v on v.email_id = e.id and v.type in ('accepted', 'queued')
group by e.project_id, e.id
having count(*) filter (where v.type = 'accepted') <> 1
    or count(*) filter (where v.type = 'queued') <> 1;

-- name: a live recipient's state is its last event
select r.email_id, r.n, r.state, last.type
from recipients r
join emails e on e.project_id = r.project_id and e.id = r.email_id and e.mode = 'live'
left join lateral (
  select v.type from events v
  where v.email_id = r.email_id and v.recipient = r.address
    and v.type not in ('opened', 'clicked')
  order by v.xid desc, v.id desc limit 1
) last on true
where r.state <> coalesce(last.type, 'queued');

-- name: a recipient ends once
select v.email_id, v.recipient
from events v join emails e on e.id = v.email_id and e.mode = 'live'
where v.type in ('delivered', 'suppressed', 'failed', 'cancelled')
group by v.email_id, v.recipient
having count(*) > 1;

-- name: delivered follows sent
select v.id from events v join emails e on e.project_id = v.project_id and e.id = v.email_id
where v.type = 'delivered'
  and not exists (
    select from events s
    where s.email_id = v.email_id and s.recipient = v.recipient and s.type = 'sent'
      and (s.xid, s.id) < (v.xid, v.id)
  );

-- name: nothing is sent after an end
select s.id
from events s
join events v on v.email_id = s.email_id and v.recipient = s.recipient
  and v.type in ('delivered', 'bounced', 'suppressed', 'failed', 'cancelled')
where s.type = 'sent' and (s.xid, s.id) > (v.xid, v.id);

-- name: an open live recipient is in the queue
select r.email_id, r.n, r.state
from recipients r
join emails e on e.project_id = r.project_id and e.id = r.email_id and e.mode = 'live'
where r.state in ('queued', 'sent', 'deferred')
  and not exists (
    select from queue q where q.kind in ('delivery', 'bulk') and q.subject = r.email_id and q.n = r.n
  );

-- name: a finished recipient is not in the queue
select r.email_id, r.n, r.state
from recipients r
join queue q on q.kind in ('delivery', 'bulk') and q.subject = r.email_id and q.n = r.n
where r.state not in ('queued', 'sent', 'deferred');

-- name: a recipient is in the queue once
select subject, n from queue where kind in ('delivery', 'bulk') group by subject, n having count(*) > 1;

-- name: every post is in the queue
select p.id from posts p
where not exists (select from queue q where q.kind in ('webhook', 'bulk_webhook') and q.subject = p.id);

-- name: every webhook entry has its post
select q.id from queue q
where q.kind in ('webhook', 'bulk_webhook') and not exists (select from posts p where p.id = q.subject);

-- name: what is owed to webhooks is in the queue
select n.id from notices_owed n
where not exists (select from queue q where q.kind = 'fan_out' and q.subject = n.batch_id);

-- name: a click that is to be judged is in the queue
select s.id from sightings s
where not exists (select from queue q where q.kind = 'sighting' and q.subject = s.id);

-- name: a test email stays captured, or is cancelled before its time
select r.email_id, r.n from recipients r
join emails e on e.project_id = r.project_id and e.id = r.email_id
where case when e.mode = 'test' then r.state not in ('captured', 'cancelled')
           else r.state = 'captured' end;

-- name: a remembered answer names an email that exists
select i.key from idempotency i
where i.status = 202 and i.response::jsonb ? 'id' and i.response::jsonb ->> 'id' like 'msg\_%'
  and not exists (
    select from emails e
    where e.project_id = i.project_id
      and e.id = substring(i.response::jsonb ->> 'id' from 5)::uuid
  );

-- name: the status of an email sums its recipients up
select e.id, e.status, worst.state
from emails e
join lateral (
  select r.state from recipients r
  where r.project_id = e.project_id and r.email_id = e.id
  order by array_position(
    array['captured', 'complained', 'bounced', 'failed', 'deferred', 'queued', 'sent', 'delivered',
          'cancelled', 'suppressed'], r.state)
  limit 1
) worst on true
where e.status <> worst.state;

-- Figures equal rows on the days of which no row has been forgotten yet (retained.since).

-- name: accepted recipients are counted once
with whole as (
  select p.id as project_id, coalesce(r.since::date, '-infinity') as since
  from projects p left join retained r on r.project_id = p.id
), found as (
  select e.project_id, (e.created_at at time zone 'UTC')::date as day, e.stream, count(*) as n
  from emails e
  join recipients r on r.project_id = e.project_id and r.email_id = e.id
  where e.mode = 'live' and not exists (
    select from events v
    where v.email_id = e.id and v.type = 'suppressed' and v.recipient = r.address and v.xid = e.xid
  )
  group by 1, 2, 3
), counted as (
  select project_id, day, stream, sum(accepted) as n from usage group by 1, 2, 3
)
select project_id, day, stream, f.n as found, c.n as counted
from found f full join counted c using (project_id, day, stream) join whole w using (project_id)
where day > w.since and coalesce(f.n, 0) <> coalesce(c.n, 0);

-- name: outcomes are counted once
with whole as (
  select p.id as project_id, coalesce(r.since::date, '-infinity') as since
  from projects p left join retained r on r.project_id = p.id
), found as (
  select v.project_id, (v.at at time zone 'UTC')::date as day,
         coalesce(v.details ->> 'provider', '') as provider,
         count(*) filter (where v.type = 'delivered') as delivered,
         count(*) filter (where v.type = 'deferred') as deferred,
         count(*) filter (where v.type = 'bounced') as bounced,
         count(*) filter (where v.type = 'bounced'
                            and v.details ->> 'counts' is distinct from 'false') as hard,
         count(*) filter (where v.type = 'complained') as complained,
         count(*) filter (where v.type = 'suppressed') as suppressed,
         count(*) filter (where v.type = 'failed') as failed,
         count(*) filter (where v.type = 'cancelled') as cancelled
  from events v where v.mode = 'live' group by 1, 2, 3
), counted as (
  select project_id, day, provider, sum(delivered) as delivered, sum(deferred) as deferred,
         sum(bounced) as bounced, sum(hard) as hard, sum(complained) as complained,
         sum(suppressed) as suppressed, sum(failed) as failed, sum(cancelled) as cancelled
  from usage group by 1, 2, 3
)
select project_id, day, provider
from found f full join counted c using (project_id, day, provider)
join whole w using (project_id)
where day > w.since and (
  coalesce(f.delivered, 0) <> coalesce(c.delivered, 0)
  or coalesce(f.deferred, 0) <> coalesce(c.deferred, 0)
  or coalesce(f.bounced, 0) <> coalesce(c.bounced, 0)
  or coalesce(f.hard, 0) <> coalesce(c.hard, 0)
  or coalesce(f.complained, 0) <> coalesce(c.complained, 0)
  or coalesce(f.suppressed, 0) <> coalesce(c.suppressed, 0)
  or coalesce(f.failed, 0) <> coalesce(c.failed, 0)
  or coalesce(f.cancelled, 0) <> coalesce(c.cancelled, 0)
);

-- name: an event of an unusual status knows the place of its email
select v.id from events v join emails e on e.project_id = v.project_id and e.id = v.email_id
where v.email_xid is distinct from case
  when v.type in ('bounced', 'complained', 'failed', 'suppressed', 'cancelled') then e.xid end;

-- name: a consent is chained to the one before it
select c.id from consents c
join projects o on o.id = c.project_id and o.deleted_at is null
left join consents b on b.project_id = c.project_id and b.mode = c.mode and b.seq = c.seq - 1
where c.seq is not null and (
  c.hash is distinct from sha256(c.previous_hash || convert_to(c.proof, 'UTF8'))
  or c.previous_hash is distinct from
    case when c.seq = 1 then decode(repeat('00', 32), 'hex') else b.hash end
);

-- name: the state of a topic is its last consent
-- Of two at once from two nodes either may be the last, by their clocks or by their transactions.
select t.contact_id, t.topic_id, t.state
from contact_topics t
join projects o on o.id = t.project_id and o.deleted_at is null
where not exists (
  select from (
    (select c.action from consents c
     where c.project_id = t.project_id and c.contact_id = t.contact_id and c.topic_id = t.topic_id
     order by c.at desc, c.id desc limit 1)
    union all
    (select c.action from consents c
     where c.project_id = t.project_id and c.contact_id = t.contact_id and c.topic_id = t.topic_id
     order by c.xid desc, c.id desc limit 1)
  ) last
  where t.state = case last.action
    when 'asked' then 'pending' when 'left' then 'unsubscribed' else 'subscribed' end);

-- name: who is in a topic or a segment is a contact
select t.contact_id from contact_topics t
join projects o on o.id = t.project_id and o.deleted_at is null
where not exists (
  select from contacts c where c.project_id = t.project_id and c.id = t.contact_id)
union all
select m.contact_id from segment_members m
join projects o on o.id = m.project_id and o.deleted_at is null
where not exists (
  select from contacts c where c.project_id = m.project_id and c.id = m.contact_id);

-- name: a static segment counts its members
select s.id, n.mode, n.count
from segments s join segment_counts n on n.project_id = s.project_id and n.segment_id = s.id
where s.kind = 'static' and n.count <> (
  select count(*) from segment_members m
  where m.project_id = s.project_id and m.segment_id = s.id and m.mode = n.mode);

-- name: an import accounts for each of its lines
-- Those with a note count elsewhere as well.
select i.id, i.counts from imports i
where coalesce((i.counts ->> 'lines')::bigint, 0) <> (
  select coalesce(sum(value::bigint), 0) from jsonb_each_text(i.counts)
  where key not in ('lines', 'noted'));

-- name: no letter of a topic is released after it was left
select l.email_id from letters l
join contact_topics t on t.project_id = l.project_id and t.contact_id = l.contact_id
  and t.topic_id = l.topic_id and t.state = 'unsubscribed'
-- The clock of test mode goes back.
join contacts c on c.project_id = l.project_id and c.id = l.contact_id and c.mode = 'live'
-- Two nodes do not have one time to the millisecond.
where l.sent_at > t.since + interval '1 minute';

-- name: no letter is released after its address was suppressed
select l.email_id from letters l
join emails e on e.project_id = l.project_id and e.id = l.email_id and e.mode = 'live'
join recipients r on r.project_id = e.project_id and r.email_id = e.id
join suppressions s on s.project_id = e.project_id and s.mode = e.mode
  and s.address = lower(r.address) and s.stream in ('marketing', 'all')
where l.sent_at > s.created_at + interval '1 minute';

-- name: nobody gets a campaign twice
select l.contact_id, l.source_id from letters l
where l.source_kind = 'campaign'
group by l.project_id, l.source_id, l.contact_id having count(*) > 1;

-- name: a campaign that has been sent waits for nobody
select r.contact_id from campaign_recipients r
join campaigns c on c.project_id = r.project_id and c.id = r.campaign_id
where c.status = 'sent' and r.state = 'pending';

-- name: whoever is inside a sequence is waited for
select e.id from enrollments e
join sequences s on s.project_id = e.project_id and s.id = e.sequence_id
where e.state = 'inside' and coalesce(e.waiting ->> 'reason', '') <> 'paused'
  and not exists (select from queue q where q.subject = e.id and q.kind in ('sequence', 'test'));

-- name: visits of a way have no gap
select e.id from enrollments e
left join enrollment_steps s on s.project_id = e.project_id and s.enrollment_id = e.id
group by e.project_id, e.id
having count(s.visit) <> coalesce(max(s.visit), -1) + 1
    or e.state = 'inside' and count(s.visit) <> e.visit;

-- name: a way that has ended lets nobody wait
select e.id from enrollments e
where (e.state = 'inside') <> (e.ended_at is null);

-- name: a step that has sent names its letter
select s.enrollment_id from enrollment_steps s
where (s.outcome = 'sent') <> (s.email_id is not null);

-- name: a released recipient of a campaign has one letter, and nobody else has
select r.contact_id from campaign_recipients r
join projects o on o.id = r.project_id and o.deleted_at is null
where (r.state = 'released') is distinct from (r.email_id is not null)
union all
select l.contact_id from letters l
join projects o on o.id = l.project_id and o.deleted_at is null
left join campaign_recipients r on r.project_id = l.project_id and r.campaign_id = l.source_id
  and r.contact_id = l.contact_id and r.state = 'released' and r.email_id = l.email_id
where l.source_kind = 'campaign' and r.contact_id is null;

-- name: an email of a campaign is the letter of one of its people
select e.id from emails e
join projects o on o.id = e.project_id and o.deleted_at is null
where e.letter ->> 'campaign_id' is not null
  and e.letter ->> 'contact_id' is not null
  and not exists (select from campaign_recipients r
    where r.project_id = e.project_id and r.email_id = e.id and r.state = 'released');

-- name: work of a campaign is of a letter that it released
select q.id from queue q
join projects o on o.id = q.project_id and o.deleted_at is null
join campaigns c on c.project_id = q.project_id and c.id = q.source_id
where not exists (select from campaign_recipients r
  where r.project_id = q.project_id and r.campaign_id = q.source_id and r.email_id = q.subject);

-- name: a campaign counts its people and letters
-- Of those that are recent: older letters end with the retention.
select c.id, n.part, n.key
from campaigns c
join projects o on o.id = c.project_id and o.deleted_at is null
cross join lateral (
  select part, key
  from campaign_recount(c.project_id, c.id) r
  full join (
    select part, key, sum(letters) as letters, sum(delivered) as delivered, sum(hard) as hard,
      sum(soft) as soft, sum(policy) as policy, sum(complained) as complained,
      sum(opened) as opened, sum(opened_by_machines) as opened_by_machines,
      sum(clicked) as clicked, sum(clicked_by_machines) as clicked_by_machines,
      sum(left_topic) as left_topic, sum(left_all) as left_all
    from campaign_counts where project_id = c.project_id and campaign_id = c.id group by 1, 2) s
    using (part, key)
  where (c.links_counted or part <> 'link')
    and (coalesce(r.letters, 0), coalesce(r.delivered, 0), coalesce(r.hard, 0), coalesce(r.soft, 0),
      coalesce(r.policy, 0), coalesce(r.complained, 0), coalesce(r.opened, 0),
      coalesce(r.opened_by_machines, 0), coalesce(r.clicked, 0),
      coalesce(r.clicked_by_machines, 0), coalesce(r.left_topic, 0), coalesce(r.left_all, 0))
    is distinct from
    (coalesce(s.letters, 0), coalesce(s.delivered, 0), coalesce(s.hard, 0), coalesce(s.soft, 0),
      coalesce(s.policy, 0), coalesce(s.complained, 0), coalesce(s.opened, 0),
      coalesce(s.opened_by_machines, 0), coalesce(s.clicked, 0),
      coalesce(s.clicked_by_machines, 0), coalesce(s.left_topic, 0), coalesce(s.left_all, 0))) n
where c.started_at > coalesce(greatest((select max(sent_at) from letters),
  (select max(seen_at) from nodes)), '-infinity') - interval '60 days';

-- name: an invoice sums its lines up
select i.id from invoices i
where i.total_cents <> (
  select coalesce(sum(l.amount_cents), 0) from invoice_lines l
  where l.account_id = i.account_id and l.invoice_id = i.id);

-- name: an account is on the plan that it pays for
select a.id, a.plan, s.plan as bought from subscriptions s join accounts a on a.id = s.account_id
where s.state <> 'ended' and a.plan <> s.plan
  and not exists (select 1 from quotas q
                  where q.account_id = s.account_id and q.month > s.starts_on);

-- name: a paid order has begun a plan or was given back
select i.account_id, i.id from invoices i
where i.cause like 'order:%' and i.state = 'paid' and i.refunded_cents < i.total_cents
  and not exists (select 1 from orders o
                  where o.account_id = i.account_id and o.invoice_id = i.id and o.state = 'done');

-- name: no file is among those whose bytes are removed
select f.id from files f join files_to_remove r on r.name = f.name;

-- name: what was deleted has rows to be put back
select d.kind, d.id from deleted_things d
where not exists (select 1 from deleted_rows r
                  where r.project_id = d.project_id and r.kind = d.kind and r.id = d.id);
