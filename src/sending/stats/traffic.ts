/**
 * The figures that the dashboard draws, counted from the events themselves, some seconds after they
 * happened: per project, mode and local day of the account, by stream, provider, domain, cause,
 * encryption and time to delivery. A page then reads a few thousand small rows, however many emails
 * lie behind them. Quotas and rates have counters of their own (limits/usage.ts), written with the
 * events; these here cost the way of an email nothing.
 *
 * Who has new events is read from the newest events of all projects, and noted: however many
 * projects there are, those that rest are not asked. (Weeks of events from before there was an index
 * for that have none: until the last of them is over, each project is asked.) Each has a cursor in
 * the order of commits. A step counts what lies behind it, outside of any transaction, then moves
 * the cursor and adds the figures in one; a cursor that has moved meanwhile means that somebody else
 * has counted, and nothing is written.
 */

import { dayMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { weekMs } from '../timeline/partitions.ts'
import {
  addFigures,
  type Behind,
  type CountedFigures,
  countBehind,
  deleteTrafficBefore,
  deleteWaiting,
  deleteWaitingOfRemoved,
  type Figure,
  type FiguresOf,
  moveCursor,
  type NotedProject,
  noteEach,
  noteNewest,
  selectCursor,
  selectWaiting,
  trimDomains,
  weeksOfEvents,
} from './traffic-store.ts'

/** Events per step: some tens of milliseconds of one connection. */
const stepEvents = 4_000
/** Steps of one project before the others get their turn. */
const maxSteps = 50
const maxProjects = 200
/** What a page counts by itself, to be up to the second. */
const tailEvents = 2_000
const maxTries = 3
const keptDays = 100
const keptDomains = 200

type Outside = Pick<World, 'db' | 'clock'>

/** Counts what has happened since the last time; returns how many events that were. */
export async function countTraffic(world: Outside): Promise<number> {
  await noteWaiting(world)
  let total = 0
  const counted: NotedProject[] = []
  for (const waiting of await selectWaiting(world.db, maxProjects)) {
    const { events, isAll } = await countOne(world, waiting)
    total += events
    if (isAll) counted.push(waiting)
  }
  if (counted.length > 0) await deleteWaiting(world.db, counted)
  return total
}

/** So late may events come of an id that was given before. */
const latenessMs = dayMs

/** Notes who has new events. */
export async function noteWaiting({ db, clock }: Outside): Promise<void> {
  const weeks = await weeksOfEvents(db)
  const without = weeks.filter(week => !week.hasNewest)
  // Until the last of those weeks is over, each project is asked.
  const ends = without.map(({ monday }) => Date.parse(monday) + weekMs + latenessMs)
  if (ends.some(end => end > clock.now())) return noteEach(db)
  const newest = without.length === 0 ? null : weeks.filter(week => week.hasNewest)
  if (newest?.length === 0) return noteEach(db)
  if (!(await noteNewest(db, newest))) await noteEach(db)
}

/** As many steps as it may take; whether nothing is left that was there when it was noted. */
async function countOne(
  world: Outside,
  noted: NotedProject,
): Promise<{ readonly events: number; readonly isAll: boolean }> {
  const counting = { limit: stepEvents, settledAt: noted.noted }
  let from: Behind = noted
  let events = 0
  for (let step = 0; step < maxSteps; step++) {
    const counted: CountedFigures = await countBehind(world.db, from, counting)
    if (counted.upTo === null) return { events, isAll: true }
    if (!(await write(world, from, counted))) break
    events += counted.upTo.events
    if (counted.upTo.events < stepEvents) return { events, isAll: true }
    from = { ...from, ...counted.upTo }
  }
  return { events, isAll: false }
}

async function write(
  world: Outside,
  from: Behind,
  { figures, upTo }: CountedFigures,
): Promise<boolean> {
  return world.db.transaction(async tx => {
    if (!(await moveCursor(tx, from, from, upTo!))) return false
    if (figures.length > 0) await addFigures(tx, from, figures)
    return true
  })
}

/** Figures as they are at this moment. */
export interface CurrentTraffic {
  readonly figures: readonly Figure[]
  /** How old the last event is that they contain, where there are too many behind the cursor. */
  readonly behindSeconds: number
}

/**
 * What is counted, with what has happened since. The two are read one after the other, so it is
 * looked whether the cursor has moved in between: then the same events would be in both.
 */
export async function currentFigures(
  world: Outside,
  owner: FiguresOf,
  zone: string,
  read: () => Promise<readonly Figure[]>,
): Promise<CurrentTraffic> {
  for (let tries = maxTries; ; tries--) {
    const cursor = await selectCursor(world.db, owner)
    const tail = { limit: tailEvents, settledAt: null }
    const [counted, { figures, upTo }] = await Promise.all([
      read(),
      countBehind(world.db, { ...owner, ...cursor, zone }, tail),
    ])
    const after = await selectCursor(world.db, owner)
    if (tries > 0 && (after.xid !== cursor.xid || after.id !== cursor.id)) continue
    const isAll = upTo === null || upTo.events < tailEvents
    const lagMs = isAll ? 0 : world.clock.now() - upTo.at.getTime()
    const behindSeconds = isAll ? 0 : Math.max(1, Math.round(lagMs / 1000))
    return { figures: [...counted, ...figures], behindSeconds }
  }
}

/** Forgets what no page shows any more. */
async function trim(world: Outside): Promise<void> {
  const now = world.clock.now()
  const dayBefore = (days: number) => new Date(now - days * dayMs).toISOString().slice(0, 10)
  await trimDomains(world.db, dayBefore(1), keptDomains)
  await deleteTrafficBefore(world.db, dayBefore(keptDays))
  await deleteWaitingOfRemoved(world.db)
}

export const trafficJobs: readonly PeriodicJob[] = [
  { name: 'traffic', everyMs: 10_000, run: async world => void (await countTraffic(world)) },
  { name: 'old traffic', everyMs: dayMs, run: trim },
]
