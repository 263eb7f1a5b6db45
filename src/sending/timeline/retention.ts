/**
 * Forgetting in time: emails, contents and timelines are kept for the days of the account's plan.
 * What no plan keeps goes by whole partitions, which costs nothing; what a smaller plan does not keep
 * goes in small batches with pauses in between, so that sending never waits. An email whose work is
 * not done stays until it is.
 */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { floorId, type Uuid } from '#kernel/base/ids.ts'
import { sqlState } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { type PlanName, planNames } from '#tenants/accounts/terms.ts'
import { maxRetentionDays, plansOf } from '#tenants/limits/plans.ts'
import { deleteUnused, selectOldContents } from './contents-store.ts'
import { marketingTables, partitionedTables, weekMs } from './partitions.ts'
import { listPartitions, lockPartitions } from './partitions-store.ts'
import {
  deleteOldEmails,
  dropPartitions,
  hasOpenWork,
  isEmpty,
  lockRows,
  noteAllRetained,
  noteRetained,
  selectProjectPlans,
  selectWithOld,
} from './retention-store.ts'

/** Emails per transaction: some milliseconds. */
const batchSize = 200
/** An id is made before its email is accepted, and by a clock that may be ahead of it. */
const acceptanceMs = hourMs
/** Projects of which is asked at once whether anything of theirs is old: few have any. */
const looksAtOnce = 2_000
/** Between batches, so that deleting takes a fraction of the database's time. */
const restMs = 20

type Outside = Pick<World, 'db' | 'clock' | 'log' | 'settings' | 'random'>

interface RetentionCounts {
  readonly partitions: number
  readonly emails: number
  readonly contents: number
}

/** Removes what is past its time, for about `budgetMs`; what is left comes in the next run. */
export async function forget(world: Outside, budgetMs = 5_000): Promise<RetentionCounts> {
  const deadline = world.clock.monotonic() + budgetMs
  const partitions = await dropOldWeeks(world)
  const emails = await forgetEmails(world, deadline)
  const contents = await forgetContents(world, deadline)
  if (partitions + emails + contents > 0) {
    world.log.info({ partitions, emails, contents }, 'old mail forgotten')
  }
  return { partitions, emails, contents }
}

/** Contents that emails shared, once the last of these is forgotten. */
async function forgetContents(world: Outside, deadline: number): Promise<number> {
  let total = 0
  for (const plan of planNames) {
    const before = new Date(world.clock.now() - plansOf(world.settings)[plan].retentionDays * dayMs)
    let after = new Date(0)
    // Some in each run: emails may take all of its time, run after run.
    do {
      const old = await selectOldContents(world.db, { plan, after, before, max: batchSize })
      const last = old.at(-1)
      if (last === undefined) break
      const contents = old.map(one => ({
        ...one,
        until: floorId(one.lastUsedAt.getTime() + acceptanceMs),
      }))
      total += await deleteUnused(world.db, contents)
      if (old.length < batchSize) break
      after = last.lastUsedAt
    } while (world.clock.monotonic() < deadline)
  }
  return total
}

/** What is left to do in a project. */
interface Backlog {
  readonly id: Uuid
  readonly days: number
  /** The last email that was looked at. */
  after: Uuid
}

/** A batch of each project in turn, so that nobody's backlog keeps another's mail longer. */
async function forgetEmails(world: Outside, deadline: number): Promise<number> {
  let total = 0
  const unfinished: Backlog[] = []
  const forgetSome = async (some: readonly Backlog[]) => {
    for (const one of some) {
      const { looked, gone, last } = await forgetBatch(world, one)
      total += gone
      if (world.clock.monotonic() >= deadline) return
      if (looked < batchSize || last === null) continue
      one.after = last
      unfinished.push(one)
      await world.clock.sleep(restMs)
    }
  }
  const all = await backlogs(world)
  // One look and one batch at least, however long it took to come here: the next run is no faster.
  for (let n = 0; n < all.length; n += looksAtOnce) {
    const looked = all.slice(n, n + looksAtOnce).map(one => ({ ...one, before: endOf(world, one) }))
    const found = await selectWithOld(world.db, looked)
    await forgetSome(looked.filter(({ id }) => found.has(id)))
    if (world.clock.monotonic() >= deadline) break
  }
  while (unfinished.length > 0 && world.clock.monotonic() < deadline) {
    await forgetSome(unfinished.splice(0))
  }
  return total
}

/** Ids below it are of emails that are past their time. */
const endOf = ({ clock }: Outside, { days }: Backlog): Uuid => floorId(clock.now() - days * dayMs)

/** In another order each time: a run that ends early does not always end with the same ones. */
async function backlogs(world: Outside): Promise<Backlog[]> {
  const { settings, random } = world
  const longest = maxRetentionDays(plansOf(settings))
  const all = (await keptDays(world)).map(one => ({ ...one, after: floorId(0) }))
  const mine = all.filter(({ days }) => days < longest)
  const first = Math.floor(random.uniform() * mine.length)
  return [...mine.slice(first), ...mine.slice(0, first)]
}

/** For how many days the mail of each project is kept. */
export async function keptDays({
  db,
  clock,
  settings,
}: Pick<Outside, 'db' | 'clock' | 'settings'>): Promise<{ id: Uuid; days: number }[]> {
  const plans = plansOf(settings)
  return (await selectProjectPlans(db, clock.now())).map(({ id, plan, kept }) => ({
    id,
    days: Math.max(plans[plan as PlanName].retentionDays, kept ?? 0),
  }))
}

function forgetBatch(world: Outside, backlog: Backlog) {
  const { id: projectId, days, after } = backlog
  const until = new Date(world.clock.now() - days * dayMs)
  const before = endOf(world, backlog)
  return world.db.transaction(async tx => {
    const batch = await deleteOldEmails(tx, { projectId, after, before, until, max: batchSize })
    if (batch.gone > 0) await noteRetained(tx, projectId, until)
    return batch
  })
}

/** Weeks that ended before the longest plan's time, each with all of its tables at once. */
async function dropOldWeeks(world: Outside): Promise<number> {
  const until = world.clock.now() - maxRetentionDays(plansOf(world.settings)) * dayMs
  const weeks = new Map<number, string[]>()
  for (const name of await listPartitions(world.db)) {
    const start = startOfPartition(name)
    if (start === null || start + weekMs > until) continue
    weeks.set(start, [...(weeks.get(start) ?? []), name])
  }
  let dropped = 0
  for (const [start, names] of weeks) {
    const end = start + weekMs
    if (await hasOpenWork(world.db, floorId(start), floorId(end))) continue
    try {
      await world.db.transaction(async tx => {
        await lockPartitions(tx)
        await noteAllRetained(tx, new Date(end))
        await dropPartitions(tx, names.sort())
      })
      dropped += names.length
    } catch (error) {
      // Somebody reads it for long: the next run will do.
      if (sqlState(error) !== '55P03') throw error
      world.log.info({ week: names[0] }, 'an old week is in use; dropped later')
    }
  }
  return dropped
}

/** No project lets letters and activity go before. */
const marketingMs = 90 * dayMs

/** Drops old weeks of which marketing's modules have left nothing; returns how many. */
export async function dropEmptyWeeks(world: Pick<Outside, 'db' | 'clock'>): Promise<number> {
  const until = world.clock.now() - marketingMs
  let dropped = 0
  for (const name of await listPartitions(world.db)) {
    const start = startOfPartition(name, marketingTables)
    if (start === null || start + weekMs > until || !(await isEmpty(world.db, name))) continue
    try {
      dropped += await world.db.transaction(async tx => {
        await lockRows(tx, name)
        // Somebody may have written meanwhile, by a clock that is wrong.
        if (!(await isEmpty(tx, name))) return 0
        await dropPartitions(tx, [name])
        return 1
      })
    } catch (error) {
      // Somebody reads it for long: the next run will do.
      if (sqlState(error) !== '55P03') throw error
    }
  }
  return dropped
}

/** Drops the weeks of tables that ended before a moment, whatever is in them. */
export async function dropWeeksBefore(
  { db }: Pick<Outside, 'db'>,
  tables: readonly string[],
  until: number,
): Promise<void> {
  for (const name of await listPartitions(db)) {
    const start = startOfPartition(name, tables)
    if (start === null || start + weekMs > until) continue
    try {
      await db.transaction(tx => dropPartitions(tx, [name]))
    } catch (error) {
      // Somebody reads it for long: the next run will do.
      if (sqlState(error) !== '55P03') throw error
    }
  }
}

/** `events_20261116` → that Monday; null for anything else. */
function startOfPartition(
  name: string,
  tables: readonly string[] = partitionedTables,
): number | null {
  const at = name.lastIndexOf('_')
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(name.slice(at + 1)) ?? []
  const isOurs = tables.includes(name.slice(0, at))
  return isOurs && year !== undefined ? Date.parse(`${year}-${month}-${day}T00:00:00Z`) : null
}
