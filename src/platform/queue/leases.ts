/**
 * The leases of one loop: what due_at holds of the entries in hand, as far as we know, renewed while
 * their work goes on. A crash delays mail by no more than one lease.
 */
import type { Timer, World } from '#kernel/world/world.ts'
import type { Entry, Kind, Lease } from './entry.ts'
import { renewLeases } from './store.ts'
import { warnAway } from './warn-away.ts'

/** A lease is renewed this many times before it would run out. */
const renewalsPerLease = 3

type LeaseWorld = Pick<World, 'clock' | 'db' | 'log' | 'runtime' | 'settings'>

export class Leases {
  readonly #world: LeaseWorld
  readonly #kind: Kind
  readonly #leaseMs: number
  readonly #leases = new Map<Entry, Pick<Lease, 'from' | 'to'>>()
  #isOn = false
  #timer: Timer | undefined
  #renewed: Promise<void> = Promise.resolve()

  constructor(world: LeaseWorld, kind: Kind) {
    this.#world = world
    this.#kind = kind
    this.#leaseMs = Math.max(1, world.settings.MALOTE_LEASE_SECONDS) * 1000
  }

  /** The end of a lease that begins now. */
  until(): number {
    return this.#world.clock.now() + this.#leaseMs
  }

  /** False after a commit that took long: the lease may end before it is renewed. */
  isFresh(leaseUntil: number): boolean {
    return leaseUntil - this.#world.clock.now() >= this.#leaseMs / 2
  }

  add(entry: Entry, leaseUntil: number): void {
    this.#leases.set(entry, { from: leaseUntil, to: leaseUntil })
    this.#waitForNext()
  }

  remove(entry: Entry): void {
    this.#leases.delete(entry)
  }

  /** Before there are any. */
  start(): void {
    this.#isOn = true
  }

  /** A drain may take longer than a lease: called last of all. */
  async stop(): Promise<void> {
    this.#isOn = false
    this.#timer?.cancel()
    this.#timer = undefined
    await this.#renewed
  }

  /**
   * Gives back entries that were never begun, due at once. They stay marked as held, since one of
   * them may be `sent` without an answer; whoever claims it next finds out.
   */
  release(entries: readonly Entry[], leaseUntil: number): Promise<void> {
    const lease = { from: leaseUntil, to: leaseUntil }
    const given = entries.map(({ id, attempt }) => ({ id, attempt, ...lease }))
    return renewLeases(this.#world.db, given, this.#world.clock.now())
  }

  /** Gives back all that is still leased. */
  releaseAll(): Promise<void> {
    return renewLeases(this.#world.db, this.#held(), this.#world.clock.now())
  }

  #held(): Lease[] {
    return [...this.#leases].map(([{ id, attempt }, lease]) => ({ id, attempt, ...lease }))
  }

  /** Who holds nothing is not woken. */
  #waitForNext(): void {
    if (!this.#isOn || this.#timer !== undefined || this.#leases.size === 0) return
    this.#timer = this.#world.clock.timer(this.#leaseMs / renewalsPerLease, () => {
      this.#renewed = this.#renew().finally(() => {
        this.#timer = undefined
        this.#waitForNext()
      })
    })
  }

  async #renew(): Promise<void> {
    if (this.#leases.size === 0) return
    const until = this.until()
    const held = this.#held()
    const entries = [...this.#leases.keys()]
    this.#note(entries, { to: until })
    try {
      await renewLeases(this.#world.db, held, until)
      this.#note(entries, { from: until })
    } catch (error) {
      warnAway(this.#world, 'leases not renewed', error, { kind: this.#kind })
    }
  }

  #note(entries: readonly Entry[], change: Partial<Lease>): void {
    for (const entry of entries) {
      const lease = this.#leases.get(entry)
      if (lease) this.#leases.set(entry, { ...lease, ...change })
    }
  }
}
