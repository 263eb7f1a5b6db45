/**
 * What becomes of mail, counted in the transaction of the events that are counted, so that figures
 * never differ from timelines. One row per project, UTC day, stream and provider, split over shards
 * so that transactions seldom wait for each other; finished days are put together again by a job.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  addUsage,
  type CountName,
  type Counts,
  countNames,
  mergeShards,
  selectUsage,
  type UsageRow,
  type UsageTotals,
  unmergedDays,
} from './usage-store.ts'

/** One more, or `by` more, of some counts. */
export interface Increment {
  readonly projectId: Uuid
  /** ms since 1970: decides on the day. */
  readonly at: number
  readonly stream: string
  readonly provider: string
  readonly counts: Readonly<Partial<Record<CountName, number>>>
}

const shards = 8

let lastDay = { begins: 0, text: '1970-01-01' }

/** Nearly always that of the time before, whose text is kept. */
export function utcDay(ms: number): string {
  const begins = Math.floor(ms / dayMs) * dayMs
  if (begins !== lastDay.begins) {
    lastDay = { begins, text: new Date(ms).toISOString().slice(0, 10) }
  }
  return lastDay.text
}

/**
 * Adds to the counts in the caller's transaction; near its end, since the rows are locked from then
 * on. `salt` spreads transactions over the shards: any number.
 */
export async function count(tx: Tx, increments: readonly Increment[], salt: number): Promise<void> {
  const shard = salt % shards
  const rows = new Map<string, { -readonly [K in keyof UsageRow]: UsageRow[K] }>()
  for (const { projectId, at, stream, provider, counts } of increments) {
    const day = utcDay(at)
    const key = `${projectId} ${day} ${stream} ${provider}`
    const row = rows.get(key) ?? { projectId, day, stream, provider, shard, counts: none }
    row.counts = sum(row.counts, counts)
    rows.set(key, row)
  }
  if (rows.size > 0) await addUsage(tx, [...rows.values()])
}

const none = Object.fromEntries(countNames.map(name => [name, 0])) as Counts

function sum(a: Counts, b: Increment['counts']): Counts {
  const result: { -readonly [K in CountName]: number } = { ...a }
  for (const [name, n] of Object.entries(b)) result[name as CountName] += n
  return result
}

/** The figures of projects per UTC day, stream and provider, from a day to another. */
export function usageOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<UsageTotals[]> {
  return selectUsage(sql, projectIds, from, to)
}

/** Puts the shards of days that are over together, for the daily job. */
export async function mergeUsage(world: Pick<World, 'db' | 'clock'>): Promise<void> {
  // Not yesterday's: a settlement that began before midnight may still come.
  for (const day of await unmergedDays(world.db, utcDay(world.clock.now() - dayMs))) {
    await world.db.transaction(tx => mergeShards(tx, day))
  }
}
