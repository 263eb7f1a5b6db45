/**
 * What each project has in hand of a loop's capacity. A project alone may have most of it; the
 * reserve is for projects that have less than an equal share, and of that, too, each leaves some to
 * the next: whoever comes finds room, however much the others have waiting or cannot finish.
 */
import type { Uuid } from '#kernel/base/ids.ts'

/** The part of the capacity that a project with more than its share leaves to others. */
const reserve = 0.25
/** A project that takes of the reserve has at most so many times in all as it leaves. */
const threshold = 3
/** Below this capacity a reserve would be no more than an entry or two. */
const minCapacity = 20

export class Shares {
  readonly #capacity: number
  readonly #reserved: number
  readonly #inHand = new Map<Uuid, number>()
  #total = 0

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#reserved = capacity < minCapacity ? 0 : Math.floor(capacity * reserve)
  }

  get free(): number {
    return this.#capacity - this.#total
  }

  begin(projectId: Uuid): void {
    this.#total++
    this.#inHand.set(projectId, (this.#inHand.get(projectId) ?? 0) + 1)
  }

  end(projectId: Uuid): void {
    const left = (this.#inHand.get(projectId) ?? 0) - 1
    this.#total--
    if (left > 0) this.#inHand.set(projectId, left)
    else this.#inHand.delete(projectId)
  }

  /** How much more a project may take. */
  roomOf(projectId: Uuid): number {
    const mine = this.#inHand.get(projectId) ?? 0
    // Itself, and whoever may come next.
    const projects = this.#inHand.size + (mine === 0 ? 2 : 1)
    const share = Math.max(1, Math.floor(this.#capacity / projects))
    const fair = Math.ceil((this.free * threshold - mine) / (1 + threshold))
    const room = Math.max(this.free - this.#reserved, Math.min(fair, share - mine))
    return Math.max(0, Math.min(this.free, room))
  }
}
