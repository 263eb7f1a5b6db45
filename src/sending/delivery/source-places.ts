/**
 * The places of the day that a node has taken of addresses that warm up, by provider, and what it
 * has to report of each. A lot is asked for when an email finds none left, or well before; reports
 * are written once a second. What nobody uses here is given back for the other nodes.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { Provider } from '../events/provider.ts'
import type { SourceAddress } from './source.ts'
import {
  type DayReport,
  endOfDay,
  isUsedUp,
  reported,
  type SourceDay,
  utcDayOf,
  warmStage,
} from './source-day.ts'
import { openDays, updateDays } from './source-days-store.ts'

/** Of one email: it has a place; the day has none left; others hold what is left of it. */
type Place = 'taken' | { readonly usedUpUntil: number } | 'later'

interface HeldPlaces {
  readonly sourceId: Uuid
  readonly provider: Provider
  /** Of UTC: the places are of this day. */
  day: string
  left: number
  /** It has no limit there any more. */
  isFree: boolean
  /** Ms since 1970: until then there are none. */
  noneUntil: number
  isUsedUp: boolean
  usedAt: number
  report: Omit<DayReport, 'wanted' | 'returned'>
  readonly waiting: Set<(place: Place) => void>
}

interface SendingEnd {
  readonly isTried: boolean
  readonly isDelivered: boolean
  readonly isSlow: boolean
  readonly isFirst: boolean
}

const nothing = { sent: 0, delivered: 0, slowed: 0 } as const
/** Others may give back what they hold. */
const laterMs = 5_000
const unusedMs = 5_000

export class SourcePlaces {
  readonly #world: World
  #held = new Map<string, HeldPlaces>()
  #isAsking = false

  constructor(world: World) {
    this.#world = world
  }

  take(source: SourceAddress, provider: Provider): Place | Promise<Place> {
    const held = this.#of(source, provider)
    const now = this.#world.clock.now()
    if (held.day !== utcDayOf(now)) this.#turnDay(held, now)
    held.usedAt = now
    if (held.isFree) return 'taken'
    if (held.left > 0) {
      held.left--
      return 'taken'
    }
    if (held.noneUntil > now) return noneOf(held)
    const { promise, resolve } = Promise.withResolvers<Place>()
    held.waiting.add(resolve)
    void this.#ask()
    return promise
  }

  /** A try is over: what it came to is reported, and a place that it did not use is left again. */
  ended(source: SourceAddress, provider: Provider, ended: SendingEnd): void {
    const held = this.#of(source, provider)
    const { isTried, isDelivered, isSlow, isFirst } = ended
    if (!isTried) {
      if (isFirst && !source.isWarm && !held.isFree) held.left++
      return
    }
    const { sent, delivered, slowed } = held.report
    held.report = {
      sent: sent + (isFirst ? 1 : 0),
      delivered: delivered + (isDelivered ? 1 : 0),
      slowed: slowed + (isSlow ? 1 : 0),
    }
  }

  /** Writes what there is to report; gives back what nobody has used for a while. */
  async report(): Promise<void> {
    const now = this.#world.clock.now()
    const due = [...this.#held.values()].filter(
      held => hasNews(held) || (held.left > 0 && now - held.usedAt > unusedMs),
    )
    await this.#settle(due, held => now - held.usedAt > unusedMs)
  }

  /** Gives everything back. */
  giveBack(): Promise<void> {
    const due = [...this.#held.values()].filter(held => hasNews(held) || held.left > 0)
    return this.#settle(due, () => true)
  }

  /** Addresses have changed: what the day had no place for is asked anew. */
  forget(): void {
    for (const held of this.#held.values()) {
      held.noneUntil = 0
      held.isFree = false
    }
  }

  #of({ id, isWarm }: SourceAddress, provider: Provider): HeldPlaces {
    const key = `${id} ${provider}`
    const known = this.#held.get(key)
    if (known) return known
    const now = this.#world.clock.now()
    const held: HeldPlaces = {
      sourceId: id,
      provider,
      day: utcDayOf(now),
      left: 0,
      isFree: isWarm,
      noneUntil: 0,
      isUsedUp: false,
      usedAt: now,
      report: nothing,
      waiting: new Set(),
    }
    this.#held.set(key, held)
    return held
  }

  #turnDay(held: HeldPlaces, now: number): void {
    held.day = utcDayOf(now)
    held.left = 0
    held.noneUntil = 0
    held.isFree = false
  }

  /** One question at a time: what comes meanwhile shares the next. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    try {
      for (;;) {
        const asking = [...this.#held.values()].filter(held => held.waiting.size > 0)
        if (asking.length === 0) return
        await this.#settle(asking, () => false)
      }
    } catch (error) {
      this.#world.log.debug({ error: String(error) }, 'places of the day could not be taken')
      for (const held of this.#held.values()) answer(held, 'later')
    } finally {
      this.#isAsking = false
    }
  }

  async #settle(
    due: readonly HeldPlaces[],
    isGivenBack: (held: HeldPlaces) => boolean,
  ): Promise<void> {
    if (due.length === 0) return
    const { clock, db } = this.#world
    const now = clock.now()
    const reports = new Map(due.map(held => [keyOf(held), takeReport(held, isGivenBack(held))]))
    try {
      const got = await db.transaction(async tx => {
        const rows = await openDays(tx, due, { now: new Date(now), warmStage })
        const written = rows.map(row => ({
          row,
          ...reported(row, reports.get(keyOf(row))!, now),
        }))
        await updateDays(
          tx,
          written.map(({ row, after }) => ({ ...row, ...after })),
        )
        return new Map(written.map(({ row, after, got: lot }) => [keyOf(row), { after, lot }]))
      })
      for (const held of due) {
        const { wanted } = reports.get(keyOf(held))!
        apply(held, got.get(keyOf(held)), { wanted, now })
      }
    } catch (error) {
      for (const held of due) putBack(held, reports.get(keyOf(held))!)
      throw error
    }
  }
}

const keyOf = ({ sourceId, provider }: Pick<HeldPlaces, 'sourceId' | 'provider'>): string =>
  `${sourceId} ${provider}`

const hasNews = ({ report }: HeldPlaces): boolean =>
  report.sent > 0 || report.delivered > 0 || report.slowed > 0

/** What is written is not reported twice, and what is given back not used. */
function takeReport(held: HeldPlaces, isGivenBack: boolean): DayReport {
  const returned = isGivenBack ? held.left : 0
  const report = { ...held.report, returned, wanted: held.waiting.size }
  held.report = nothing
  held.left -= returned
  return report
}

function putBack(held: HeldPlaces, { sent, delivered, slowed, returned }: DayReport): void {
  const { report } = held
  held.left += returned
  held.report = {
    sent: report.sent + sent,
    delivered: report.delivered + delivered,
    slowed: report.slowed + slowed,
  }
}

function apply(
  held: HeldPlaces,
  found: { readonly after: SourceDay; readonly lot: number } | undefined,
  { wanted, now }: { readonly wanted: number; readonly now: number },
): void {
  // The address is gone: whoever waits finds another as soon as that is known here.
  if (found === undefined) {
    answer(held, 'later')
    return
  }
  const { after, lot } = found
  held.day = after.day
  held.isFree = after.stage >= warmStage
  held.left += held.isFree ? 0 : lot
  for (const resolve of [...held.waiting]) {
    if (!held.isFree && held.left === 0) break
    if (!held.isFree) held.left--
    held.waiting.delete(resolve)
    resolve('taken')
  }
  // Who has come meanwhile is asked for next.
  if (held.waiting.size === 0 || lot >= wanted) return
  held.isUsedUp = isUsedUp(after, now)
  held.noneUntil = held.isUsedUp ? endOfDay(after.day) : now + laterMs
  answer(held, noneOf(held))
}

function answer(held: HeldPlaces, place: Place): void {
  for (const resolve of held.waiting) resolve(place)
  held.waiting.clear()
}

const noneOf = ({ isUsedUp: isOver, noneUntil }: HeldPlaces): Place =>
  isOver ? { usedUpUntil: noneUntil } : 'later'
