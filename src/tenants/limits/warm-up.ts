/**
 * Warming a domain up. Receivers distrust a domain from which nobody has heard and which suddenly
 * writes to thousands; so its first marketing mail goes out at 50 recipients on the first day, twice
 * as many after each day with sending, and freely after ten of those. What does not fit waits for the
 * first later day with room, known when it is put off; nothing is refused and nothing is lost. Days
 * are local dates of the account. A recipient takes its place once, however often it is tried.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { markWarmUpPassed } from '#platform/queue/store.ts'
import { dateIn, type LocalDate, nextDay, startOf } from './period.ts'
import type { WarmUp } from './warm-up-state.ts'
import { insertWarmUps, lockWarmUps, selectZones, updateWarmUps } from './warm-up-store.ts'

const firstAllowance = 50
/** From here on, a domain is warm. */
const warmAllowance = 50 * 2 ** 10

/** Whether there is anything left to hold back. */
export const isWarm = ({ allowance }: WarmUp): boolean => allowance >= warmAllowance

/** The same on a later day: twice the allowance if the last day with a record had sending. */
export function warmUpOn(before: WarmUp, today: LocalDate): WarmUp {
  if (today <= before.day) return before
  const allowance = before.used > 0 ? before.allowance * 2 : before.allowance
  return { ...before, day: today, allowance, used: 0, campaigns: 0 }
}

/** One recipient more: it goes today, or waits for a day. */
export function admitOne(state: WarmUp): {
  readonly after: WarmUp
  readonly until: LocalDate | null
} {
  if (isWarm(state)) return { after: state, until: null }
  if (state.used < state.allowance) {
    return { after: { ...state, used: state.used + 1 }, until: null }
  }
  const tomorrow = nextDay(state.day)
  let { heldDay, held } = state
  if (heldDay < tomorrow) {
    heldDay = tomorrow
    held = 0
  }
  // Days ahead have room for twice as many each: they will be days with sending.
  if (held >= state.allowance * 2 ** daysBetween(state.day, heldDay)) {
    heldDay = nextDay(heldDay)
    held = 0
  }
  return { after: { ...state, heldDay, held: held + 1 }, until: heldDay }
}

function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** A recipient of marketing mail that is about to be delivered. */
export interface Candidate {
  readonly entryId: Uuid
  readonly projectId: Uuid
  readonly domain: string
}

/** Domains whose warm-up is over: it never begins again. */
const warmDomains: Part<Set<string>, unknown> = { name: 'warm domains', make: () => new Set() }

/** Gives places to candidates, in order; returns until when each of the others has to wait. */
export async function takeWarmUp(
  world: Pick<World, 'db' | 'clock' | 'runtime'>,
  all: readonly Candidate[],
): Promise<Map<Uuid, number>> {
  const known = world.runtime.get(warmDomains, world)
  const candidates = all.filter(one => !known.has(keyOf(one)))
  if (candidates.length === 0) return new Map()
  const now = world.clock.now()
  const zones = await selectZones(world.db, [...new Set(candidates.map(one => one.projectId))])
  const today = (projectId: Uuid): LocalDate => dateIn(zones.get(projectId) ?? 'UTC', now)
  const keys = [...new Map(candidates.map(one => [keyOf(one), one])).values()]
  return world.db.transaction(async tx => {
    const states = new Map((await openWarmUps(tx, keys, today)).map(one => [keyOf(one), one]))
    const passed: Uuid[] = []
    const waiting = new Map<Uuid, number>()
    for (const one of candidates) {
      const { after, until } = admitOne(states.get(keyOf(one))!)
      states.set(keyOf(one), { ...one, ...after })
      if (until === null) passed.push(one.entryId)
      else waiting.set(one.entryId, startOf(until, zones.get(one.projectId) ?? 'UTC'))
    }
    await updateWarmUps(tx, [...states.values()])
    await markWarmUpPassed(tx, passed)
    for (const [key, state] of states) if (isWarm(state)) known.add(key)
    return waiting
  })
}

type Knowing = Pick<World, 'clock' | 'runtime'>
type Key = Pick<Candidate, 'projectId' | 'domain'>

export const isKnownWarm = (world: Knowing, key: Key): boolean =>
  world.runtime.get(warmDomains, world).has(keyOf(key))

export const noteWarm = (world: Knowing, key: Key): unknown =>
  world.runtime.get(warmDomains, world).add(keyOf(key))

const keyOf = ({ projectId, domain }: Key): string => `${projectId} ${domain}`

/** How far domains are today; their rows are made where there are none, and stay locked. */
export async function openWarmUps(
  tx: Sql,
  keys: readonly Key[],
  today: (projectId: Uuid) => LocalDate,
): Promise<(Key & WarmUp)[]> {
  await insertWarmUps(
    tx,
    keys.map(({ projectId, domain }) => ({ projectId, domain, ...coldOn(today(projectId)) })),
  )
  const rows = await lockWarmUps(tx, keys)
  return rows.map(row => ({ ...row, ...warmUpOn(row, today(row.projectId)) }))
}

export const coldOn = (day: LocalDate): WarmUp => ({
  day,
  allowance: firstAllowance,
  used: 0,
  campaigns: 0,
  heldDay: day,
  held: 0,
})

/** The domain has a history elsewhere: nothing of it is held back any more. */
export async function declareWarm(world: Pick<World, 'db' | 'clock'>, key: Key): Promise<void> {
  const zone = (await selectZones(world.db, [key.projectId])).get(key.projectId) ?? 'UTC'
  const day = dateIn(zone, world.clock.now())
  await world.db.transaction(async tx => {
    const [state] = await openWarmUps(tx, [key], () => day)
    await updateWarmUps(tx, [{ ...state!, allowance: warmAllowance }])
  })
}
