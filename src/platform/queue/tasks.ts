/**
 * Long work in slices: a fan-out to a million, a clearing of millions. A task is an entry of the
 * queue of its own kind, with a loop of its own, so that it holds up neither the periodic jobs nor
 * mail. Its module does one slice at a time and commits how far it has come with the slice; a node
 * that dies or stops leaves the entry, and the next one goes on from there. Where all places are
 * taken, a task goes to the end of the line after its turn, however much is left of it; and a slice
 * that hangs loses its place, so that a handful of projects never hold up the work of all others.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Timer, World } from '#kernel/world/world.ts'
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

/** Removes the entries of work that is done, as far as they are still ours; returns those. */
export type SettleTogether = (
  tx: Tx,
  done: readonly TaskSubject[],
) => Promise<readonly TaskSubject[]>

export interface TaskSubject {
  readonly projectId: Uuid
  readonly subject: Uuid
  readonly n: number
  readonly destination: DestinationDigest
}

const usualRestMs = 20
/** How long a task goes on, slice by slice, where others may wait for its place. */
const turnMs = 2_000
/** A slice hangs that takes longer. */
const hangsMs = 60_000
/** After a fault of ours; longer each time, up to an hour. */
const firstRetryMs = 5_000
const maxRetryMs = hourMs

/** Of what is done together: so many at once, and one more run beside, which hides its commit. */
const maxTogether = 200
const slots = 2

export function createTaskLoop(world: World, task: Task): Loop {
  let isStopping = false
  const run = runnerOf(world, task)
  const hanging = new Set<Uuid>()
  const isFull = (): boolean => loop.inHand >= task.capacity
  const loop: Loop = createLoop(world, {
    kind: task.kind,
    capacity: task.capacity,
    async handle(entries, done, leave) {
      await Promise.all(
        entries.map(async entry => {
          const places = {
            hanging,
            isFull,
            isStopping: () => isStopping,
            leave: () => leave(entry),
          }
          await runTask(world, task, entry, { run, places })
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
type Remainder = 'more' | 'entry' | 'nothing'
type Runner = (entry: Entry) => Promise<Remainder>

function runnerOf(world: World, { runSlice, runTogether }: Task): Runner {
  if (runTogether === undefined) {
    return async entry => ((await runSlice(world, entry)) ? 'more' : 'entry')
  }
  const { add } = createBatcher<Entry, Remainder>({
    slots,
    max: maxTogether,
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
  const ours = entries.filter(one => claims.get(one) === 'held')
  await deleteEntries(
    tx,
    ours.map(one => one.id),
  )
  return ours
}

interface Places {
  /** Entries whose slices hang, and have no place any more; as many at most as there are places. */
  readonly hanging: Set<Uuid>
  readonly isFull: () => boolean
  readonly isStopping: () => boolean
  /** Gives this task's place away. */
  readonly leave: () => void
}

async function runTask(
  world: World,
  { kind, capacity, restMs = usualRestMs }: Task,
  entry: Entry,
  { run, places }: { readonly run: Runner; readonly places: Places },
): Promise<void> {
  const { subject } = entry
  const { clock } = world
  const endOfTurn = clock.monotonic() + turnMs
  try {
    // Its lease ran out all the same: what it does goes on, and is not begun a second time.
    if (places.hanging.has(entry.id)) return
    for (;;) {
      const left = await inItsPlace(clock, entry, { capacity, places, slice: run(entry) })
      if (left === 'nothing') return
      if (left === 'entry') return await settle(world, entry, null)
      const isTurnOver = places.isFull() && clock.monotonic() >= endOfTurn
      if (left === 'hung' || isTurnOver || places.isStopping()) {
        return await settle(world, entry, { dueAt: clock.now(), fault: false })
      }
      await clock.sleep(restMs)
    }
  } catch (error) {
    world.log.error({ task: kind, subject, error: String(error) }, 'a task failed; later again')
    const delayMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(entry.faults, 20))
    await settle(world, entry, { dueAt: world.clock.now() + delayMs, fault: true })
  }
}

/** A slice, whose place goes to others where it hangs; `hung` if more is left of one that did. */
async function inItsPlace(
  clock: World['clock'],
  { id }: Entry,
  about: { readonly capacity: number; readonly places: Places; readonly slice: Promise<Remainder> },
): Promise<Remainder | 'hung'> {
  const { hanging, isFull, leave } = about.places
  const watch = (): Timer =>
    clock.timer(hangsMs, () => {
      if (!isFull() || hanging.size >= about.capacity) {
        timer = watch()
        return
      }
      hanging.add(id)
      leave()
    })
  let timer = watch()
  try {
    const left = await about.slice
    return left === 'more' && hanging.has(id) ? 'hung' : left
  } finally {
    timer.cancel()
    hanging.delete(id)
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
