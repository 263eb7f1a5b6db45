/**
 * Room for what is large: bytes that may be in memory at a time, however many come at once. Who
 * would not fit waits his turn. One party takes at most half of it, so that a slow or greedy one
 * leaves the others theirs; alone in the room, even the largest fits.
 */
export interface Room {
  /** Resolves once there is room for so many bytes; call what it gives to leave. */
  enter(party: string, bytes: number): Promise<Leave>
}

/** Leaves; with `keep`, all but so many bytes of what was taken, to leave for good later. */
export type Leave = (keep?: number) => void

/** What one call has taken of a room, or will; nothing where it turned out to be small. */
export interface Seat {
  take(bytes: number): Promise<void>
  /** Also gives back what is still being waited for. */
  leave(): void
}

export function seatIn(room: Room, party: string): Seat {
  let isOver = false
  const leaves: (() => void)[] = []
  return {
    async take(bytes) {
      const leave = await room.enter(party, bytes)
      if (isOver) leave()
      else leaves.push(leave)
    },
    leave() {
      isOver = true
      for (const leave of leaves.splice(0)) leave()
    },
  }
}

interface Waiting {
  readonly party: string
  bytes: number
  readonly go: () => void
}

export function createRoom(mostBytes: number): Room {
  const taken = new Map<string, number>()
  const waiting: Waiting[] = []
  let used = 0

  const isGreedy = ({ party, bytes }: Waiting): boolean => {
    const own = taken.get(party) ?? 0
    return own > 0 && own + bytes > mostBytes / 2
  }

  function take(one: Waiting): void {
    used += one.bytes
    taken.set(one.party, (taken.get(one.party) ?? 0) + one.bytes)
    one.go()
  }

  function leave(one: Waiting, keep: number): void {
    const given = Math.max(0, one.bytes - keep)
    one.bytes -= given
    used -= given
    const left = taken.get(one.party)! - given
    if (left > 0) taken.set(one.party, left)
    else taken.delete(one.party)
    admit()
  }

  /** In their order; whoever exceeds his own share is passed over, whoever waits for all is not. */
  function admit(): void {
    for (let i = 0; i < waiting.length; ) {
      const one = waiting[i]!
      if (isGreedy(one)) {
        i++
        continue
      }
      if (used > 0 && used + one.bytes > mostBytes) return
      waiting.splice(i, 1)
      take(one)
    }
  }

  return {
    enter(party, bytes) {
      return new Promise(resolve => {
        const one: Waiting = {
          party,
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

/** One room for each owner, for example for each running service. */
export function roomsOf(mostBytes: number): (owner: object) => Room {
  const rooms = new WeakMap<object, Room>()
  return owner => {
    const room = rooms.get(owner) ?? createRoom(mostBytes)
    rooms.set(owner, room)
    return room
  }
}
