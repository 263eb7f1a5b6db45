/**
 * Fairness between webhook endpoints: how many messages may be in flight to each at a time. A
 * receiver that hangs holds a slot for 15 seconds, so it must not have many; one that answers may
 * have hundreds.
 *
 * A new endpoint starts with two slots and is *unproven*. A message that ends well or quickly adds
 * a slot and makes the endpoint *proven*; a slow failure halves the slots and makes it *slow*. With
 * no free slot, a proven endpoint queues the message if a slot should open within 1 s; a slow one
 * sends it back until about when a slot should open; an unproven one sends it back for a moment.
 * Idle endpoints are forgotten when there are many. Of one project, all endpoints at one host together
 * have in hand what a few could: fifty webhooks at a slow host are not fifty times as many calls.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from '../queue/destination.ts'
import type { DestinationDigest, Entry } from '../queue/entry.ts'
import type { Crowding } from '../queue/work.ts'

/** Go now, or come back after some time without having tried. */
export type SlotDecision =
  | { readonly kind: 'go' }
  | { readonly kind: 'later'; readonly afterMs: number }

type Receiver = { readonly webhookId: Uuid; readonly url: string }

interface EndpointLimiter {
  /** What a loop asks; `share`: the part of every endpoint's room that is its. */
  crowding(share: number): Crowding
  /** Asks for a slot of a message in hand, which goes to `url`. */
  enter(entry: Entry, to: Receiver): SlotDecision | Promise<SlotDecision>
  /** Gives the slot back; `ok` says whether the receiver acknowledged. */
  leave(webhookId: Uuid, outcome: { readonly ok: boolean; readonly durationMs: number }): void
}

const firstSlots = 2
const maxSlots = 200
const slowMs = 1_000
/** How much work, by its estimated time, an endpoint holds in memory. */
const maxWaitMs = 1_000
const unprovenRetryMs = 200
/** The longest postponement, so that a receiver that recovers hears soon of what it missed. */
const maxLaterMs = 60_000
const maxEndpoints = 10_000
/** The part of all messages in hand that a project may have for one host. */
const hostPart = 0.25

interface Endpoint {
  readonly id: Uuid
  url: string
  host: Host
  state: 'unproven' | 'proven' | 'slow'
  slots: number
  active: number
  readonly waiting: ((decision: SlotDecision) => void)[]
  /** Running mean of how long one message takes. */
  durationMs: number
  /** When the last slot promised to a message that was sent back will be free; monotonic. */
  promisedMs: number
}

/** A host, of one project. */
type Host = string

/** Messages that the loops have in hand for one endpoint, or for all of a host. */
interface InHand {
  count: number
  /** More was asked for than there was room. */
  isShort: boolean
}

const go: SlotDecision = { kind: 'go' }

/** `onRoom` is called when an endpoint has room again for what was left in the queue. */
export function createEndpointLimiter(
  world: Pick<World, 'clock' | 'random'>,
  capacity: number,
  onRoom: () => void = () => {},
): EndpointLimiter {
  return new Limiter(world, { capacity, onRoom })
}

class Limiter implements EndpointLimiter {
  readonly #world: Pick<World, 'clock' | 'random'>
  readonly #capacity: number
  readonly #endpoints = new Map<Uuid, Endpoint>()
  readonly #onRoom: () => void
  readonly #byDestination = new Map<DestinationDigest, Endpoint>()
  readonly #inHand = new Map<DestinationDigest | Host, InHand>()
  readonly #hostOf = new Map<Entry, Host>()
  #active = 0
  #activeEndpoints = 0

  constructor(
    world: Pick<World, 'clock' | 'random'>,
    { capacity, onRoom }: { readonly capacity: number; readonly onRoom: () => void },
  ) {
    this.#world = world
    this.#capacity = capacity
    this.#onRoom = onRoom
  }

  crowding(share: number): Crowding {
    return {
      choose: () => this.#choose(share),
      full: () =>
        [...this.#inHand.keys()]
          .filter(key => typeof key === 'number')
          .filter(key => this.#roomsOf(key).some(one => this.#freeOf(one, share) <= 0)),
      only: () => null,
      began: entry => {
        this.#count(entry.destination)
        this.#head(entry, this.#byDestination.get(entry.destination)?.host)
      },
      ended: entry => {
        this.#head(entry, undefined)
        this.#ended(entry.destination)
      },
    }
  }

  /** What a message for an endpoint takes room of. */
  #roomsOf(destination: DestinationDigest): readonly (DestinationDigest | Host)[] {
    const endpoint = this.#byDestination.get(destination)
    return endpoint ? [destination, endpoint.host] : [destination]
  }

  #freeOf(key: DestinationDigest | Host, share: number): number {
    return this.#roomOf(key, share) - (this.#inHand.get(key)?.count ?? 0)
  }

  #choose(share: number): ReturnType<Crowding['choose']> {
    const taken = new Map<DestinationDigest | Host, number>()
    return ({ destination }, wanted) => {
      const keys = this.#roomsOf(destination)
      const free = keys.map(key => this.#freeOf(key, share) - (taken.get(key) ?? 0))
      const got = Math.max(0, Math.min(wanted, ...free))
      for (const [i, key] of keys.entries()) {
        const hand = this.#inHand.get(key)
        if (free[i]! < wanted && hand) hand.isShort = true
        taken.set(key, (taken.get(key) ?? 0) + got)
      }
      return got
    }
  }

  /** Counts a message for this host and no longer for the one before. */
  #head(entry: Entry, host: Host | undefined): void {
    const before = this.#hostOf.get(entry)
    if (before === host) return
    this.#hostOf.delete(entry)
    if (before !== undefined) this.#ended(before)
    if (host === undefined) return
    this.#hostOf.set(entry, host)
    this.#count(host)
  }

  #count(key: DestinationDigest | Host): void {
    const hand = this.#inHand.get(key) ?? { count: 0, isShort: false }
    hand.count++
    this.#inHand.set(key, hand)
  }

  #ended(key: DestinationDigest | Host): void {
    const hand = this.#inHand.get(key)
    if (!hand) return
    hand.count--
    if (hand.count <= 0) this.#inHand.delete(key)
    if (!hand.isShort || hand.count > this.#roomOf(key, 1) / 2) return
    hand.isShort = false
    this.#onRoom()
  }

  /** Messages that an endpoint has in hand: its slots, and of a proven one a second's work. */
  #roomOf(key: DestinationDigest | Host, share: number): number {
    if (typeof key === 'string') return Math.max(1, Math.floor(this.#capacity * hostPart * share))
    const endpoint = this.#byDestination.get(key)
    if (endpoint === undefined) return firstSlots
    const waiting = endpoint.state === 'proven' ? maxWaitMs / Math.max(1, stepMs(endpoint)) : 0
    const room = Math.min(this.#capacity / 2, endpoint.slots + waiting)
    return Math.max(1, Math.floor(room * share))
  }

  enter(entry: Entry, { webhookId, url }: Receiver): SlotDecision | Promise<SlotDecision> {
    const endpoint = this.#endpointOf(webhookId)
    if (endpoint.url !== url) {
      endpoint.url = url
      endpoint.host = `${entry.projectId} ${URL.parse(url)?.hostname}`
    }
    this.#head(entry, endpoint.host)
    if (this.#freeOf(endpoint.host, 1) < 0) return { kind: 'later', afterMs: unprovenRetryMs }
    if (endpoint.waiting.length === 0 && this.#hasSlot(endpoint)) {
      this.#begin(endpoint)
      return go
    }
    if (!this.#mayWait(endpoint)) return this.#later(endpoint)
    return new Promise(resolve => {
      endpoint.waiting.push(resolve)
    })
  }

  leave(webhookId: Uuid, outcome: { readonly ok: boolean; readonly durationMs: number }): void {
    const endpoint = this.#endpointOf(webhookId)
    endpoint.active--
    this.#active--
    if (endpoint.active === 0) this.#activeEndpoints--
    this.#learn(endpoint, outcome)
    // An idle endpoint always goes on, or what waits for it would wait for ever.
    while (endpoint.waiting.length > 0 && (endpoint.active === 0 || this.#hasSlot(endpoint))) {
      this.#begin(endpoint)
      endpoint.waiting.shift()!(go)
    }
  }

  #endpointOf(id: Uuid): Endpoint {
    const known = this.#endpoints.get(id)
    if (known) return known
    if (this.#endpoints.size >= maxEndpoints) this.#forgetIdle()
    const endpoint: Endpoint = {
      id,
      url: '',
      host: '',
      state: 'unproven',
      slots: firstSlots,
      active: 0,
      waiting: [],
      durationMs: 0,
      promisedMs: 0,
    }
    this.#endpoints.set(id, endpoint)
    this.#byDestination.set(destinationOf(id), endpoint)
    return endpoint
  }

  #forgetIdle(): void {
    for (const one of this.#endpoints.values()) {
      if (one.active > 0) continue
      this.#endpoints.delete(one.id)
      this.#byDestination.delete(destinationOf(one.id))
    }
  }

  /** With half of all in use, no endpoint has more than an equal share. */
  #hasSlot({ active, slots }: Endpoint): boolean {
    const half = this.#capacity / 2
    if (this.#active >= this.#capacity) return false
    if (this.#active < half) return active < slots
    const share = Math.max(1, Math.floor(half / Math.max(1, this.#activeEndpoints)))
    return active < Math.min(slots, share)
  }

  #begin(endpoint: Endpoint): void {
    if (endpoint.active === 0) this.#activeEndpoints++
    endpoint.active++
    this.#active++
  }

  #mayWait(endpoint: Endpoint): boolean {
    if (endpoint.state !== 'proven' || endpoint.active === 0) return false
    const waiting = endpoint.waiting.length
    return waiting < this.#capacity / 2 && waiting * stepMs(endpoint) < maxWaitMs
  }

  #later(endpoint: Endpoint): SlotDecision {
    if (endpoint.state === 'unproven') return { kind: 'later', afterMs: unprovenRetryMs }
    const step = stepMs(endpoint)
    const now = this.#world.clock.monotonic()
    const first = now + endpoint.waiting.length * step
    endpoint.promisedMs = Math.min(Math.max(first, endpoint.promisedMs) + step, now + maxLaterMs)
    const waitMs = Math.max(unprovenRetryMs, endpoint.promisedMs - now)
    // Spread, so that messages sent back to the same moment do not return together.
    return { kind: 'later', afterMs: Math.ceil(waitMs * (1 - this.#world.random.uniform() / 4)) }
  }

  #learn(endpoint: Endpoint, outcome: { ok: boolean; durationMs: number }): void {
    const { ok, durationMs } = outcome
    const mean = endpoint.durationMs
    endpoint.durationMs = mean === 0 ? durationMs : (mean * 4 + durationMs) / 5
    if (ok || durationMs < slowMs) {
      endpoint.state = 'proven'
      endpoint.slots = Math.min(maxSlots, endpoint.slots + 1)
      return
    }
    endpoint.state = 'slow'
    endpoint.durationMs = durationMs
    endpoint.slots = Math.max(1, Math.floor(endpoint.slots / 2))
    for (const resolve of endpoint.waiting.splice(0)) resolve(this.#later(endpoint))
  }
}

/** By the mean duration and the slots: how much longer one more message makes the wait. */
const stepMs = ({ durationMs, slots }: Endpoint): number => durationMs / slots
