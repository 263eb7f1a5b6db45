/** What the warm-up of a domain leaves to campaigns, now and on the days to come. */
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { selectWarmUp } from './campaign-places-store.ts'
import { dateIn, momentOf, nextDay, startOf } from './period.ts'
import { type Candidate, coldOn, isKnownWarm, isWarm, openWarmUps } from './warm-up.ts'
import type { WarmUp } from './warm-up-state.ts'
import { selectZones, updateWarmUps } from './warm-up-store.ts'

/** Until the evening campaigns leave the rest to letters that cannot wait behind them. */
const campaignShare = 0.8
const evening = '20:00'

/** What campaigns may still release today; and when there is more. */
export interface Places {
  readonly left: number
  readonly until: number
  /** There is more today, in the evening. */
  readonly isToday: boolean
  /** Books what was released, in the same transaction. */
  take(tx: Sql, count: number): Promise<void>
}

type Key = Pick<Candidate, 'projectId' | 'domain'>
type Knowing = Pick<World, 'clock' | 'runtime'>

/** What is left at a moment of the state's day; null: the domain is warm. */
export function placesIn(
  state: WarmUp,
  zone: string,
  now: number,
): { readonly left: number; readonly evening: number | null } | null {
  if (isWarm(state)) return null
  const inTheEvening = momentOf(dateIn(zone, now), evening, zone)
  const all = state.allowance - state.used
  const share =
    now >= inTheEvening ? all : Math.floor(state.allowance * campaignShare) - state.campaigns
  const left = Math.max(0, Math.min(all, share))
  return { left, evening: left < all ? inTheEvening : null }
}

/** null: the domain is warm. Locks its row until the transaction ends. */
export async function campaignPlaces(tx: Sql, world: Knowing, key: Key): Promise<Places | null> {
  if (isKnownWarm(world, key)) return null
  const now = world.clock.now()
  const zone = (await selectZones(tx, [key.projectId])).get(key.projectId) ?? 'UTC'
  const today = dateIn(zone, now)
  const [row] = await openWarmUps(tx, [key], () => today)
  const state = row!
  const places = placesIn(state, zone, now)
  if (places === null) return null
  return {
    left: places.left,
    until: places.evening ?? startOf(nextDay(today), zone),
    isToday: places.evening !== null,
    take: (within, count) =>
      updateWarmUps(within, [
        { ...state, used: state.used + count, campaigns: state.campaigns + count },
      ]),
  }
}

/** How far a domain is, for who only looks; null: it is warm. */
export async function readWarmUp(sql: Sql, world: Knowing, key: Key): Promise<WarmUp | null> {
  if (isKnownWarm(world, key)) return null
  const zone = (await selectZones(sql, [key.projectId])).get(key.projectId) ?? 'UTC'
  const today = dateIn(zone, world.clock.now())
  const state = (await selectWarmUp(sql, key)) ?? coldOn(today)
  return isWarm(state) ? null : state
}
