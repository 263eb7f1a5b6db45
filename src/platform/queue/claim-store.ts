/** SQL by which a loop finds what is ready, takes it, and makes ready what has come due. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { DestinationDigest, Entry, Kind, QueueLine } from './entry.ts'

/** What is ready lies between these moments. */
interface Window {
  readonly kind: Kind
  /**
   * Nothing that is ready is known to lie below: without a floor an index scan walks over every
   * entry finished since the oldest open snapshot (measured: 280 ms after a million).
   */
  readonly floor: number
  readonly now: number
}

interface Survey extends Window {
  /** Projects with a greater id only. */
  readonly after: Uuid
  readonly maxProjects: number
  /** Lines to look for in all; a project alone may have them all. */
  readonly maxLines: number
  /** A project's lines are listed from a point on that follows from this, then from the smallest. */
  readonly pivot: DestinationDigest
  /** Destinations that have no room. */
  readonly full: readonly DestinationDigest[]
  /** Where unknown destinations have no room either: the ones that have. */
  readonly only: readonly DestinationDigest[] | null
}

/** Of one project no more lines without room are passed over than this. */
const maxPassed = 1_000

/**
 * The projects that have work ready, by id, and some lines of each that have room: two loose index
 * scans, so that the cost is one descent per project and per line, however much waits in each. A
 * project whose lines are all full has one row without a destination.
 */
export async function surveyReady(
  sql: Sql,
  survey: Survey,
): Promise<{ readonly projectId: Uuid; readonly destination: DestinationDigest | null }[]> {
  const ready = 'kind = $1 and ready and due_at between $2 and $3'
  const open = survey.only === null ? '' : 'and destination = any($10::integer[])'
  const lines = (name: string, range: string): string => `
    ${name} (destination, found, passed) as (
      (select destination, (destination <> all($8::integer[]))::integer, 1
       from queue where ${ready} and project_id = p.id and ${range} ${open}
       order by destination limit 1)
      union all
      select next.destination,
             ${name}.found + (next.destination <> all($8::integer[]))::integer, ${name}.passed + 1
      from ${name} cross join lateral (
        select destination from queue
        where ${ready} and project_id = p.id and destination > ${name}.destination
          and ${range} ${open}
        order by destination limit 1) next
      where ${name}.found < $6 and ${name}.passed < $9)`
  // Of its own for each project: else all would look at the same few lines, and leave the others.
  const pivot = '($7::integer # hashtext(p.id::text))'
  return sql.query(
    `with recursive projects (id, n) as (
       (select project_id, 1 from queue where ${ready} and project_id > $4
        order by project_id limit 1)
       union all
       select next.project_id, projects.n + 1
       from projects cross join lateral (
         select project_id from queue where ${ready} and project_id > projects.id
         order by project_id limit 1) next
       where projects.n < $5)
     select p.id as "projectId", l.destination
     from projects p left join lateral (
       with recursive ${lines('above', `destination >= ${pivot}`)},
       ${lines('below', `destination < ${pivot}`)}
       select destination from above where destination <> all($8::integer[])
       union all
       select destination from below where destination <> all($8::integer[])
       limit greatest(1, $6 / (select max(n) from projects))) l on true`,
    [
      survey.kind,
      new Date(survey.floor),
      new Date(survey.now),
      survey.after,
      survey.maxProjects,
      survey.maxLines,
      survey.pivot,
      survey.full,
      maxPassed,
      ...(survey.only === null ? [] : [survey.only]),
    ],
  )
}

interface EntryRow {
  id: Uuid
  project_id: Uuid
  subject: Uuid
  n: number
  destination: number
  attempt: number
  tries: number
  created_at: Date
  admitted: boolean
  faults: number
  leaves_from: Uuid | null
}

interface Claim extends Window {
  readonly leaseUntil: number
  /** How many of each line. */
  readonly lines: readonly (QueueLine & { readonly limit: number })[]
}

/** Takes entries of lines, the oldest of each first, and leases them. */
export async function claimReady(sql: Sql, claim: Claim): Promise<Entry[]> {
  const rows = await sql.query<EntryRow>(
    `update queue q set due_at = $4, attempt = q.attempt + 1, held = true, ready = false
     from unnest($5::uuid[], $6::integer[], $7::integer[]) as l (project_id, destination, most)
     cross join lateral (
       select id from queue
       where kind = $1 and ready and project_id = l.project_id and destination = l.destination
         and due_at between $2 and $3
       order by due_at limit l.most for update skip locked) ready
     where q.id = ready.id
     returning q.id, q.project_id, q.subject, q.n, q.destination, q.attempt, q.tries,
               q.created_at, q.admitted, q.faults, q.leaves_from`,
    [
      claim.kind,
      new Date(claim.floor),
      new Date(claim.now),
      new Date(claim.leaseUntil),
      claim.lines.map(line => line.projectId),
      claim.lines.map(line => line.destination),
      claim.lines.map(line => line.limit),
    ],
  )
  return rows.map(row => ({
    id: row.id,
    projectId: row.project_id,
    subject: row.subject,
    n: row.n,
    destination: row.destination,
    attempt: row.attempt,
    tries: row.tries,
    createdAt: row.created_at.getTime(),
    warmUpPassed: row.admitted,
    faults: row.faults,
    leavesFrom: row.leaves_from,
  }))
}

/**
 * Makes ready what has come due, or whose lease has run out, the oldest first; returns how many. Where
 * it is `most` or more, it makes none ready and returns `most`.
 */
export async function makeReady(sql: Sql, window: Window, max: number): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `with due as (
       select id from queue
       where kind = $1 and not ready and due_at between $2 and $3
       order by due_at limit $4 for update skip locked),
     made as (
       update queue q set ready = true, due_at = $3 from due
       where q.id = due.id and (select count(*) from due) < $4 returning 1)
     select count(*)::integer as count from due`,
    [window.kind, new Date(window.floor), new Date(window.now), max],
  )
  return row!.count
}

interface Sharing extends Window {
  /** Projects with a greater id only. */
  readonly after: Uuid
  readonly maxProjects: number
  /** Of all projects, and of one at most. */
  readonly max: number
  readonly maxOfProject: number
}

/**
 * Makes ready what has come due in equal shares of the projects of a page, each one's oldest first,
 * and whatever leases have run out. `last`: the page ended with this project; null: no more follow.
 * `isCut`: more may be due in the page. The cost is two descents for each project that has anything
 * waiting, however much is due of it.
 */
export async function makeReadyInShares(
  sql: Sql,
  sharing: Sharing,
): Promise<{ readonly last: Uuid | null; readonly isCut: boolean }> {
  const waiting = 'kind = $1 and not ready and not held'
  const [row] = await sql.query<{ last: Uuid | null; isCut: boolean }>(
    `with recursive projects (id, n) as (
       (select project_id, 1 from queue where ${waiting} and project_id > $4
        order by project_id limit 1)
       union all
       select next.project_id, projects.n + 1
       from projects cross join lateral (
         select project_id from queue where ${waiting} and project_id > projects.id
         order by project_id limit 1) next
       where projects.n < $5),
     owing as (
       select p.id from projects p
       cross join lateral (
         select from queue
         where ${waiting} and project_id = p.id and due_at between $2 and $3 limit 1) any_due),
     share (size) as (select least($7::integer, greatest(1, $6 / greatest(1, count(*)))) from owing),
     due as (
       select o.id as project_id, q.id from owing o
       cross join lateral (
         select id from queue
         where ${waiting} and project_id = o.id and due_at between $2 and $3
         order by due_at limit (select size from share) for update skip locked) q),
     expired as (
       select id from queue
       where kind = $1 and not ready and held and due_at between $2 and $3
       order by due_at limit $6 for update skip locked),
     made as (
       update queue q set ready = true, due_at = $3
       from (select id from due union all select id from expired) ready where q.id = ready.id)
     select (select case when max(n) >= $5 then max(id::text)::uuid end from projects) as last,
       coalesce((select max(n) from (select count(*) as n from due group by project_id) of_each)
         >= (select size from share), false)
       or (select count(*) from expired) >= $6 as "isCut"`,
    [
      sharing.kind,
      new Date(sharing.floor),
      new Date(sharing.now),
      sharing.after,
      sharing.maxProjects,
      sharing.max,
      sharing.maxOfProject,
    ],
  )
  return row!
}

/** What an idle loop knows of its kind: nothing is due below the floors. */
export interface IdleWindow {
  readonly kind: Kind
  readonly readyFloor: number
  readonly laterFloor: number
}

export interface DueKind {
  /** Something may be claimed. */
  readonly ready: boolean
  /** Something has come due and is to be made ready. */
  readonly later: boolean
}

/** Of which kinds anything is due at `now`, one answer per window; the cost is two descents each. */
export async function dueKinds(
  sql: Sql,
  windows: readonly IdleWindow[],
  now: number,
): Promise<readonly DueKind[]> {
  return sql.query<DueKind>(
    `select r.is is not null as ready, l.is is not null as later
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
       with ordinality as a (kind, ready_floor, later_floor, n)
     left join lateral (
       select true as is from queue q
       where q.kind = a.kind and q.ready and q.due_at between a.ready_floor and $4
       order by q.project_id limit 1) r on true
     left join lateral (
       select true as is from queue q
       where q.kind = a.kind and not q.ready and q.due_at between a.later_floor and $4
       order by q.due_at limit 1) l on true
     order by a.n`,
    [
      windows.map(window => window.kind),
      windows.map(window => new Date(window.readyFloor)),
      windows.map(window => new Date(window.laterFloor)),
      new Date(now),
    ],
  )
}
