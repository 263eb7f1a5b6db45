/**
 * The source addresses as a delivering node knows them: read again as soon as mail comes along with
 * a newer stamp, or within a second of a change. It chooses the address of each try: that of the
 * first, else the first in the email's order that may send today. Places of a day that is warming an
 * address up (source-day.ts) are taken in lots, many in one transaction, so that an email seldom
 * waits for the database. Where no address is configured, nothing of this runs.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Timer, World } from '#kernel/world/world.ts'
import { stopDelayMs } from '#platform/queue/backoff.ts'
import type { Entry } from '#platform/queue/entry.ts'
import type { Cause } from '#protocol/replies/causes.ts'
import type { Provider } from '../events/provider.ts'
import {
  inOrderOf,
  poolFor,
  type Source,
  type SourceAddress,
  type SourcePools,
  type SourceQuery,
} from './source.ts'
import { SourcePlaces } from './source-places.ts'
import { noteLocal, selectSources, selectStamp, sourcesChanged } from './sources-store.ts'
import { poolsOf } from './stored-pools.ts'

/** Whose turn it is, and how far its tries are. */
export interface SourceAsked extends SourceQuery {
  readonly entry: Pick<Entry, 'attempt' | 'tries' | 'leavesFrom'>
  readonly provider: Provider
}

interface ChosenSource {
  readonly kind: 'go'
  readonly source: Source
  /** Null: the system chooses. */
  readonly id: Uuid | null
  readonly provider: Provider
  /** A recipient counts once, at its first try from the address. */
  readonly isFirst: boolean
}

export type SourceChoice =
  | ChosenSource
  /** Nothing of its pool may send it at the moment; `until`, ms since 1970. */
  | { readonly kind: 'wait'; readonly until: number; readonly dueAt: number; readonly cause: Cause }
  /** Others have what it needs, or nobody can say just now: soon again. */
  | { readonly kind: 'soon' }

/** What a try from an address came to. */
export interface SourceAnswer {
  /** The address was used: its place of the day is, too. */
  readonly isTried: boolean
  readonly isDelivered: boolean
  /** The reply asks for less, or speaks against the address. */
  readonly isSlow: boolean
}

export interface Sources {
  /** Reads them, if it can: what is on this machine is then known before there is mail. */
  start(): Promise<void>
  /** Mail was read along with this stamp: what is newer than known is read before it goes. */
  see(stamp: number): Promise<void> | null
  choose(asked: SourceAsked): SourceChoice | Promise<SourceChoice>
  ended(chosen: ChosenSource, answer: SourceAnswer): void
  /** While it rests, it sends nothing: others are not to leave mail to it. */
  rest(isResting: boolean): void
  /** Gives back what is left of the day's places. */
  stop(): Promise<void>
}

const lookEveryMs = 1_000
/** A node that knows of no address hears of the first within this. */
const lookForFirstMs = 10_000
/** A node says so often what it sends from, and hears what is on others'. */
const sayEveryMs = 60_000
/** An address was seen within this on the machine of a node that sends. */
const aliveMs = 3 * sayEveryMs
/** Claims of an email by nodes without its address before it leaves from another. */
const maxElsewhere = 10
/** A limit that is raised by hand is noticed within this. */
const usedUpRetryMs = 30 * 60_000

export function createSources(world: World): Sources {
  return new NodeSources(world)
}

class NodeSources implements Sources {
  readonly #world: World
  readonly #places: SourcePlaces
  #pools: SourcePools = []
  #byId: ReadonlyMap<Uuid, SourceAddress> = new Map()
  #local: ReadonlySet<string> = new Set()
  /** Of an empty table that was never written. */
  #stamp = 0
  #saidAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | null = null
  #timer: Timer | null = null
  #isStarted = false
  #isLooking = false
  #isStopped = false
  #isResting = false
  #unsubscribe: () => void = () => {}

  constructor(world: World) {
    this.#world = world
    this.#places = new SourcePlaces(world)
  }

  async start(): Promise<void> {
    this.#isStarted = true
    this.#unsubscribe = this.#world.signals.on(sourcesChanged, () => this.#lookNow())
    await this.#look()
  }

  see(stamp: number): Promise<void> | null {
    if (stamp <= this.#stamp) return null
    this.#reading ??= this.#read(stamp).finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  choose(asked: SourceAsked): SourceChoice | Promise<SourceChoice> {
    const pool = this.#pools.length === 0 ? undefined : poolFor(this.#pools, asked)
    if (pool === undefined) return { ...this.#bySystem, provider: asked.provider }
    const first = asked.entry.leavesFrom ? this.#byId.get(asked.entry.leavesFrom) : undefined
    if (first !== undefined && !first.isPaused) {
      if (this.#local.has(first.address)) return go(first, asked, false)
      if (this.#isElsewhere(first, asked) && untried(asked) <= maxElsewhere) return { kind: 'soon' }
    }
    const open = inOrderOf(pool, asked.emailId).filter(one => !one.isPaused)
    const here = open.filter(one => this.#local.has(one.address))
    if (here.length > 0) return this.#firstWithPlace(here, asked)
    if (open.some(one => this.#isElsewhere(one, asked))) return { kind: 'soon' }
    return this.#waits(asked, open.length === 0 ? 'source_paused' : 'source_missing')
  }

  ended({ id, provider, isFirst }: ChosenSource, answer: SourceAnswer): void {
    const source = id === null ? undefined : this.#byId.get(id)
    if (source !== undefined) this.#places.ended(source, provider, { ...answer, isFirst })
  }

  rest(isResting: boolean): void {
    this.#isResting = isResting
    if (isResting || this.#pools.length === 0) return
    this.#saidAt = Number.NEGATIVE_INFINITY
    this.#lookNow()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    this.#timer?.cancel()
    await this.#places.giveBack().catch(() => undefined)
  }

  get #bySystem() {
    const source = { hostname: this.#world.settings.MALOTE_HOSTNAME }
    return { kind: 'go', source, id: null, isFirst: true } as const
  }

  /** The first that is warm, or has a place left today; asks for places where it knows of none. */
  async #firstWithPlace(open: readonly SourceAddress[], asked: SourceAsked): Promise<SourceChoice> {
    let until: number | null = null
    let isSoon = false
    for (const one of open) {
      const place = one.isWarm ? 'taken' : await this.#places.take(one, asked.provider)
      if (place === 'taken') return go(one, asked, true)
      if (place === 'later') isSoon = true
      else until = Math.min(until ?? place.usedUpUntil, place.usedUpUntil)
    }
    if (isSoon || until === null) return { kind: 'soon' }
    const { clock, random } = this.#world
    const dueAt = clock.now() + Math.round(usedUpRetryMs * (1 + random.uniform()))
    const spread = Math.round(random.uniform() * lookEveryMs * 60)
    return { kind: 'wait', until, dueAt: Math.min(until + spread, dueAt), cause: 'source_warming' }
  }

  #waits(asked: SourceAsked, cause: Cause): SourceChoice {
    const until = this.#world.clock.now() + stopDelayMs(untried(asked))
    return { kind: 'wait', until, dueAt: until, cause }
  }

  /** Another node was seen lately that sends such mail from it. */
  #isElsewhere({ seenAt }: SourceAddress, { stream }: SourceAsked): boolean {
    const at = seenAt[stream]
    return at !== null && this.#world.clock.now() - at < aliveMs
  }

  async #read(stamp: number): Promise<void> {
    const { clock, db, net, settings } = this.#world
    const pools = poolsOf(await selectSources(db))
    const all = pools.flatMap(pool => pool.addresses)
    const here = await Promise.all(
      all.map(async one => (await net.isLocal?.(one.address)) !== false),
    )
    const local = all.filter((_, i) => here[i])
    this.#pools = pools
    this.#byId = new Map(all.map(one => [one.id, one]))
    this.#local = new Set(local.map(one => one.address))
    // An address that changes sides begins anew with its places.
    this.#places.forget()
    this.#stamp = Math.max(this.#stamp, stamp)
    this.#saidAt = clock.monotonic()
    if (local.length > 0) {
      await noteLocal(db, {
        ids: local.map(one => one.id),
        at: new Date(clock.now()),
        streams: this.#isResting ? [] : settings.MALOTE_STREAMS,
      })
    }
    this.#wake()
  }

  #wake(): void {
    const isAny = this.#pools.length > 0
    if (this.#isStopped || this.#timer !== null || !(isAny || this.#isStarted)) return
    const ms = isAny ? lookEveryMs : lookForFirstMs
    this.#timer = this.#world.clock.timer(ms, () => void this.#look())
    this.#timer.unref?.()
  }

  #lookNow(): void {
    this.#timer?.cancel()
    this.#timer = null
    void this.#look()
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isStopped) return
    this.#isLooking = true
    try {
      await this.#places.report()
      const stamp = await selectStamp(this.#world.db)
      const isKnown = this.#pools.length > 0
      const isTime = isKnown && this.#world.clock.monotonic() - this.#saidAt > sayEveryMs
      await (isTime ? this.#read(stamp) : this.see(stamp))
    } catch (error) {
      this.#world.log.debug({ error: String(error) }, 'source addresses could not be looked at')
    }
    this.#isLooking = false
    this.#timer?.cancel()
    this.#timer = null
    this.#wake()
  }
}

/** Claims since its last try that led to none, but for this one. */
const untried = ({ entry }: SourceAsked): number => entry.attempt - entry.tries - 1

const go = (
  { id, address, hostname }: SourceAddress,
  { provider }: SourceAsked,
  isFirst: boolean,
): ChosenSource => ({ kind: 'go', source: { address, hostname }, id, provider, isFirst })
