/**
 * The memory budget for large content: how many bytes may be held at a time, however many requests
 * come at once. A request that does not fit waits for its turn. Nobody takes more than their part,
 * so that a slow or greedy one leaves the rest to others; with nobody else there, even the largest
 * fits. What is of usual size has a reserve beside all that: it does not wait for the largest, nor
 * behind it.
 */
export interface MemoryBudget {
  /** Resolves once there is room for so many bytes; call what it gives to leave. */
  reserve(owners: readonly Owner[], bytes: number): Promise<Release>
}

/** One of those whose bytes they are: how much of all they may have at a time. */
interface Owner {
  readonly name: string
  readonly part: number
}

/** Where they are one tenant's alone. */
export const half = (name: string): readonly Owner[] => [{ name, part: 1 / 2 }]

/** Leaves; with `keep`, all but so many bytes of what was taken, to leave for good later. */
export type Release = (keep?: number) => void

/** What one call has taken of a room, or will; nothing where it turned out to be small. */
export interface Reservation {
  take(bytes: number): Promise<void>
  /** Also gives back what is still being waited for. */
  release(): void
}

export function reserveIn(budget: MemoryBudget, tenant: string): Reservation {
  let isOver = false
  const leaves: (() => void)[] = []
  return {
    async take(bytes) {
      const leave = await budget.reserve(half(tenant), bytes)
      if (isOver) leave()
      else leaves.push(leave)
    },
    release() {
      isOver = true
      for (const leave of leaves.splice(0)) leave()
    },
  }
}

interface Waiting {
  readonly owners: readonly Owner[]
  bytes: number
  /** Where it has its room; null while it waits. */
  place: Place | null
  readonly go: () => void
}

/** Up to this part of the room, what is asked for may come out of the reserve. */
const usualPart = 1 / 12
const reservePart = 1 / 4

export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const main = new Place(maxBytes)
  const reserve = new Place(maxBytes * reservePart)
  const waiting: Waiting[] = []

  function enter(one: Waiting, place: Place): void {
    place.add(one.owners, one.bytes)
    one.place = place
    one.go()
  }

  function leave(one: Waiting, keep: number): void {
    const given = Math.max(0, one.bytes - keep)
    one.bytes -= given
    one.place!.add(one.owners, -given)
    admit()
  }

  const mayUseReserve = ({ owners, bytes }: Waiting): boolean =>
    bytes <= maxBytes * usualPart && !reserve.isGreedy(owners, bytes) && reserve.fits(bytes)

  /** In order of arrival; who has their part is passed over, one that waits for more room is not. */
  function admit(): void {
    let isBarred = false
    for (let i = 0; i < waiting.length; ) {
      const one = waiting[i]!
      const { owners, bytes } = one
      const isPassed = main.isGreedy(owners, bytes)
      if (!isPassed && !main.fits(bytes)) isBarred = true
      const place = !isPassed && !isBarred ? main : mayUseReserve(one) ? reserve : null
      if (place !== null) {
        waiting.splice(i, 1)
        enter(one, place)
      } else if (isBarred && reserve.isFull) return
      else i++
    }
  }

  return {
    reserve(owners, bytes) {
      return new Promise(resolve => {
        const one: Waiting = {
          owners,
          bytes,
          place: null,
          go: () =>
            resolve((keep = 0) => {
              if (one.bytes > keep) leave(one, keep)
            }),
        }
        waiting.push(one)
        admit()
      })
    },
  }
}

/** Room, and who has how much of it. */
class Place {
  readonly #max: number
  readonly #taken = new Map<string, number>()
  #used = 0

  constructor(max: number) {
    this.#max = max
  }

  /** With nothing else in it, everything does. */
  fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#max
  }

  get isFull(): boolean {
    return this.#used >= this.#max
  }

  isGreedy(owners: readonly Owner[], bytes: number): boolean {
    return owners.some(({ name, part }) => {
      const own = this.#taken.get(name) ?? 0
      return own > 0 && own + bytes > this.#max * part
    })
  }

  add(owners: readonly Owner[], bytes: number): void {
    this.#used += bytes
    for (const { name } of owners) {
      const own = (this.#taken.get(name) ?? 0) + bytes
      if (own > 0) this.#taken.set(name, own)
      else this.#taken.delete(name)
    }
  }
}
