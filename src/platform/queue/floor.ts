/**
 * A moment below which nothing is known to be due. Set back every few seconds: a commit may be late,
 * and another node's clock may be behind ours.
 */
import type { Clock } from '#kernel/world/world.ts'

const resetEveryMs = 5_000
/** Work that was due so long before it was committed is found by the next reset. */
const lagMs = 2_000

export class Floor {
  readonly #clock: Clock
  #at = 0
  #resetAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  current(): number {
    const now = this.#clock.monotonic()
    if (now - this.#resetAt > resetEveryMs) {
      this.#at = 0
      this.#resetAt = now
    }
    return this.#at
  }

  /** Everything that was due at `now` has been taken. */
  raise(now: number): void {
    this.#at = Math.max(this.#at, now - lagMs)
  }
}
