/**
 * How much each destination has room for, so that the queue claims what can go and nothing else
 * (queue/work.ts). A destination is a recipients' domain; domains with the same servers are one
 * group, whose room the shaper knows (shape.ts). Groups of which nothing has been heard lately are
 * *unproven*: one email of each is in hand at a time, and all of them share a part of the node, in
 * which every project leaves some room to others. A domain whose mail is deferred at once (its
 * servers rest, its DNS does not answer) holds up nobody.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import type { DestinationDigest, Entry, QueueLine } from '#platform/queue/entry.ts'
import type { Crowding } from '#platform/queue/work.ts'
import type { Shaper } from './shape.ts'

export interface Destinations {
  /** What the loop of a stream asks; `share`: the part of every room that is its. */
  crowding(share: number): Crowding
  /** A domain's mail goes to this group; null: nobody can tell any more. */
  link(domain: string, group: string | null): void
  isLinked(domain: string): boolean
  /** A domain's mail is deferred at once for so long. */
  defersAtOnce(domain: string, ms: number): void
  /**
   * One email for servers that are unproven. 0: it may go there; else there are enough for that
   * address, and in so many ms it is looked at again.
   */
  enter(address: string): number
  leave(address: string): void
  /** A server there has taken an email. */
  took(address: string): void
  /** Unproven servers have to be quick: others wait for their places. */
  readonly isHurried: boolean
}

interface LineState {
  group: string | null
  inHand: number
  defersUntil: number
}

/** Emails in hand for a domain or a group that is unproven, and for one address of theirs. */
const unprovenRoom = 1
const addressRoom = 2
/** Of an address that has taken mail lately: many domains of one provider go there by names of their own. */
const takingAddressRoom = 20
const takingMs = 10 * 60_000
/** One that answers does so within this as a rule: mail that has come with the first waits no longer. */
const promptMs = 1_000
const againSoonMs = 300
/** Until one that is still being tried is looked at again. */
const againLaterMs = 5_000
/** Addresses remembered as taking mail; the one that did so longest ago goes first. */
const maxTaking = 50_000
/** A project may have so many times as many unproven emails in hand as places are left. */
const unprovenThreshold = 4
const roomWhereDeferred = 200
const maxLines = 100_000
/** Destinations named to the database at a time. */
const maxNamed = 2_000

interface Setup {
  /** Unproven emails in hand at a time. */
  readonly maxUnproven: number
  /** There is room again for what was left behind. */
  readonly onRoom: () => void
}

export function createDestinations(
  world: Pick<World, 'clock'>,
  shaper: Shaper,
  setup: Setup,
): Destinations {
  return new Rooms(world, shaper, setup)
}

class Rooms implements Destinations {
  readonly #world: Pick<World, 'clock'>
  readonly #shaper: Shaper
  readonly #setup: Setup
  readonly #lines = new Map<DestinationDigest, LineState>()
  readonly #linesOf = new Map<string, Set<DestinationDigest>>()
  /** Emails in hand per group; only those above zero. */
  readonly #inHand = new Map<string, number>()
  readonly #unproven = new Map<Entry, Uuid>()
  readonly #unprovenOf = new Map<Uuid, number>()
  /** Of each: unproven emails in hand, and since when there has always been one. */
  readonly #addresses = new Map<string, { readonly inHand: number; readonly since: number }>()
  /** When a server there last took an email. */
  readonly #tookAt = new Map<string, number>()
  /** Groups, and domains of no known group, that had no room when they were asked. */
  readonly #short = new Set<string | DestinationDigest>()
  #isUnprovenShort = false
  /** Unproven emails that have ended since then. */
  #freed = 0
  #looks = 0

  constructor(world: Pick<World, 'clock'>, shaper: Shaper, setup: Setup) {
    this.#world = world
    this.#shaper = shaper
    this.#setup = setup
  }

  get isHurried(): boolean {
    return this.#unproven.size > this.#setup.maxUnproven / 2
  }

  crowding(share: number): Crowding {
    return {
      choose: () => this.#choose(share),
      full: () => this.#full(share),
      only: () => this.#only(),
      began: entry => this.#began(entry),
      ended: entry => this.#ended(entry),
    }
  }

  isLinked(domain: string): boolean {
    return (this.#lines.get(destinationOf(domain))?.group ?? null) !== null
  }

  link(domain: string, group: string | null): void {
    const destination = destinationOf(domain)
    const line = this.#lineOf(destination)
    if (line.group === group) return
    if (line.group !== null) {
      this.#count(line.group, -line.inHand)
      this.#linesOf.get(line.group)?.delete(destination)
    }
    line.group = group
    if (group === null) return
    this.#count(group, line.inHand)
    const lines = this.#linesOf.get(group) ?? new Set()
    this.#linesOf.set(group, lines.add(destination))
  }

  defersAtOnce(domain: string, ms: number): void {
    const line = this.#lineOf(destinationOf(domain))
    const isNews = !this.#defers(line)
    line.defersUntil = this.#world.clock.monotonic() + ms
    if (isNews) this.#setup.onRoom()
  }

  enter(address: string): number {
    const now = this.#world.clock.monotonic()
    const { inHand, since } = this.#addresses.get(address) ?? { inHand: 0, since: now }
    const room = this.#takes(address) ? takingAddressRoom : addressRoom
    if (inHand >= room) return now - since < promptMs ? againSoonMs : againLaterMs
    this.#addresses.set(address, { inHand: inHand + 1, since })
    return 0
  }

  leave(address: string): void {
    const { inHand = 0, since = 0 } = this.#addresses.get(address) ?? {}
    if (inHand > 1) this.#addresses.set(address, { inHand: inHand - 1, since })
    else this.#addresses.delete(address)
  }

  took(address: string): void {
    this.#tookAt.delete(address)
    this.#tookAt.set(address, this.#world.clock.monotonic())
    if (this.#tookAt.size > maxTaking) this.#tookAt.delete(this.#tookAt.keys().next().value!)
  }

  #takes(address: string): boolean {
    const at = this.#tookAt.get(address) ?? Number.NEGATIVE_INFINITY
    return this.#world.clock.monotonic() - at < takingMs
  }

  /** What one claim takes of a group counts for its other lines too. */
  #choose(share: number): (line: QueueLine, wanted: number) => number {
    const taken = new Map<string | DestinationDigest, number>()
    const unproven = new Map<Uuid, number>()
    return ({ projectId, destination }, wanted) => {
      const line = this.#lines.get(destination)
      if (line && this.#defers(line)) return Math.min(wanted, roomWhereDeferred)
      const group = line?.group ?? null
      const key = group ?? destination
      const before = taken.get(key) ?? 0
      const isProven = group !== null && this.#shaper.isProven(group)
      const room = isProven
        ? this.#roomOf(group, share) - before
        : Math.min(
            unprovenRoom - before - this.#inHandOf(line),
            group === null ? unprovenRoom : this.#shaper.roomOf(group),
            this.#unprovenRoomOf(projectId, unproven),
          )
      const got = Math.max(0, Math.min(wanted, room))
      if (got < wanted) this.#noteShort(key, isProven)
      if (got > 0) taken.set(key, before + got)
      if (got > 0 && !isProven) unproven.set(projectId, (unproven.get(projectId) ?? 0) + got)
      return got
    }
  }

  #roomOf(group: string, share: number): number {
    const room = this.#shaper.roomOf(group)
    const mine = share < 1 ? Math.max(1, Math.floor(room * share)) : room
    return mine - (this.#inHand.get(group) ?? 0)
  }

  #inHandOf(line: LineState | undefined): number {
    if (line === undefined) return 0
    return line.group === null ? line.inHand : (this.#inHand.get(line.group) ?? 0)
  }

  /** How many more unproven emails a project may have in hand. */
  #unprovenRoomOf(projectId: Uuid, taken: ReadonlyMap<Uuid, number>): number {
    const inAll = [...taken.values()].reduce((sum, one) => sum + one, this.#unproven.size)
    const free = this.#setup.maxUnproven - inAll
    const mine = (this.#unprovenOf.get(projectId) ?? 0) + (taken.get(projectId) ?? 0)
    return mine < free * unprovenThreshold ? 1 : 0
  }

  #noteShort(key: string | DestinationDigest, isProven: boolean): void {
    this.#short.add(key)
    if (isProven || this.#isUnprovenShort) return
    this.#isUnprovenShort = true
    this.#freed = 0
  }

  /** Lines in hand whose group has no room left. */
  #full(share: number): DestinationDigest[] {
    const named: DestinationDigest[] = []
    for (const group of this.#inHand.keys()) {
      const isFull = this.#shaper.isProven(group)
        ? this.#roomOf(group, share) <= 0
        : (this.#inHand.get(group) ?? 0) >= unprovenRoom
      if (!isFull) continue
      for (const destination of this.#linesOf.get(group) ?? []) {
        if (this.#defers(this.#lines.get(destination)!)) continue
        if (named.push(destination) >= maxNamed) return named
      }
    }
    return named
  }

  /** While unproven places are short: every other time those that need none. */
  #only(): DestinationDigest[] | null {
    if (!this.#isUnprovenShort) return null
    const isNoneLeft = this.#unproven.size >= this.#setup.maxUnproven
    if (!isNoneLeft && ++this.#looks % 2 === 0) return null
    const named: DestinationDigest[] = []
    for (const [destination, line] of this.#lines) {
      const isProven = line.group !== null && this.#shaper.isProven(line.group)
      if (!isProven && !this.#defers(line)) continue
      if (named.push(destination) >= maxNamed) break
    }
    return named
  }

  #began(entry: Entry): void {
    const line = this.#lineOf(entry.destination)
    line.inHand++
    if (line.group !== null) this.#count(line.group, 1)
    if (this.#defers(line)) return
    if (line.group !== null && this.#shaper.isProven(line.group)) return
    this.#unproven.set(entry, entry.projectId)
    this.#unprovenOf.set(entry.projectId, (this.#unprovenOf.get(entry.projectId) ?? 0) + 1)
  }

  #ended(entry: Entry): void {
    const line = this.#lineOf(entry.destination)
    line.inHand = Math.max(0, line.inHand - 1)
    if (line.group !== null) this.#count(line.group, -1)
    const isRoom = this.#unproven.delete(entry) && this.#leaveUnproven(entry.projectId)
    if (this.#isRoomAgain(entry.destination, line) || isRoom) this.#setup.onRoom()
  }

  /** Whether what was left behind of a line may go on. */
  #isRoomAgain(destination: DestinationDigest, { group }: LineState): boolean {
    const wasShort = this.#short.has(destination) || (group !== null && this.#short.has(group))
    if (!wasShort) return false
    const inHand = group === null ? 0 : (this.#inHand.get(group) ?? 0)
    if (group !== null && inHand > this.#shaper.roomOf(group) / 2) return false
    this.#short.delete(destination)
    if (group !== null) this.#short.delete(group)
    return true
  }

  /** True when enough places are free again for a claim to be worth its while. */
  #leaveUnproven(projectId: Uuid): boolean {
    const left = this.#unprovenOf.get(projectId)! - 1
    if (left > 0) this.#unprovenOf.set(projectId, left)
    else this.#unprovenOf.delete(projectId)
    this.#freed++
    if (!this.#isUnprovenShort) return false
    if (this.#freed < this.#setup.maxUnproven / 8 && this.#unproven.size > 0) return false
    this.#isUnprovenShort = false
    return true
  }

  #defers(line: LineState): boolean {
    return line.defersUntil > this.#world.clock.monotonic()
  }

  #count(group: string, change: number): void {
    const left = (this.#inHand.get(group) ?? 0) + change
    if (left > 0) this.#inHand.set(group, left)
    else this.#inHand.delete(group)
  }

  #lineOf(destination: DestinationDigest): LineState {
    const known = this.#lines.get(destination)
    if (known) return known
    if (this.#lines.size >= maxLines) this.#forgetIdle()
    const line: LineState = { group: null, inHand: 0, defersUntil: 0 }
    this.#lines.set(destination, line)
    return line
  }

  #forgetIdle(): void {
    for (const [destination, line] of this.#lines) {
      if (line.inHand > 0) continue
      if (line.group !== null) this.#linesOf.get(line.group)?.delete(destination)
      this.#lines.delete(destination)
    }
    for (const [group, lines] of this.#linesOf) if (lines.size === 0) this.#linesOf.delete(group)
  }
}
