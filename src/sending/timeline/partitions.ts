/**
 * The growing tables are cut by weeks of their time-ordered id. Partitions are made ahead of time at
 * start and daily, so that no insert ever waits for one; two nodes may do it at once.
 */
import { floorId } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { createPartition, listPartitions, lockPartitions } from './partitions-store.ts'

export const weekMs = 7 * 24 * 3_600_000
/** 1970-01-05 was the first Monday. */
const firstMonday = 4 * 24 * 3_600_000
const weeksBehind = 2
const weeksAhead = 6

export const partitionedTables = ['emails', 'email_contents', 'recipients', 'events'] as const
type PartitionedTable = (typeof partitionedTables)[number]

/** Start of the week (Monday 00:00 UTC) that holds a moment. */
function weekStart(ms: number): number {
  return ms - ((((ms - firstMonday) % weekMs) + weekMs) % weekMs)
}

/** `emails_20261116` for the week that begins on that Monday. */
function partitionName(table: PartitionedTable, startMs: number): string {
  return `${table}_${new Date(startMs).toISOString().slice(0, 10).replaceAll('-', '')}`
}

/** Makes the partitions of the weeks around now that are missing; returns how many were made. */
export async function ensurePartitions(world: Pick<World, 'clock' | 'db'>): Promise<number> {
  const current = weekStart(world.clock.now())
  return world.db.transaction(async tx => {
    await lockPartitions(tx)
    const existing = new Set(await listPartitions(tx))
    let made = 0
    for (const table of partitionedTables) {
      for (let week = -weeksBehind; week <= weeksAhead; week++) {
        const start = current + week * weekMs
        const name = partitionName(table, start)
        if (existing.has(name)) continue
        await createPartition(tx, {
          table,
          name,
          from: floorId(start),
          to: floorId(start + weekMs),
        })
        made++
      }
    }
    return made
  })
}
