/** All SQL that counts whom a filter finds. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { lookAtMuch } from '#kernel/world/look-at-much.ts'
import type { Owner } from '../contacts/people/contact.ts'

/** Contacts lie in so many by their ids. */
export const allBuckets = 1024

interface Bounds {
  readonly timeoutMs: number
  /** Fewer than all are a sample. */
  readonly buckets: number
}

/** What people did is held as a whole meanwhile. */
const bound = (tx: Sql, { timeoutMs, buckets }: Bounds, sets: number): Promise<void> =>
  lookAtMuch(tx, {
    timeoutMs,
    memory: memoryFor(buckets, sets),
    readsTables: buckets === allBuckets,
  })

/** Each of more has less room; for a sample no set is worth being held. */
function memoryFor(buckets: number, sets: number): string {
  if (buckets < allBuckets) return '4MB'
  return sets > fewSets ? '16MB' : '64MB'
}

const fewSets = 8

const ofSample = ({ buckets }: Bounds): string =>
  buckets === allBuckets ? '' : ` and c.bucket < ${buckets}`

interface CountQuery {
  readonly parts: readonly string[]
  /** After `from contacts c`. */
  readonly joins: readonly string[]
  readonly values: readonly unknown[]
}

/**
 * How many contacts there are of each combination of conditions, in one pass: each is asked once of
 * each contact. As columns, because PostgreSQL knows that a boolean has two values, and so that
 * workers can count beforehand.
 */
export async function countCombinations(
  tx: Sql,
  owner: Owner,
  { parts, joins, values }: CountQuery,
  bounds: Bounds,
): Promise<{ hold: boolean[]; count: number }[]> {
  await bound(tx, bounds, joins.length)
  const columns = parts.map((condition, i) => `${condition} as h${i}`)
  const rows = await tx.query<Record<string, boolean> & { count: number }>(
    `select ${columns.join(', ')}, count(*)::float8 as count from contacts c${joins.join('')}
     where c.project_id = $1 and c.mode = $2 and c.mode = '${owner.mode}'${ofSample(bounds)}
     group by ${parts.map((_, i) => i + 1).join(', ')}`,
    [owner.projectId, owner.mode, ...values],
  )
  return rows.map(row => ({ hold: parts.map((_, i) => row[`h${i}`]!), count: row.count }))
}

/**
 * Counts contacts in one pass: those that fulfil `whole`, and those that fulfil each of `parts`.
 */
export async function countContacts(
  tx: Sql,
  owner: Owner,
  { whole, parts, joins, values }: CountQuery & { readonly whole: string },
  bounds: Bounds,
): Promise<number[]> {
  await bound(tx, bounds, joins.length)
  const counts = [whole, ...parts].map(
    (condition, i) => `count(*) filter (where ${condition})::float8 as n${i}`,
  )
  // What every part of the answer needs is asked of fewer rows where only the whole is counted.
  const where = parts.length === 0 ? ` and ${whole}` : ''
  const [row] = await tx.query<Record<string, number>>(
    `select ${counts.join(', ')} from contacts c${joins.join('')}
     where c.project_id = $1 and c.mode = $2 and c.mode = '${owner.mode}'${ofSample(bounds)}${where}`,
    [owner.projectId, owner.mode, ...values],
  )
  return counts.map((_, i) => row![`n${i}`]!)
}

/** What a filter asks, to be counted each by itself. */
interface AskedApart {
  readonly whole: string
  /** Of contacts' own rows; with the place of each among the parts. */
  readonly ofRows: readonly Part[]
  /** What people did and where they are. */
  readonly ofSets: readonly Part[]
  /** Statements that count by themselves. */
  readonly counted: readonly Part[]
  /** How many of the whole are named, the newest first; 0: it is counted alone. */
  readonly named: number
  readonly values: readonly unknown[]
}

interface Part {
  readonly place: number
  readonly sql: string
}

/**
 * Counts the whole from its rarest condition on, and each part by whatever holds it: one statement,
 * so that all see the same moment. Joining all parts to every contact costs twice as much.
 */
export async function countApart(
  tx: Sql,
  owner: Owner,
  { whole, ofRows, ofSets, counted, named, values }: AskedApart,
  bounds: Bounds,
): Promise<{ readonly counts: ReadonlyMap<number, number>; readonly newest: readonly Uuid[] }> {
  await bound(tx, bounds, ofSets.length)
  const own = `from contacts c where c.project_id = $1 and c.mode = $2 and c.mode = '${owner.mode}'`
  const one = (place: number, condition: string): string =>
    `select ${place} as place, count(*)::float8 as count, null::uuid[] as ids ${own} and ${condition}`
  const rows = await tx.query<{ place: number; count: number; ids: readonly Uuid[] | null }>(
    [
      named === 0 ? one(wholePlace, whole) : countAndName(`${own} and ${whole}`, named),
      ...(ofRows.length === 0 ? [] : [countRows(ofRows, own)]),
      ...ofSets.map(({ place, sql }) => one(place, sql)),
      ...counted.map(({ place, sql }) => `select ${place}, (${sql})::float8, null`),
    ].join(' union all '),
    [owner.projectId, owner.mode, ...values],
  )
  return {
    counts: new Map(rows.map(row => [row.place, row.count])),
    newest: rows.flatMap(row => row.ids ?? []),
  }
}

/** The place of the whole among the counts, and of all contacts where all were looked at. */
export const wholePlace = -1
export const everybodyPlace = -2

/** Holds all of them for that: worth it where they are few. */
const countAndName = (found: string, max: number): string =>
  `select * from (
     with found as materialized (select c.xid, c.id ${found})
     select ${wholePlace} as place, count(*)::float8 as count,
       array(select id from found order by xid desc, id desc limit ${max}) as ids from found) whole`

/** In one pass. */
function countRows(parts: readonly Part[], own: string): string {
  const counts = parts.map(
    ({ place, sql }) => `count(*) filter (where ${sql})::float8 as n${place}`,
  )
  const placed = parts.map(({ place }) => `(${place}, n${place})`)
  return `select v.place, v.count, null
    from (select count(*)::float8 as everybody, ${counts.join(', ')} ${own}) pass
    cross join lateral (values (${everybodyPlace}, everybody), ${placed.join(', ')}) v (place, count)`
}
