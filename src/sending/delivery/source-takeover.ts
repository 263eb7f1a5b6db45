/**
 * Source addresses that a file names (MALOTE_SOURCE_ADDRESSES) are taken over into the database at
 * the first start with it, by one node, if nobody has added any before (docs/decisions/0060). From
 * then on they are kept there, and the file is not read.
 */
import { canonicalAddress } from '#kernel/base/addresses.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { read } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { warmStage } from './source-day.ts'
import { type FilePool, missingProject, readSourcesFile } from './sources-file.ts'
import {
  insertPool,
  insertSource,
  isFileTaken,
  moveStamp,
  noteFileTaken,
  selectExisting,
  selectSources,
} from './sources-store.ts'

/** At start. Throws BadSetting where the file is wrong, or names a project that does not exist. */
export async function takeSourcesFile(world: World): Promise<void> {
  const { db, log, settings } = world
  const path = settings.MALOTE_SOURCE_ADDRESSES
  if (path === '') return
  if (await isFileTaken(db)) {
    log.info({ path }, 'source addresses are kept in the database; the file is not read any more')
    return
  }
  const pools = readSourcesFile(path)
  await refuseUnknown(world, path, pools)
  const taken = await db.transaction(tx => takeOver(tx, world, pools))
  log.info({ path, addresses: taken }, 'source addresses were taken over from the file')
}

async function refuseUnknown(
  { db }: World,
  path: string,
  pools: readonly FilePool[],
): Promise<void> {
  const named = pools.flatMap(pool => pool.projects ?? [])
  if (named.length === 0) return
  const existing = await selectExisting(
    db,
    named.map(id => read('prj', id)!),
  )
  const missing = named.find(id => !existing.has(read('prj', id)!))
  if (missing !== undefined) throw missingProject(path, missing)
}

/** How many; none where another node was first, or somebody has added some. */
async function takeOver(tx: Tx, world: World, pools: readonly FilePool[]): Promise<number> {
  const { fileTakenAt } = await moveStamp(tx)
  if (fileTakenAt !== null) return 0
  const now = world.clock.now()
  await noteFileTaken(tx, new Date(now))
  if ((await selectSources(tx)).length > 0) return 0
  let count = 0
  for (const { name, streams, projects, addresses } of pools) {
    const ids = projects?.map(id => read('prj', id)!) ?? null
    await insertPool(tx, { name, streams, projects: ids })
    for (const { address, hostname, since } of addresses) {
      const firstStage = since === null ? warmStage : stageSince(since, now)
      await insertSource(tx, {
        id: world.ids.next(),
        address: canonicalAddress(address),
        hostname,
        pool: name,
        warm: firstStage >= warmStage,
        firstStage,
        // One whose first day is to come sends nothing until it is resumed.
        pausedAt: since !== null && since > now ? new Date(now) : null,
        createdAt: new Date(now),
      })
      count++
    }
  }
  return count
}

/** Each day since then counts as a good one. */
const stageSince = (since: number, now: number): number =>
  Math.min(warmStage, Math.max(1, 1 + Math.floor((now - since) / dayMs)))
