/**
 * The growing tables are cut by weeks of their time-ordered id. Partitions are made ahead of time at
 * start and daily, so that no insert ever waits for one; two nodes may do it at once.
 */
import { dayMs } from '#kernel/base/durations.ts'
import { floorId } from '#kernel/base/ids.ts'
import { sqlState } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  createPartition,
  listPartitions,
  lockPartitions,
  type Partition,
} from './partitions-store.ts'

export const weekMs = 7 * dayMs
/** 1970-01-05 was the first Monday. */
const firstMonday = 4 * dayMs
/** Two behind, six ahead. */
const weeks = [-2, -1, 0, 1, 2, 3, 4, 5, 6] as const
const lockNotAvailable = '55P03'

export const partitionedTables = ['emails', 'email_contents', 'recipients', 'events'] as const
/** Marketing's modules delete the rows of theirs; weeks that are empty go with them (retention.ts). */
export const marketingTables = ['activity', 'letters'] as const
/** Of which a week is dropped as soon as it is old, with all that is in it. */
const loggedTables = ['requests', 'audit_records'] as const
const weeklyTables = [...partitionedTables, ...marketingTables, ...loggedTables] as const
type PartitionedTable = (typeof weeklyTables)[number]

/** Start of the week (Monday 00:00 UTC) that holds a moment. */
function weekStart(ms: number): number {
  return ms - ((((ms - firstMonday) % weekMs) + weekMs) % weekMs)
}

/** `emails_20261116` for the week that begins on that Monday. */
function partitionName(table: PartitionedTable, startMs: number): string {
  return `${table}_${new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** How often a lock that somebody holds is tried for: an `analyze` has it for seconds. */
const maxTries = 20
const retryMs = 500

/**
 * Makes the partitions of the weeks around now that are missing; returns how many were made. They
 * are made weeks ahead: as long as this week and the next have theirs, a table that cannot be locked
 * now is left to the next time.
 */
export async function ensurePartitions(world: Pick<World, 'clock' | 'db'>): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await makeMissing(world)
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error
      if (tries === maxTries) {
        const urgent = missing(await listPartitions(world.db), world.clock.now(), [0, 1])
        if (urgent.length === 0) return 0
        throw error
      }
      await world.clock.sleep(retryMs)
    }
  }
}

function makeMissing(world: Pick<World, 'clock' | 'db'>): Promise<number> {
  return world.db.transaction(async tx => {
    await lockPartitions(tx)
    const partitions = missing(await listPartitions(tx), world.clock.now(), weeks)
    for (const one of partitions) await createPartition(tx, one)
    return partitions.length
  })
}

/** Those of some weeks, counted from the one that holds `now`. */
function missing(existing: readonly string[], now: number, around: readonly number[]): Partition[] {
  const known = new Set(existing)
  return weeklyTables.flatMap(table =>
    around.flatMap(week => {
      const start = weekStart(now) + week * weekMs
      const name = partitionName(table, start)
      if (known.has(name)) return []
      return [{ table, name, from: floorId(start), to: floorId(start + weekMs) }]
    }),
  )
}
