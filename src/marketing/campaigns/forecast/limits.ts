/** What limits of the account and the warm-up leave to a campaign today, and when there is more. */
import { minuteMs } from '#kernel/base/durations.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { campaignPlaces, type Places } from '#tenants/limits/campaign-places.ts'
import { dateIn, nextDay } from '#tenants/limits/period.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import type { Campaign, Definition } from '../definition/campaign.ts'
import type { Waiting } from '../definition/shapes.ts'
import { roomBeside } from './reserve.ts'
import { hourOf } from './rooms.ts'

const limits: readonly Waiting['reason'][] = ['quota', 'spend_limit', 'warm_up', 'reserve']

export const isLimit = (reason: Waiting['reason']): boolean => limits.includes(reason)

const firstLooksMs = 10 * minuteMs
const firstLookMs = 30_000
const laterLookMs = 5 * minuteMs

/** A wait for a limit is looked at before its end, more often at first: the limit may be raised. */
export const limitLookMs = (waitedMs: number): number =>
  waitedMs < firstLooksMs ? firstLookMs : laterLookMs

/** What does not fit today goes on tomorrow at the campaign's own hour. */
const ownHourTomorrow = (begunAt: number, zone: string, now: number): number =>
  hourOf(nextDay(dateIn(zone, now)), begunAt, zone)

/**
 * A limit may be raised on its day; the next day begins at the campaign's hour, not at midnight. One
 * of a month or a period is asked about on any day.
 */
export function mayAskAgain({ waiting, progress }: Campaign, zone: string, now: number): boolean {
  if (waiting === null || !isLimit(waiting.reason)) return true
  const until = Date.parse(waiting.until)
  const day = dateIn(zone, progress.limited_since ?? now)
  return now >= until || dateIn(zone, now) === day || dateIn(zone, until) > nextDay(day)
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
    readonly zone: string
    readonly begunAt: number
  },
): Promise<Limits> {
  const { zone, begunAt } = asked
  const tomorrow = ownHourTomorrow(begunAt, zone, world.clock.now())
  const free = { room: Number.MAX_SAFE_INTEGER, reason: 'quota' as const, until: tomorrow }
  if (tenant.mode === 'test') return { ...free, isWarm: false, take: async () => undefined }
  const kept = (await roomBeside(tx, world, tenant, asked)) ?? free
  const domain = sendingDomain(asked.definition)
  const key = domain === null ? null : { projectId: tenant.projectId, domain }
  const places = key === null ? null : await campaignPlaces(tx, world, key)
  const isWarming = places !== null && places.left < kept.room
  const min = isWarming
    ? { room: places.left, reason: 'warm_up' as const, until: warmUpUntil(places, tomorrow) }
    : kept
  return {
    ...min,
    isWarm: places !== null,
    take: async (within, released) => {
      if (places !== null && released > 0) await places.take(within, released)
    },
  }
}

/** The evening of this day is a moment of its own; on another day it is the campaign's hour. */
const warmUpUntil = (places: Places, tomorrow: number): number =>
  places.until < tomorrow && places.isToday ? places.until : tomorrow

/** Variants that are tried come from the same domain, or take their places at delivery: null. */
export function sendingDomain({ from, ab }: Definition): string | null {
  const senders = [from, ...(ab?.variants.map(one => one.from ?? from) ?? [])]
  const domains = new Set(
    senders.flatMap(text => {
      const parsed = text === null ? null : parseAddress(text)
      return parsed?.ok ? [parsed.address.domain] : []
    }),
  )
  const [domain] = domains
  return domain === undefined || domains.size > 1 ? null : domain
}
