/** All SQL on the figures that the dashboard draws (traffic.ts says what they are). */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { causeOf, counts, domainOf, providerOf, tlsOf } from '../timeline/counted-facts.ts'

export interface FiguresOf {
  readonly projectId: Uuid
  readonly mode: Mode
}

/** Up to where a project's events are counted. */
interface Cursor {
  readonly xid: string
  readonly id: Uuid
}

export interface Behind extends FiguresOf, Cursor {
  readonly zone: string
}

/** Whoever has events that are to be counted, as it was noted. */
export interface NotedProject extends Behind {
  readonly noted: string
}

const zero: Cursor = { xid: '0', id: '00000000-0000-0000-0000-000000000000' }

interface EventWeek {
  /** Of its partition, as statements have it. */
  readonly name: string
  /** Its Monday, as a date. */
  readonly monday: string
  /** It has the index by which the newest are found: others were there before it. */
  readonly hasNewest: boolean
}

export async function weeksOfEvents(sql: Sql): Promise<EventWeek[]> {
  return sql.query<EventWeek>(
    `select c.oid::regclass::text as name, right(c.relname, 8)::date::text as monday, exists (
       select from pg_index x join pg_inherits n on n.inhrelid = x.indexrelid
       where x.indrelid = c.oid and n.inhparent = 'events_newest'::regclass) as "hasNewest"
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass`,
  )
}

/**
 * Notes who has had events in some weeks (null: in all) since the last time, as far as all
 * transactions have ended. It and the place up to which that was looked at are written together;
 * where two nodes do it at once, both begin at the same place, and notes may be doubled. False: it is
 * the first time.
 */
export async function noteNewest(
  sql: Sql,
  weeks: readonly Pick<EventWeek, 'name'>[] | null,
): Promise<boolean> {
  // Bounds of ids would have whole indexes of ids read, too.
  const parts = weeks?.map(({ name }) => `select project_id, mode, xid from ${name}`)
  const events = parts === undefined ? 'events' : `(${parts.join(' union all ')})`
  const noted = await sql.query(
    `with place as materialized (select below_xid as old, settled_below() as new from traffic_noted),
     moved as (
       update traffic_noted set below_xid = place.new from place where below_xid < place.new
     ), newest as (
       select distinct e.project_id, e.mode from ${events} e
       where e.xid::text::bigint >= (select old::text::bigint from place)
         and e.xid::text::bigint < (select new::text::bigint from place)
     ), written as (
       insert into traffic_waiting as w (project_id, mode, noted_xid)
       select newest.project_id, newest.mode, place.new from newest cross join place
       ${noteAgain}
     )
     select from place`,
  )
  return noted.length > 0
}

const noteAgain = `on conflict (project_id, mode) do update
  set noted_xid = greatest(w.noted_xid, excluded.noted_xid)`

/** Whose events have come with an account from another cell: below the place of those noted. */
export async function noteArrived(sql: Sql, projectIds: readonly string[]): Promise<void> {
  await sql.query(
    `insert into traffic_waiting as w (project_id, mode, noted_xid)
     select id, mode, settled_below()
     from unnest($1::uuid[]) id cross join unnest(array['live', 'test']) mode
     ${noteAgain}`,
    [projectIds],
  )
}

/** The same by asking each project. */
export async function noteEach(sql: Sql): Promise<void> {
  await sql.query(
    `with place as materialized (select settled_below() as new),
     begun as (
       insert into traffic_noted as n (below_xid) select new from place
       on conflict (is_all) do update set below_xid = greatest(n.below_xid, excluded.below_xid)
     )
     insert into traffic_waiting as w (project_id, mode, noted_xid)
     select p.id, m.mode, place.new
     from place cross join projects p cross join (values ('live'), ('test')) m (mode)
     left join traffic_cursors c on c.project_id = p.id and c.mode = m.mode
     where p.deleted_at is null and exists (
       select from events e
       where e.project_id = p.id and e.mode = m.mode
         and (e.xid, e.id) > (coalesce(c.xid, '0'::xid8), coalesce(c.id, $1)) and e.xid < place.new)
     ${noteAgain}`,
    [zero.id],
  )
}

/** Of those that are noted, those first that were counted least lately. */
export async function selectWaiting(sql: Sql, limit: number): Promise<NotedProject[]> {
  return sql.query<NotedProject>(
    `select w.project_id as "projectId", w.mode, w.noted_xid as noted, a.time_zone as zone,
       coalesce(c.xid, '0'::xid8) as xid, coalesce(c.id, $2) as id
     from traffic_waiting w
     join projects p on p.id = w.project_id join accounts a on a.id = p.account_id
     left join traffic_cursors c on c.project_id = w.project_id and c.mode = w.mode
     where p.deleted_at is null
     order by coalesce(c.xid, '0'::xid8), w.project_id limit $1`,
    [limit, zero.id],
  )
}

/** All of theirs was counted, but for what was noted since. */
export async function deleteWaiting(sql: Sql, counted: readonly NotedProject[]): Promise<void> {
  await sql.query(
    `delete from traffic_waiting w
     using unnest($1::uuid[], $2::text[], $3::xid8[]) as t (project_id, mode, noted_xid)
     where w.project_id = t.project_id and w.mode = t.mode and w.noted_xid = t.noted_xid`,
    [
      counted.map(one => one.projectId),
      counted.map(one => one.mode),
      counted.map(one => one.noted),
    ],
  )
}

export async function selectCursor(sql: Sql, owner: FiguresOf): Promise<Cursor> {
  const [row] = await sql.query<Cursor>(
    'select xid, id from traffic_cursors where project_id = $1 and mode = $2',
    [owner.projectId, owner.mode],
  )
  return row ?? zero
}

export interface Figure {
  readonly facet: string
  /** Local date of the account; null where several days are added up. */
  readonly day: string | null
  readonly a: string
  readonly b: string
  readonly count: number
}

/** Figures of the events behind a cursor, and where the last of them stands. */
export interface CountedFigures {
  readonly figures: readonly Figure[]
  /** Null where there are no events. */
  readonly upTo: (Cursor & { readonly at: Date; readonly events: number }) | null
}

interface CountedRow extends Figure {
  readonly xid: string | null
  readonly id: Uuid | null
  readonly at: Date | null
}

/**
 * Counts up to `limit` events behind the cursor: where the cursor is to follow, only as far as all
 * transactions have ended, for somebody may still write below those that have. `settledAt` is a place
 * up to which they had, null where the cursor does not follow: what is settled at the moment may lie
 * below it again, while a transaction of another database ends (settled_below). An event
 * is looked at together with its email; opens and clicks count once per recipient and only where a
 * person made them, deferrals only the first time that a recipient had to wait.
 */
export async function countBehind(
  sql: Sql,
  { projectId, mode, xid, id, zone }: Behind,
  { limit, settledAt }: { readonly limit: number; readonly settledAt: string | null },
): Promise<CountedFigures> {
  const values = [projectId, mode, xid, id, limit, zone, settledAt]
  const rows = await sql.query<CountedRow>(countText, values)
  const end = rows.find(row => row.facet === '')
  const upTo =
    end?.xid && end.id && end.at
      ? { xid: end.xid, id: end.id, at: end.at, events: end.count }
      : null
  return { figures: rows.filter(row => row.facet !== ''), upTo }
}

// Eight buckets per doubling: 8 / ln 2.
const countText = `
  with page as materialized (
    select id, xid, email_id, type, at, recipient, details from events
    where project_id = $1 and mode = $2 and (xid, id) > ($3::xid8, $4::uuid)
      and ($7::xid8 is null or xid < (select greatest(settled_below(), $7::xid8)))
    order by xid, id limit $5
  ), facts as materialized (
    select (p.at at time zone $6)::date as day, e.stream,
      ${providerOf('p')} as provider, ${domainOf('p')} as domain, ${causeOf('p')} as cause,
      ${tlsOf('p')} as tls, p.type,
      p.type = 'bounced' and coalesce((p.details ->> 'counts')::boolean, true) as is_hard,
      case when p.type = 'accepted' then (
        select count(*) from recipients r where r.project_id = $1 and r.email_id = p.email_id
      ) else 1 end as n,
      case when p.type = 'delivered' then floor(11.5415603271 * ln(greatest(1.0::float8,
        extract(epoch from p.at - coalesce(e.scheduled_at, e.created_at))::float8 * 1000)))::text
      end as bucket
    from page p cross join lateral (
      select stream, scheduled_at, created_at from emails
      where project_id = $1 and id = p.email_id offset 0) e
    where p.type not in ('queued', 'sent') and ${counts('p').join(' and ')}
  )
  select v.facet, f.day, v.a, v.b, sum(f.n)::integer as count,
    null::xid8 as xid, null::uuid as id, null::timestamptz as at
  from facts f cross join lateral (values
    ('stream', f.stream, f.type),
    (case when f.is_hard then 'stream' end, f.stream, 'hard'),
    (case when f.type <> 'accepted' then 'provider' end, f.provider, f.type),
    (case when f.type <> 'accepted' then 'domain' end, coalesce(f.domain, ''), f.type),
    (case when f.type in ('bounced', 'deferred') then 'cause' end, f.provider,
      f.type || ' ' || f.cause),
    (case when f.type = 'delivered' and f.tls is not null then 'tls' end, f.provider, f.tls),
    (case when f.bucket is not null then 'latency' end, '', f.bucket)
  ) v (facet, a, b)
  where v.facet is not null
  group by v.facet, f.day, v.a, v.b
  union all
  select '', null, '', '', (select count(*) from page)::integer, xid, id, at
  from (select xid, id, at from page order by xid desc, id desc limit 1) last`

/** Moves the cursor on, unless somebody else has; the first of the two statements of a step. */
export async function moveCursor(
  tx: Sql,
  owner: FiguresOf,
  from: Cursor,
  to: Cursor,
): Promise<boolean> {
  await tx.query(
    `insert into traffic_cursors (project_id, mode, xid, id) values ($1, $2, $3::xid8, $4)
     on conflict do nothing`,
    [owner.projectId, owner.mode, zero.xid, zero.id],
  )
  const rows = await tx.query(
    `update traffic_cursors set xid = $5::xid8, id = $6
     where project_id = $1 and mode = $2 and xid = $3::xid8 and id = $4 returning id`,
    [owner.projectId, owner.mode, from.xid, from.id, to.xid, to.id],
  )
  return rows.length > 0
}

export async function addFigures(
  tx: Sql,
  owner: FiguresOf,
  figures: readonly Figure[],
): Promise<void> {
  await tx.query(
    `insert into traffic as t (project_id, mode, facet, day, a, b, count)
     select $1, $2, * from unnest($3::text[], $4::date[], $5::text[], $6::text[], $7::bigint[])
     on conflict (project_id, mode, facet, day, a, b)
     do update set count = t.count + excluded.count`,
    [
      owner.projectId,
      owner.mode,
      figures.map(one => one.facet),
      figures.map(one => one.day),
      figures.map(one => one.a),
      figures.map(one => one.b),
      figures.map(one => one.count),
    ],
  )
}

/** All figures of some facets since a day, added up over what the caller does not tell apart. */
export async function selectFigures(
  sql: Sql,
  owner: FiguresOf,
  facets: readonly string[],
  { since, before = null }: { readonly since: string; readonly before?: string | null },
): Promise<Figure[]> {
  return sql.query<Figure>(
    `select facet, case when facet = 'stream' then day end as day, a, b,
       sum(count)::float8 as count
     from traffic
     where project_id = $1 and mode = $2 and facet = any($3::text[]) and day >= $4
       and ($5::date is null or day < $5)
     group by 1, 2, 3, 4`,
    [owner.projectId, owner.mode, facets, since, before],
  )
}

/** The largest domains since a day, by what was delivered or bounced there, or had to wait. */
export async function selectDomains(
  sql: Sql,
  owner: FiguresOf,
  since: string,
  count: number,
): Promise<Figure[]> {
  return sql.query<Figure>(
    `with sums as materialized (
       select a, b, sum(count) as count from traffic
       where project_id = $1 and mode = $2 and facet = 'domain' and day >= $3
       group by a, b
     ), largest as (
       select a from sums where b in ('delivered', 'bounced', 'deferred') and a <> ''
       group by a order by sum(count) desc, a limit $4
     )
     select 'domain' as facet, null as day, a, b, count::float8 as count from sums join largest using (a)`,
    [owner.projectId, owner.mode, since, count],
  )
}

/** Keeps the largest domains of an old day apart and forgets the rest: a page shows but 20. */
export async function trimDomains(sql: Sql, before: string, keep: number): Promise<void> {
  await sql.query(
    `with crowded as (
       select project_id, mode, day from traffic
       where facet = 'domain' and day < $1 and day >= $1::date - 3
       group by project_id, mode, day having count(*) > 12 * $2
     ), ranked as (
       select t.project_id, t.mode, t.day, t.a,
         row_number() over (partition by t.project_id, t.mode, t.day order by sum(t.count) desc) as n
       from traffic t join crowded c using (project_id, mode, day)
       where t.facet = 'domain' group by t.project_id, t.mode, t.day, t.a
     )
     delete from traffic t using ranked r
     where r.n > $2 and t.facet = 'domain' and t.project_id = r.project_id and t.mode = r.mode
       and t.day = r.day and t.a = r.a`,
    [before, keep],
  )
}

/** Nobody counts any more what happened in a removed project. */
export async function deleteWaitingOfRemoved(sql: Sql): Promise<void> {
  await sql.query(
    `delete from traffic_waiting w using projects p
     where p.id = w.project_id and p.deleted_at is not null`,
  )
}

export async function deleteTrafficBefore(sql: Sql, day: string): Promise<void> {
  await sql.query('delete from traffic where day < $1', [day])
}

/** Whether there is an email of live mode from before an instant (ms since 1970). */
export async function hasLiveEmail(sql: Sql, before: number): Promise<boolean> {
  const [row] = await sql.query<{ found: boolean }>(
    `select exists (select from emails where mode = 'live' and created_at < $1) as found`,
    [new Date(before)],
  )
  return row!.found
}
