/**
 * Places in the warm-up of a domain for letters that are made one by one as people come to them, as
 * a sequence's are: each has its place when it is made, or is told the day on which it has one. It
 * waits there with whoever makes it, and delivery takes no second place for it.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { dateIn, startOf } from './period.ts'
import { admitOne, isKnownWarm, isWarm, noteWarm, openWarmUps, warmUpOn } from './warm-up.ts'
import type { WarmUp } from './warm-up-state.ts'
import { updateWarmUps } from './warm-up-store.ts'

/** One letter more at a moment. `until`: when it has its place, ms since 1970; null: it goes. */
export function admitAt(
  state: WarmUp,
  zone: string,
  now: number,
): { readonly after: WarmUp; readonly until: number | null } {
  const { after, until } = admitOne(warmUpOn(state, dateIn(zone, now)))
  return { after, until: until === null ? null : startOf(until, zone) }
}

interface PlacesRequest {
  readonly projectId: Uuid
  /** From which letters may be made in this transaction. */
  readonly domains: readonly string[]
  /** Of the account. */
  readonly zone: string
}

/** The domains of one transaction, whose rows it has locked. */
export class LetterPlaces {
  readonly #request: PlacesRequest
  readonly #now: number
  readonly #states: Map<string, WarmUp>
  #isChanged = false

  /** `states`: of the domains that warm up. */
  constructor(request: PlacesRequest, now: number, states: ReadonlyMap<string, WarmUp>) {
    this.#request = request
    this.#now = now
    this.#states = new Map(states)
  }

  /** Its letters take their places here. */
  isWarming(domain: string): boolean {
    return this.#states.has(domain)
  }

  /** null: it goes; else until when it waits. Whoever was promised a day keeps to it. */
  take(domain: string, promised: number | null): number | null {
    const state = this.#states.get(domain)
    if (state === undefined) return null
    if (promised !== null && promised > this.#now) return promised
    const { after, until } = admitAt(state, this.#request.zone, this.#now)
    this.#set(domain, after)
    return until
  }

  /** A letter that had its place does not go after all. */
  giveBack(domain: string): void {
    const state = this.#states.get(domain)
    if (state !== undefined) this.#set(domain, { ...state, used: state.used - 1 })
  }

  #set(domain: string, state: WarmUp): void {
    this.#states.set(domain, state)
    this.#isChanged = true
  }

  /** What was taken, in one statement. */
  async write(tx: Sql): Promise<void> {
    if (!this.#isChanged) return
    const { projectId } = this.#request
    const rows = [...this.#states].map(([domain, state]) => ({ ...state, projectId, domain }))
    await updateWarmUps(tx, rows)
  }
}

/**
 * Locks the rows of the domains that warm up until the transaction ends; those that are known to be
 * warm cost nothing.
 */
export async function lockLetterPlaces(
  tx: Sql,
  world: Pick<World, 'clock' | 'runtime'>,
  request: PlacesRequest,
): Promise<LetterPlaces> {
  const { projectId, domains, zone } = request
  const now = world.clock.now()
  const keys = domains
    .map(domain => ({ projectId, domain }))
    .filter(key => !isKnownWarm(world, key))
  const states = new Map<string, WarmUp>()
  if (keys.length > 0) {
    const today = dateIn(zone, now)
    for (const state of await openWarmUps(tx, keys, () => today)) {
      if (isWarm(state)) noteWarm(world, state)
      else states.set(state.domain, state)
    }
  }
  return new LetterPlaces(request, now, states)
}
