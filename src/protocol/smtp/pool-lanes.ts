/**
 * What pools share that lead to the same servers from the same address: one limit of connections,
 * whatever their TLS rules, and one distance between messages. Limits are asked for at the moment
 * when they are needed, for they change while connections live.
 */
import type { Clock, Timer } from '#kernel/world/world.ts'
import type { SharedLane } from './pool-destination.ts'

/** A pool, as far as others of its lane go. */
interface Member {
  serve(): void
  closeBeyond(): void
  /** Whether there was one. */
  closeOneIdle(): boolean
  /** Nothing waits there. */
  readonly isEmpty: boolean
}

export class Lanes {
  readonly #clock: Clock
  readonly #lanes = new Map<string, LaneUse>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Connections of a lane, those included that are being opened or closed. */
  openOf(key: string): number {
    return this.#lanes.get(key)?.open ?? 0
  }

  changed(key: string): void {
    this.#lanes.get(key)?.changed()
  }

  join(shared: SharedLane, member: Member): LaneUse {
    const known = this.#lanes.get(shared.key)
    const vanish = (): unknown => this.#lanes.delete(shared.key)
    const lane = known ?? new LaneUse(this.#clock, shared, vanish)
    if (!known) this.#lanes.set(shared.key, lane)
    lane.join(member)
    return lane
  }
}

/** A limit that lets nobody begin is looked at again after so long. */
const maxTurnMs = 1_000

export class LaneUse {
  readonly #clock: Clock
  readonly #shared: SharedLane
  readonly #vanish: () => unknown
  readonly #members = new Set<Member>()
  /** Those without a connection, while others have all of the lane's. */
  readonly #starving = new Set<Member>()
  readonly #turns = new Map<Member, Timer>()
  #open = 0
  #closing = 0

  constructor(clock: Clock, shared: SharedLane, vanish: () => unknown) {
    this.#clock = clock
    this.#shared = shared
    this.#vanish = vanish
  }

  get open(): number {
    return this.#open
  }

  /** There is no connection left in it. */
  get isFull(): boolean {
    return this.#open >= this.#shared.connections()
  }

  /** More are open than are allowed by now. */
  get isBeyond(): boolean {
    return this.#open - this.#closing > this.#shared.connections()
  }

  /** A member without a connection waits for one of the others to go. */
  get isWanted(): boolean {
    return this.#starving.size > 0
  }

  /** How long until the next email may begin. */
  get waitMs(): number {
    return this.#shared.waitMs()
  }

  took(): void {
    this.#shared.took()
  }

  join(member: Member): void {
    this.#members.add(member)
  }

  leave(member: Member): void {
    this.#turns.get(member)?.cancel()
    this.#turns.delete(member)
    this.#starving.delete(member)
    this.#members.delete(member)
    this.#endIfUnused()
  }

  opened(member: Member): void {
    this.#open++
    this.#starving.delete(member)
  }

  closing(): void {
    this.#closing++
  }

  closed(): void {
    this.#closing--
    this.openFailed()
  }

  openFailed(): void {
    this.#open--
    this.#endIfUnused()
    for (const member of this.#starving) {
      if (!member.isEmpty) {
        member.serve()
        return
      }
      this.#starving.delete(member)
    }
  }

  /** Connections that are being closed are counted for whoever comes meanwhile. */
  #endIfUnused(): void {
    if (this.#members.size === 0 && this.#open === 0) this.#vanish()
  }

  /** An idle connection of a member that needs none makes room; then `closed` serves this one. */
  starve(member: Member): void {
    this.#starving.add(member)
    this.#shared.isShort()
    for (const other of this.#members) if (other.isEmpty && other.closeOneIdle()) return
  }

  changed(): void {
    for (const member of [...this.#members]) {
      member.closeBeyond()
      member.serve()
    }
  }

  /** Serves a member when the next email may begin: one timer each. */
  awaitTurn(member: Member): void {
    const { waitMs } = this
    if (waitMs === 0 || this.#turns.has(member)) return
    const serve = (): void => {
      this.#turns.delete(member)
      member.serve()
    }
    this.#turns.set(member, this.#clock.timer(Math.min(waitMs, maxTurnMs), serve))
  }
}
