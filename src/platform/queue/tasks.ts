/**
 * Long work in slices: a fan-out to a million, a clearing of millions. A task is an entry of the
 * queue of its own kind, with a loop of its own, so that it holds up neither the periodic jobs nor
 * mail. Its module does one slice at a time and commits how far it has come with the slice; a node
 * that dies or stops leaves the entry, and the next one goes on from there.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { DestinationDigest, Entry, Kind } from './entry.ts'
import { deleteEntries, lockClaims, postpone } from './store.ts'
import { createLoop, type Loop } from './work.ts'

export interface Task {
  readonly kind: Kind
  /** Tasks of the kind at a time on one node. */
  readonly capacity: number
  /** Between slices; absent: so long that a task takes a fraction of the database's time. */
  readonly restMs?: number
  /**
   * Does the next slice of the work on `subject`; false when there is none left. May be called again
   * for a slice that was done already, after a crash between its commit and the answer.
   */
  readonly runSlice: (world: World, about: TaskSubject) => Promise<boolean>
  /**
   * The same for many at once: in the order given, whether more is left of each. What is done with
   * goes by `settle` in the transaction of its work. Where it fails, each is done by itself.
   */
  readonly runTogether?: (
    world: World,
    some: readonly TaskSubject[],
    settle: SettleTogether,
  ) => Promise<boolean[]>
}

/** Removes the entries of work that is done, as far as they are still ours. */
export type SettleTogether = (tx: Tx, done: readonly TaskSubject[]) => Promise<void>

export interface TaskSubject {
  readonly projectId: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: DestinationDigest
}

const usualRestMs = 20
/** After a fault of ours; longer each time, up to an hour. */
const firstRetryMs = 5_000
const maxRetryMs = 3_600_000

/** Of what is done together: so many at once, and one more run beside, which hides its commit. */
const maxTogether = 200
const slots = 2

export function createTaskLoop(world: World, task: Task): Loop {
  let isStopping = false
  const run = runnerOf(world, task)
  const loop = createLoop(world, {
    kind: task.kind,
    capacity: task.capacity,
    async handle(entries, done) {
      await Promise.all(
        entries.map(async entry => {
          await runTask(world, task, entry, { run, isStopping: () => isStopping })
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

/** What a slice leaves to do: more of it, nothing but its entry, or not even that. */
type Left = 'more' | 'entry' | 'nothing'
type Runner = (entry: Entry) => Promise<Left>

function runnerOf(world: World, { runSlice, runTogether }: Task): Runner {
  if (runTogether === undefined) {
    return async entry => ((await runSlice(world, entry)) ? 'more' : 'entry')
  }
  const { add } = createBatcher<Entry, Left>({
    slots,
    most: maxTogether,
    clock: world.clock,
    ownerOf: one => one.projectId,
    async run(entries) {
      const more = await runTogether(world, entries, settleTogether)
      return more.map(isMore => (isMore ? 'more' : 'nothing'))
    },
  })
  return add
}

const settleTogether: SettleTogether = async (tx, done) => {
  const entries = done as readonly Entry[]
  const claims = await lockClaims(tx, entries)
  await deleteEntries(
    tx,
    entries.filter(one => claims.get(one) === 'held').map(one => one.id),
  )
}

async function runTask(
  world: World,
  { kind, restMs = usualRestMs }: Task,
  entry: Entry,
  { run, isStopping }: { readonly run: Runner; readonly isStopping: () => boolean },
): Promise<void> {
  const { subject } = entry
  try {
    for (;;) {
      const left = await run(entry)
      if (left === 'nothing') return
      if (left === 'entry') return await settle(world, entry, null)
      if (isStopping())
        return await settle(world, entry, { dueAt: world.clock.now(), fault: false })
      await world.clock.sleep(restMs)
    }
  } catch (error) {
    world.log.error({ task: kind, subject, error: String(error) }, 'a task failed; later again')
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
