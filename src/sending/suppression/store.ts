/** All SQL on suppressions and soft bounces. Addresses are given as keys (lower case). */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { deleteSome } from '#kernel/world/delete-rows.ts'
import type { SuppressionReason, SuppressionStream } from './reasons.ts'

interface SuppressionInsert {
  readonly projectId: Uuid
  readonly id: Uuid
  readonly mode: Mode
  readonly address: string
  readonly email: string
  readonly stream: SuppressionStream
  readonly reason: SuppressionReason
  readonly emailId: Uuid | null
  readonly createdAt: number
}

export interface SuppressionRow {
  readonly id: Uuid
  readonly email: string
  readonly stream: SuppressionStream
  readonly reason: SuppressionReason
  readonly email_id: Uuid | null
  readonly created_at: Date
}

export const shown = 'id, email, stream, reason, email_id, created_at'

/** Adds entries and returns those that were not there yet. */
export async function insertSuppressions(
  tx: Sql,
  entries: readonly SuppressionInsert[],
): Promise<SuppressionRow[]> {
  // In one order everywhere, so that two transactions never wait for each other in a ring.
  const sorted = entries.toSorted((a, b) => compare(keyOf(a), keyOf(b)))
  return tx.query<SuppressionRow>(
    `insert into suppressions (project_id, id, mode, address, email, stream, reason, email_id,
                               created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[],
                          $7::text[], $8::uuid[], $9::timestamptz[])
     on conflict (project_id, mode, address, stream) do nothing returning ${shown}`,
    [
      sorted.map(e => e.projectId),
      sorted.map(e => e.id),
      sorted.map(e => e.mode),
      sorted.map(e => e.address),
      sorted.map(e => e.email),
      sorted.map(e => e.stream),
      sorted.map(e => e.reason),
      sorted.map(e => e.emailId),
      sorted.map(e => new Date(e.createdAt)),
    ],
  )
}

const keyOf = (e: SuppressionInsert): string => `${e.projectId} ${e.mode} ${e.address} ${e.stream}`
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The numbers (from 0) of the asked that the live list blocks, each once, and why. */
export async function findBlocked(
  sql: Sql,
  asked: readonly { projectId: Uuid; address: string; stream: string }[],
): Promise<{ n: number; reason: SuppressionReason }[]> {
  // Of two entries the one for `all`: it would block the email without the other.
  return sql.query(
    `select distinct on (t.n) (t.n - 1)::integer as n, s.reason
     from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality
       as t (project_id, address, stream, n)
     join suppressions s on s.project_id = t.project_id and s.mode = 'live'
       and s.address = t.address and (s.stream = 'all' or s.stream = t.stream)
     order by t.n, s.stream <> 'all'`,
    [asked.map(a => a.projectId), asked.map(a => a.address), asked.map(a => a.stream)],
  )
}

/** The entry for everything with this id or address, or null. */
export async function findEntry(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  what: { id: Uuid | null; address: string },
): Promise<SuppressionRow | null> {
  const [column, value] = what.id === null ? ['address', what.address] : ['id', what.id]
  const [row] = await sql.query<SuppressionRow>(
    `select ${shown} from suppressions
     where project_id = $1 and mode = $2 and ${column} = $3 and stream = 'all'`,
    [owner.projectId, owner.mode, value],
  )
  return row ?? null
}

/** All entries of some addresses. */
export async function entriesOf(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  addresses: readonly string[],
): Promise<AddressEntry[]> {
  return sql.query<AddressEntry>(
    `select id, address, stream, reason, email_id, created_at from suppressions
     where project_id = $1 and mode = $2 and address = any($3::text[])`,
    [owner.projectId, owner.mode, addresses],
  )
}

export interface AddressEntry {
  readonly id: Uuid
  readonly address: string
  readonly stream: SuppressionStream
  readonly reason: SuppressionReason
  /** The email that caused it; null: none did. */
  readonly email_id: Uuid | null
  readonly created_at: Date
}

/** Removes the entries for marketing that a person may take back, of some addresses. */
export async function deleteOwnChoices(
  tx: Sql,
  owner: { projectId: Uuid; mode: Mode },
  addresses: readonly string[],
): Promise<void> {
  await tx.query(
    `delete from suppressions where project_id = $1 and mode = $2 and address = any($3::text[])
       and stream = 'marketing' and reason in ('unsubscribe', 'manual')`,
    [owner.projectId, owner.mode, addresses],
  )
}

/** Removes what matches the id or the address, of one stream or of both; returns how many. */
export async function deleteSuppressions(
  sql: Sql,
  owner: { projectId: Uuid; mode: Mode },
  what: { id: Uuid } | { address: string },
  stream: SuppressionStream | null,
): Promise<number> {
  const [column, value] = 'id' in what ? ['id', what.id] : ['address', what.address]
  const rows = await sql.query(
    `delete from suppressions
     where project_id = $1 and mode = $2 and ${column} = $3 and ($4::text is null or stream = $4)
     returning id`,
    [owner.projectId, owner.mode, value, stream],
  )
  return rows.length
}

/** Removes up to `most` entries, and as many soft bounces, of projects; the larger of the counts. */
export async function deleteListsOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  max: number,
): Promise<number> {
  const entries = { table: 'suppressions', key: 'project_id, id' }
  const bounces = { table: 'soft_bounces', key: 'project_id, address, day' }
  const gone = await deleteSome(sql, entries, projectIds, max)
  return Math.max(gone, await deleteSome(sql, bounces, projectIds, max))
}

export interface SoftBounce {
  readonly projectId: Uuid
  readonly address: string
  /** UTC, `2026-11-21`. */
  readonly day: string
}

export async function insertSoftBounces(tx: Sql, bounces: readonly SoftBounce[]): Promise<void> {
  await tx.query(
    `insert into soft_bounces (project_id, address, day)
     select * from unnest($1::uuid[], $2::text[], $3::date[]) order by 1, 2, 3
     on conflict do nothing`,
    softBounceColumns(bounces),
  )
}

/** All remembered days of the addresses that these bounces are about. */
export async function softBounceDays(
  tx: Sql,
  addresses: readonly { projectId: Uuid; address: string }[],
): Promise<SoftBounce[]> {
  return tx.query<SoftBounce>(
    `select s.project_id as "projectId", s.address, s.day
     from (select distinct * from unnest($1::uuid[], $2::text[])) as t (project_id, address)
     join soft_bounces s on s.project_id = t.project_id and s.address = t.address`,
    [addresses.map(a => a.projectId), addresses.map(a => a.address)],
  )
}

/** Forgets the days of addresses: they are on the list now, and start anew once taken off. */
export async function forgetSoftBounces(
  tx: Sql,
  addresses: readonly { projectId: Uuid; address: string }[],
): Promise<void> {
  await tx.query(
    `delete from soft_bounces s using unnest($1::uuid[], $2::text[]) as t (project_id, address)
     where s.project_id = t.project_id and s.address = t.address`,
    [addresses.map(a => a.projectId), addresses.map(a => a.address)],
  )
}

/** Forgets days before the given one; returns how many rows went. */
export async function deleteSoftBouncesBefore(sql: Sql, day: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `with gone as (delete from soft_bounces where day < $1::date returning day)
     select count(*)::integer as count from gone`,
    [day],
  )
  return row!.count
}

const softBounceColumns = (bounces: readonly SoftBounce[]): unknown[] => [
  bounces.map(b => b.projectId),
  bounces.map(b => b.address),
  bounces.map(b => b.day),
]
