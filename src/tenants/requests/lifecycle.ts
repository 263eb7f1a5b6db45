/** What ends here: calls with time and with their project, and with a person what names them. */
import { dayMs, minuteMs } from '#kernel/base/durations.ts'
import { floorId, knownBelow, type Uuid } from '#kernel/base/ids.ts'
import { bareAddress } from '#kernel/mail/address.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import type { ErasureCounts, ErasureScope, Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { flushAfterMs, maxWaitMs, writeNoted } from './request-log.ts'
import { deleteRequestsBefore, deleteRequestsOf, emptyNaming } from './store.ts'

export const maxKeptDays = 30
const batchSize = 1_000
/** Five minutes for it to come in (faces/api/server.ts), and some to answer it. */
const maxCallMs = 9 * minuteMs
/** What began so long ago is written or given up: batches before it may have had all tries. */
const lateMs = maxCallMs + maxWaitMs
/** Between batches, so that deleting takes a fraction of the database's time. */
const restMs = 20

/** For how many days the log of each project is kept. */
type KeptDays = (world: World) => Promise<readonly { readonly id: Uuid; readonly days: number }[]>

export const requestsLifecycle = (keptDays: KeptDays): Lifecycle => ({
  name: 'requests',
  eraseAddress: eraseFromRequests,
  clearProjects: async (world, projectIds) =>
    (await deleteRequestsOf(world.db, projectIds, batchSize)) === batchSize,
  async retain(world, budgetMs) {
    const deadline = world.clock.monotonic() + budgetMs
    for (const { id, days } of await keptDays(world)) {
      const before = floorId(world.clock.now() - Math.min(days, maxKeptDays) * dayMs)
      while ((await deleteRequestsBefore(world.db, id, before, batchSize)) === batchSize) {
        if (world.clock.monotonic() >= deadline) return
        await world.clock.sleep(restMs)
      }
    }
  },
})

/**
 * Once more after a while, for calls that other machines had noted and not written, and for the one
 * that asked, which is noted behind its commit. Only the last of them can be missing.
 */
async function eraseFromRequests(world: World, person: ErasureScope): Promise<ErasureCounts> {
  const begunAt = Math.min(person.askedAt, world.clock.now())
  await writeNoted(world)
  await emptyFrom(world, person, floorId(0))
  await world.clock.sleep(2 * flushAfterMs)
  const isWritten = await writeNoted(world)
  await emptyFrom(world, person, floorId(Math.max(0, begunAt - lateMs)))
  return { emails: 0, underWay: isWritten ? 0 : 1 }
}

async function emptyFrom(
  world: World,
  { projectId, address, modes, askedAt }: ErasureScope,
  from: Uuid,
): Promise<void> {
  const below = knownBelow(askedAt)
  const spellings = spellingsOf(bareAddress(address.trim()).toLowerCase())
  let after: Uuid | null = from
  while (after !== null) {
    const slice = { projectId, modes, after, below, spellings }
    after = await emptyNaming(world.db, slice, batchSize)
    if (after !== null) await world.clock.sleep(restMs)
  }
}

/** As people and programs write it: with the domain's own letters, and in a path. */
function spellingsOf(address: string): string[] {
  const all = [address, inOwnLetters(address)].flatMap(one => [
    one,
    encodeURIComponent(one),
    encodeURI(one),
  ])
  return [...new Set(all.map(one => one.toLowerCase()))]
}
