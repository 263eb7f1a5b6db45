/** All SQL on the queue table. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import {
  type ClaimState,
  type ClaimToken,
  type EntryName,
  firstAttempt,
  type Kind,
  type Lease,
  type NewEntry,
  type Postponement,
  type WaitingEntry,
} from './entry.ts'

export async function insertEntries(tx: Sql, entries: readonly NewEntry[]): Promise<void> {
  await tx.query(
    `insert into queue
       (id, kind, project_id, subject, n, destination, due_at, created_at, ready, attempt, held,
        source_id, admitted)
     select t.id, t.kind, t.project_id, t.subject, t.n, t.destination, t.due_at, t.created_at,
            t.ready, case when t.held then $11 else 0 end, t.held, t.source_id, t.admitted
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::smallint[], $6::integer[],
                 $7::timestamptz[], $8::timestamptz[], $9::boolean[], $10::boolean[], $12::uuid[],
                 $13::boolean[])
       as t (id, kind, project_id, subject, n, destination, due_at, created_at, ready, held,
             source_id, admitted)`,
    [
      entries.map(e => e.id),
      entries.map(e => e.kind),
      entries.map(e => e.projectId),
      entries.map(e => e.subject),
      entries.map(e => e.n),
      entries.map(e => e.destination),
      entries.map(e => new Date(e.leaseUntil ?? e.dueAt)),
      entries.map(e => new Date(e.createdAt)),
      entries.map(e => e.leaseUntil === null && e.dueAt <= e.createdAt),
      entries.map(e => e.leaseUntil !== null),
      firstAttempt,
      entries.map(e => e.sourceId),
      entries.map(e => e.warmUpPassed),
    ],
  )
}

/**
 * How claims stand; locks their entries, whoever has them now, until the transaction ends. By token
 * and not by id: an outdated one may stand beside the one that replaced it. Only what is `held` may
 * be written: a result whose COMMIT took effect unheard comes a second time, with the same token.
 */
export async function lockClaims<T extends ClaimToken>(
  tx: Sql,
  tokens: readonly T[],
): Promise<Map<T, ClaimState>> {
  const rows = await tx.query<ClaimToken & { held: boolean }>(
    'select id, attempt, held from queue where id = any($1::uuid[]) order by id for update',
    [tokens.map(token => token.id)],
  )
  const entries = new Map(rows.map(row => [row.id, row]))
  return new Map(
    tokens.map(token => {
      const entry = entries.get(token.id)
      if (entry === undefined) return [token, 'gone']
      if (entry.attempt !== token.attempt) return [token, 'overtaken']
      return [token, entry.held ? 'held' : 'settled']
    }),
  )
}

/** Removes finished entries. */
export async function deleteEntries(tx: Sql, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query('delete from queue where id = any($1::uuid[])', [ids])
}

/** Puts entries back for later. */
export async function postpone(tx: Sql, entries: readonly Postponement[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(
    `update queue q set due_at = t.due_at, tries = q.tries + t.tried, held = false, ready = false,
       faults = case when t.fault then q.faults + 1 else 0 end,
       leaves_from = coalesce(t.leaves_from, q.leaves_from),
       created_at = case when t.ours then greatest(q.created_at, t.due_at) else q.created_at end
     from unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::boolean[], $5::boolean[],
                 $6::uuid[])
       as t (id, due_at, tried, ours, fault, leaves_from)
     where q.id = t.id`,
    [
      entries.map(e => e.id),
      entries.map(e => new Date(e.dueAt)),
      entries.map(e => (e.tried ? 1 : 0)),
      entries.map(e => e.ours === true),
      entries.map(e => e.fault === true),
      entries.map(e => e.leavesFrom ?? null),
    ],
  )
}

/** Notes that entries have their place in the warm-up. */
export async function markWarmUpPassed(tx: Sql, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query('update queue set admitted = true where id = any($1::uuid[])', [ids])
}

/**
 * Moves the leases of work still in hand forward. An entry that was settled meanwhile keeps the
 * time it was given: it still has the same token.
 */
export async function renewLeases(
  sql: Sql,
  leases: readonly Lease[],
  until: number,
): Promise<void> {
  // Locked by id, as a settlement locks them (`lockClaims`): in two orders, each would wait for the
  // other.
  await sql.query(
    `with mine as materialized (
       select q.id, t.attempt from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::timestamptz[])
         as t (id, attempt, since, till)
       join queue q on q.id = t.id and q.attempt = t.attempt and q.due_at between t.since and t.till
       order by q.id for update of q
     )
     update queue q set due_at = $5 from mine where q.id = mine.id and q.attempt = mine.attempt`,
    [
      leases.map(lease => lease.id),
      leases.map(lease => lease.attempt),
      leases.map(lease => new Date(lease.from)),
      leases.map(lease => new Date(lease.to)),
      new Date(until),
    ],
  )
}

/** The earliest due time of a kind at or above `floor`, or null. */
export async function earliestDue(sql: Sql, kind: Kind): Promise<number | null> {
  const [row] = await sql.query<{ due_at: Date | null }>(
    'select min(due_at) as due_at from queue where kind = $1',
    [kind],
  )
  return row?.due_at?.getTime() ?? null
}

/** Moves the entries of one subject (a rescheduled email) to another time; returns how many. */
export async function moveSubject(tx: Sql, subject: Uuid, dueAt: number): Promise<number> {
  const rows = await tx.query(
    'update queue set due_at = $2, ready = false where subject = $1 returning id',
    [subject, new Date(dueAt)],
  )
  return rows.length
}

/** Removes the entries of subjects, which the transaction holds. */
export async function deleteSubjects(tx: Sql, subjects: readonly Uuid[]): Promise<void> {
  await tx.query('delete from queue where subject = any($1::uuid[])', [subjects])
}

/**
 * Removes an entry, out of the hand of whoever holds it: under its claim nothing is sent or written
 * any more.
 */
export async function deleteEntry(tx: Sql, { kinds, subject, n }: EntryName): Promise<void> {
  await tx.query('delete from queue where subject = $1 and n = $2 and kind = any($3::text[])', [
    subject,
    n,
    kinds,
  ])
}

/** Removes entries of some kinds that nobody holds at this moment; returns `subject n` of each. */
export async function deleteWaiting(
  tx: Sql,
  kinds: readonly Kind[],
  works: readonly { readonly subject: Uuid; readonly n: number }[],
): Promise<Set<string>> {
  const rows = await tx.query<{ subject: Uuid; n: number }>(
    `delete from queue q using unnest($1::uuid[], $2::smallint[]) as t (subject, n)
     where q.subject = t.subject and q.n = t.n and q.kind = any($3::text[])
       and not q.held
     returning q.subject, q.n`,
    [works.map(one => one.subject), works.map(one => one.n), kinds],
  )
  return new Set(rows.map(row => `${row.subject} ${row.n}`))
}

/** The entries of one subject, held until the transaction ends: no loop can claim them meanwhile. */
export async function lockSubject(tx: Sql, subject: Uuid): Promise<WaitingEntry[]> {
  return tx.query('select n, tries, held from queue where subject = $1 order by id for update', [
    subject,
  ])
}
