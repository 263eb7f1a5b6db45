/**
 * The memory budget for large content: how many bytes may be held at a time, however many requests
 * come at once. A request that does not fit waits for its turn. One tenant takes at most half, so
 * that a slow or greedy one leaves the rest to others; with nobody else there, even the largest fits.
 */
export interface MemoryBudget {
  /** Resolves once there is room for so many bytes; call what it gives to leave. */
  reserve(tenant: string, bytes: number): Promise<Release>
}

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
      const leave = await budget.reserve(tenant, bytes)
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
  readonly tenant: string
  bytes: number
  readonly go: () => void
}

export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const taken = new Map<string, number>()
  const waiting: Waiting[] = []
  let used = 0

  const isGreedy = ({ tenant, bytes }: Waiting): boolean => {
    const own = taken.get(tenant) ?? 0
    return own > 0 && own + bytes > maxBytes / 2
  }

  function take(one: Waiting): void {
    used += one.bytes
    taken.set(one.tenant, (taken.get(one.tenant) ?? 0) + one.bytes)
    one.go()
  }

  function leave(one: Waiting, keep: number): void {
    const given = Math.max(0, one.bytes - keep)
    one.bytes -= given
    used -= given
    const left = taken.get(one.tenant)! - given
    if (left > 0) taken.set(one.tenant, left)
    else taken.delete(one.tenant)
    admit()
  }

  /** In order of arrival; a tenant over its own share is passed over, one that waits for all is not. */
  function admit(): void {
    for (let i = 0; i < waiting.length; ) {
      const one = waiting[i]!
      if (isGreedy(one)) {
        i++
        continue
      }
      if (used > 0 && used + one.bytes > maxBytes) return
      waiting.splice(i, 1)
      take(one)
    }
  }

  return {
    reserve(tenant, bytes) {
      return new Promise(resolve => {
        const one: Waiting = {
          tenant,
          bytes,
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
