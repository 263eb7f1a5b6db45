/**
 * Long work in slices: a fan-out to a million, a clearing of millions. A task is an entry of the
 * queue of its own kind, with a loop of its own, so that it holds up neither the periodic jobs nor
 * mail. Its module does one slice at a time and commits how far it has come with the slice; a node
 * that dies or stops leaves the entry, and the next one goes on from there.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { DestinationDigest, Entry, Kind } from './entry.ts'
import { deleteEntries, lockClaims, postpone } from './store.ts'
import { createLoop, type Loop } from './work.ts'

export interface Task {
  readonly kind: Kind
  /** Tasks of the kind at a time on one node. */
  readonly capacity: number
  /**
   * Does the next slice of the work on `subject`; false when there is none left. May be called again
   * for a slice that was done already, after a crash between its commit and the answer.
   */
  readonly runSlice: (world: World, about: TaskSubject) => Promise<boolean>
}

export interface TaskSubject {
  readonly projectId: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: DestinationDigest
}

/** Between slices, so that a task takes a fraction of the database's time. */
const restMs = 20
/** After a fault of ours; longer each time, up to an hour. */
const firstRetryMs = 5_000
const maxRetryMs = 3_600_000

export function createTaskLoop(world: World, task: Task): Loop {
  let isStopping = false
  const loop = createLoop(world, {
    kind: task.kind,
    capacity: task.capacity,
    async handle(entries, done) {
      await Promise.all(
        entries.map(async entry => {
          await runTask(world, task, entry, () => isStopping)
          done(entry)
        }),
      )
    },
  })
  return {
    ...loop,
    get inHand() {
      return loop.inHand
    },
    start() {
      isStopping = false
      loop.start()
    },
    async stop(graceMs) {
      // What is in hand ends its slice and gives the entry back.
      isStopping = true
      await loop.stop(graceMs)
    },
  }
}

async function runTask(
  world: World,
  task: Task,
  entry: Entry,
  isStopping: () => boolean,
): Promise<void> {
  const { subject } = entry
  try {
    while (await task.runSlice(world, entry)) {
      if (isStopping()) return settle(world, entry, { dueAt: world.clock.now(), fault: false })
      await world.clock.sleep(restMs)
    }
    await settle(world, entry, null)
  } catch (error) {
    world.log.error(
      { task: task.kind, subject, error: String(error) },
      'a task failed; later again',
    )
    const delayMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(entry.faults, 20))
    await settle(world, entry, { dueAt: world.clock.now() + delayMs, fault: true })
  }
}

/** Deletes the entry, or puts it back: only while it is still ours. */
async function settle(
  world: World,
  entry: Entry,
  again: { readonly dueAt: number; readonly fault: boolean } | null,
): Promise<void> {
  await world.db.transaction(async tx => {
    const claims = await lockClaims(tx, [entry])
    if (claims.get(entry) !== 'held') return
    if (again === null) await deleteEntries(tx, [entry.id])
    else await postpone(tx, [{ id: entry.id, tried: false, ...again }])
  })
}
