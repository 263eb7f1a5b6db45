/**
 * Clicks wait a little before they are judged, in a table and not in memory: they outlive a process,
 * and whichever node judges one sees what the others were asked for. Two links of one letter that
 * are followed within two seconds are followed by a program, and the first of them can only be known
 * by the second. Whoever clicks is led on at once.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { burstMs } from './machine.ts'
import { placeOf, type Reaction, writeNews } from './news.ts'
import { followedBeside, insertSightings, takeSightings } from './sightings-store.ts'

const sightingKind = 'sighting'

/** So long the other links of a burst have to be written, a second more than one lasts. */
const waitMs = 3_000

/** Keeps clicks until they are judged. */
export async function waitForJudgement(
  tx: Tx,
  world: World,
  clicks: readonly Reaction[],
): Promise<void> {
  if (clicks.length === 0) return
  const sightings = clicks.map(one => ({ ...one, url: one.url!, id: world.ids.next() }))
  await insertSightings(tx, sightings)
  await enqueue(
    tx,
    world,
    sightings.map(({ projectId, id, at }) => ({
      kind: sightingKind,
      projectId,
      subject: id,
      dueAt: at + waitMs,
    })),
  )
}

export const sightingTask: Task = {
  kind: sightingKind,
  capacity: 400,
  async runSlice(world, one) {
    await world.db.transaction(tx => judge(tx, world, [one.subject]))
    return false
  },
  async runTogether(world, some, settle) {
    await world.db.transaction(async tx => {
      const ours = await settle(tx, some)
      await judge(
        tx,
        world,
        ours.map(one => one.subject),
      )
    })
    return some.map(() => false)
  },
}

/**
 * What waits beside them is read before what has been judged is: whatever another node judges at this
 * moment is found as the one or as the other.
 */
async function judge(tx: Tx, world: World, ids: readonly Uuid[]): Promise<void> {
  const taken = await takeSightings(tx, ids)
  if (taken.length === 0) return
  const clicks = taken.toSorted((a, b) => a.at - b.at)
  const others = await followedBeside(tx, clicks, burstMs)
  const beside = Map.groupBy([...clicks, ...others], placeOf)
  await writeNews(
    tx,
    world,
    clicks.map(one => ({ ...one, type: 'clicked' as const })),
    beside,
  )
}
