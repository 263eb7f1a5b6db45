/** What limits of the account and the warm-up leave to a campaign today, and when there is more. */
import { Temporal } from 'temporal-polyfill'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { dateIn, momentOf, nextDay } from '#tenants/limits/period.ts'
import { campaignPlaces, type Places } from '#tenants/limits/warm-up.ts'
import type { MarketingSettings } from '../forms/settings.ts'
import type { Campaign, Definition, Waiting } from './campaign.ts'
import { roomBeside } from './reserve.ts'

const limits: readonly Waiting['reason'][] = ['quota', 'spend_limit', 'warm_up', 'reserve']

export const isLimit = (reason: Waiting['reason']): boolean => limits.includes(reason)

/** What does not fit today goes on tomorrow at the campaign's own hour. */
export function ownHourTomorrow({ started_at: at }: Campaign, zone: string, now: number): number {
  const begun = Temporal.Instant.fromEpochMilliseconds(at?.getTime() ?? now)
  const time = begun.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'second' })
  return momentOf(nextDay(dateIn(zone, now)), time, zone)
}

/** A limit may be raised on its day; the next day begins at the campaign's hour, not at midnight. */
export function mayAskAgain({ waiting, progress }: Campaign, zone: string, now: number): boolean {
  if (waiting === null || !isLimit(waiting.reason)) return true
  if (now >= Date.parse(waiting.until)) return true
  return dateIn(zone, progress.limited_since ?? now) === dateIn(zone, now)
}

interface Limits {
  readonly room: number
  /** Of the one that leaves least. */
  readonly reason: Waiting['reason']
  readonly until: number
  /** Its letters have their places in the warm-up: delivery takes none for them. */
  readonly isWarm: boolean
  take(tx: Sql, released: number): Promise<void>
}

/** Test mode has no limits. */
export async function limitsOf(
  tx: Tx,
  world: World,
  tenant: Tenant,
  asked: {
    readonly definition: Definition
    readonly reserve: MarketingSettings['reserve']
    readonly until: number
  },
): Promise<Limits> {
  const free = { room: Number.MAX_SAFE_INTEGER, reason: 'reserve' as const, until: asked.until }
  if (tenant.mode === 'test') return { ...free, isWarm: false, take: async () => undefined }
  const kept = await roomBeside(tx, world, tenant, asked.reserve)
  const places = await placesOf(tx, world, tenant, asked.definition)
  const isWarming = places !== null && places.left < (kept ?? free.room)
  return {
    room: isWarming ? places.left : (kept ?? free.room),
    reason: isWarming ? 'warm_up' : 'reserve',
    until: isWarming ? warmUpUntil(places, asked.until) : asked.until,
    isWarm: places !== null,
    take: async (within, released) => {
      if (places !== null && released > 0) await places.take(within, released)
    },
  }
}

/** The evening of this day is a moment of its own; on another day it is the campaign's hour. */
const warmUpUntil = (places: Places, tomorrow: number): number =>
  places.until < tomorrow && places.isToday ? places.until : tomorrow

/** Variants that are tried come from the same domain, or take their places at delivery. */
function placesOf(
  tx: Tx,
  world: World,
  { projectId }: Tenant,
  { from, ab }: Definition,
): Promise<Places | null> {
  const senders = [from, ...(ab?.variants.map(one => one.from ?? from) ?? [])]
  const domains = new Set(
    senders.flatMap(text => {
      const parsed = text === null ? null : parseAddress(text)
      return parsed?.ok ? [parsed.address.domain] : []
    }),
  )
  const [domain] = domains
  if (domain === undefined || domains.size > 1) return Promise.resolve(null)
  return campaignPlaces(tx, world, { projectId, domain })
}
