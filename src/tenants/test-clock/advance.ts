/**
 * Advancing a clock of test mode. What becomes due on the way is done in the order of its time, each
 * thing at its own time. The work has been put out of the reach of the loops by then; this task alone
 * does it, and takes up where one that died has stopped.
 */
import type { World } from '#kernel/world/world.ts'
import {
  type ApartWork,
  bringBack,
  finishApart,
  nextApart,
  putApart,
} from '#platform/queue/apart.ts'
import { delayApart } from '#platform/queue/apart-store.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Task, TaskSubject } from '#platform/queue/tasks.ts'
import { clockedKinds, testKind } from './kinds.ts'
import { findTestClock, lockTestClock, turnTestClock, updateTestClock } from './store.ts'
import { worldAt } from './test-clock.ts'

export const advanceKind = 'test clock'

const sliceMs = 2_000
/** What lies so near to each other is done side by side, as in real life. */
const togetherMs = 1_000
const maxTogether = 100
const workers = 6
const heldRetryMs = 30
/** By then a call that began while the clock stood has ended; what it queued is brought near. */
const sweepAfterMs = 5_000
/** Of the entry that does so, and nothing else. */
const sweeping = 1
/** After a fault of ours, on the clock of the project. */
const faultDelayMs = 60_000
const maxFaults = 5

/** What waits by the clock, done by the loops while it ticks. */
export const testTask = (tasks: readonly Task[]): Task => ({
  kind: testKind,
  capacity: 200,
  runSlice: (world, about) => runOfTest(world, tasks, about),
  async runTogether(world, some, settle) {
    const more = new Map<TaskSubject, boolean>()
    const groups = Map.groupBy(some, one => `${one.projectId} ${one.destination}`)
    for (const group of groups.values()) {
      const clock = await findTestClock(world.db, group[0]!.projectId)
      const { runTogether } = taskOf(tasks, group[0]!)
      const isTogether = clock?.at == null && runTogether !== undefined
      const left = isTogether
        ? await runTogether(worldAt(world, clock ?? { aheadMs: 0, at: null }), group, settle)
        : await eachOfTest(world, tasks, group)
      for (const [i, one] of group.entries()) more.set(one, left[i]!)
      const done = isTogether ? [] : group.filter((_, i) => !left[i])
      if (done.length > 0) await world.db.transaction(tx => settle(tx, done))
    }
    return some.map(one => more.get(one)!)
  },
})

/** Some side by side: each has a transaction of its own. */
async function eachOfTest(
  world: World,
  tasks: readonly Task[],
  group: readonly TaskSubject[],
): Promise<boolean[]> {
  const left: boolean[] = []
  for (let from = 0; from < group.length; from += workers) {
    const some = group.slice(from, from + workers)
    left.push(...(await Promise.all(some.map(one => runOfTest(world, tasks, one)))))
  }
  return left
}

async function runOfTest(
  world: World,
  tasks: readonly Task[],
  about: TaskSubject,
): Promise<boolean> {
  const clock = await findTestClock(world.db, about.projectId)
  const own = worldAt(world, clock ?? { aheadMs: 0, at: null })
  if (clock?.at == null) return taskOf(tasks, about).runSlice(own, about)
  await leaveToAdvance(world, clock.at, about)
  return false
}

/** Taken before the clock was turned: it goes with the rest. */
async function leaveToAdvance(world: World, at: number, about: TaskSubject): Promise<void> {
  const { projectId, subject, n, destination } = about
  const kind = clockedKinds[destination - 1]!
  const own = worldAt(world, { aheadMs: 0, at })
  await world.db.transaction(tx => enqueue(tx, own, [{ kind, projectId, subject, n, dueAt: at }]))
}

function taskOf(tasks: readonly Task[], { destination }: TaskSubject): Task {
  const kind = clockedKinds[destination - 1]
  const task = tasks.find(one => one.kind === kind)
  if (task === undefined) throw new Error(`nobody does ${kind ?? destination} on the test clock`)
  return task
}

export const advanceTask = (tasks: readonly Task[]): Task => ({
  kind: advanceKind,
  capacity: 4,
  async runSlice(world, { projectId, n }) {
    const of = { kind: testKind, projectId }
    const deadline = world.clock.monotonic() + sliceMs
    while (world.clock.monotonic() < deadline) {
      const clock = await findTestClock(world.db, projectId)
      if (clock === null) return false
      // Another turn does it.
      if (n === sweeping && clock.at !== null) return false
      if (clock.at === null || clock.target === null) {
        // What a call has queued that began before the clock ticked again, or was reset.
        await bringBack(world.db, of, -clock.aheadMs)
        return false
      }
      // What a call has queued that began before the clock was turned.
      const isInHand = await putApart(world.db, of, clock.aheadMs)
      if (isInHand) {
        await world.clock.sleep(heldRetryMs)
        continue
      }
      const some = (await nextApart(world.db, of, maxTogether)).filter(
        one => one.dueAt <= clock.target!,
      )
      const [first] = some
      if (first === undefined) return arrive(world, projectId)
      const at = Math.max(clock.at, first.dueAt)
      if (at > clock.at && !(await turnTestClock(world.db, projectId, clock, at))) continue
      const together = some.filter(one => one.dueAt < at + togetherMs)
      await runTogether(together, one => runOne(world, tasks, { projectId, at }, one))
    }
    return true
  },
})

async function runTogether<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < all.length) await run(all[next++]!)
  }
  await Promise.all(Array.from({ length: workers }, work))
}

async function runOne(
  world: World,
  tasks: readonly Task[],
  { projectId, at }: { readonly projectId: string; readonly at: number },
  work: ApartWork,
): Promise<void> {
  const { id, subject, n, destination } = work
  const about = { projectId, subject, n, destination }
  const own = worldAt(world, { aheadMs: 0, at: Math.max(at, work.dueAt) })
  try {
    const task = taskOf(tasks, about)
    while (await task.runSlice(own, about));
    await finishApart(world.db, id)
  } catch (error) {
    world.log.error({ subject, error: String(error) }, 'work on the test clock failed')
    if (work.faults + 1 >= maxFaults) await finishApart(world.db, id)
    else await delayApart(world.db, id, faultDelayMs)
  }
}

/** Nothing is due before the target: from there on the clock ticks. */
async function arrive(world: World, projectId: string): Promise<false> {
  await world.db.transaction(async tx => {
    const { target } = await lockTestClock(tx, projectId)
    if (target === null) return
    const now = world.clock.now()
    const aheadMs = target - now
    await updateTestClock(tx, projectId, { aheadMs, at: null, target: null })
    await bringBack(tx, { kind: testKind, projectId }, -aheadMs)
    const dueAt = now + sweepAfterMs
    await enqueue(tx, world, [
      { kind: advanceKind, projectId, subject: projectId, n: sweeping, dueAt },
    ])
  })
  return false
}
