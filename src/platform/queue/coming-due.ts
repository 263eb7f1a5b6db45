/**
 * Making ready what has come due. As long as that is little, all of it is, by its time. Where more is
 * due than a claim takes, projects have equal shares of what is made ready, a page of them at a time:
 * by its time alone, 30,000 that one has scheduled would stand before the few of another that came
 * due a moment later, and the turns of the claims come after this line.
 */
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { makeReady, makeReadyInShares } from './claim-store.ts'
import type { Kind } from './entry.ts'
import { Floor } from './floor.ts'

/** No more than a claim takes is made ready by its time alone. */
const maxByTime = 200
/** At a time, of all projects and of one. */
const maxMadeReady = 1_000
const maxOfProject = 200
/** Projects with anything waiting that are looked at at a time. */
const maxProjects = 1_000

interface Round {
  /** Projects up to this one have had their share. */
  readonly after: Uuid
  readonly begunAt: number
  /** Some have more that is due than their share. */
  readonly isCut: boolean
}

export class ComingDue {
  readonly #world: Pick<World, 'clock' | 'db'>
  readonly #kind: Kind
  readonly #floor: Floor
  /** Null while little is due. */
  #round: Round | null = null

  constructor(world: Pick<World, 'clock' | 'db'>, kind: Kind) {
    this.#world = world
    this.#kind = kind
    this.#floor = new Floor(world.clock)
  }

  /** Nothing is due below. */
  get floor(): number {
    return this.#floor.current()
  }

  nothingIsDue(now: number): void {
    this.#floor.raise(now)
  }

  /** Makes some of it ready; true if there may be more. */
  async makeReady(): Promise<boolean> {
    const now = this.#world.clock.now()
    if (this.#round === null) {
      const window = { kind: this.#kind, floor: this.floor, now }
      const made = await makeReady(this.#world.db, window, maxByTime)
      if (made < maxByTime) {
        this.#floor.raise(now)
        return false
      }
    }
    return this.#share(this.#round ?? roundAt(now), now)
  }

  async #share({ after, begunAt, isCut }: Round, now: number): Promise<boolean> {
    const page = await makeReadyInShares(this.#world.db, {
      kind: this.#kind,
      floor: this.floor,
      now,
      after,
      maxProjects,
      max: maxMadeReady,
      maxOfProject: maxOfProject,
    })
    const isCutNow = isCut || page.isCut
    if (page.last !== null) {
      this.#round = { after: page.last, begunAt, isCut: isCutNow }
      return true
    }
    this.#round = isCutNow ? roundAt(now) : null
    if (!isCutNow) this.#floor.raise(begunAt)
    return isCutNow
  }
}

const roundAt = (now: number): Round => ({ after: nilId, begunAt: now, isCut: false })
