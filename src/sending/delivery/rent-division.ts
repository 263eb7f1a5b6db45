/**
 * How a lane's limits are divided among the nodes that write to it: whole connections and whole
 * messages a second, which never sum to more than the setting. Each node reads what all hold and
 * works out its own part: it shrinks to its share as soon as somebody else wants more, and grows
 * only into what is free. What a node gives back of a rate counts as its until the others have
 * seen that for a whole window, because what it sent in the last second still fills that second for
 * the receiver. Pure.
 */
export interface LimitPart {
  readonly connections: number
  /** Messages in a window (`LaneLimits`); 0 where the lane has no rate. */
  readonly rate: number
  readonly wantsConnections: number
  readonly wantsRate: number
  /** Ms since 1970. */
  readonly until: number
  /** It had a greater rate before, by an id of that change. */
  readonly was?: Was
}

interface Was {
  readonly id: string
  readonly rate: number
}

export type Parts = Readonly<Record<string, LimitPart>>

/** Limits over all nodes, in whole numbers. */
export interface LaneLimits {
  readonly connections: number
  /** Messages in a window; null: as fast as the connections carry. */
  readonly rate: number | null
  readonly windowMs: number
}

interface Want {
  readonly connections: number
  readonly rate: number
  /** Connections open at the moment: they are given back when they are closed. */
  readonly open: number
}

/** A part is a node's for so long from the moment when it was asked for. */
export const rentMs = 10_000
/** Others leave it alone for so much longer: clocks differ by 2 s at most (boot/watch-database.ts). */
const graceMs = 3_000
/** A node's turn to have one of what is too little for all. */
const rotateMs = 30_000
/** A part that ends later was written by a clock that was wrong. */
const maxAheadMs = 60_000

/** A rate of less than one a second is one in a longer window; of 2.5, two in any second. */
export function laneLimitsOf(limits: { connections: number; perSecond: number }): LaneLimits {
  const { connections, perSecond } = limits
  if (perSecond === 0) return { connections, rate: null, windowMs: 1_000 }
  return {
    connections,
    rate: Math.max(1, Math.floor(perSecond)),
    windowMs: Math.max(1_000, Math.ceil(1_000 / perSecond)),
  }
}

export const isLive = (part: LimitPart, now: number): boolean =>
  part.until + graceMs > now && part.until < now + rentMs + maxAheadMs

interface Division {
  readonly me: string
  readonly parts: Parts
  readonly limits: LaneLimits
  /** Ms since 1970. */
  readonly now: number
  /** A window has passed since it was seen that a node gave something back. */
  readonly isOver: (changeId: string) => boolean
  /** Of what this node may give back now. */
  readonly changeId: string
}

/** What this node holds from now on, and how many connections it goes on to use. */
interface Share {
  readonly part: LimitPart
  /** Fewer than it holds where some have to be closed first. */
  readonly connections: number
}

/** What this node has from now on. */
export function divide({ me, parts, limits, now, isOver, changeId }: Division, want: Want): Share {
  const mine = parts[me]
  const others = Object.entries(parts).filter(([id, part]) => id !== me && isLive(part, now))
  const wants = [
    ...others.map(([id, part]) => ({
      id,
      connections: part.wantsConnections,
      rate: part.wantsRate,
    })),
    { id: me, connections: want.connections, rate: want.rate },
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const turn = Math.floor(now / rotateMs) % wants.length
  const inTurn = [...wants.slice(turn), ...wants.slice(0, turn)].filter(one => one.connections > 0)
  const served = inTurn.slice(0, Math.min(limits.connections, limits.rate ?? inTurn.length))
  const connections = spread(limits.connections, served, one => one.connections).get(me) ?? 0
  const held = heldOf(mine, now)
  const taken = others.reduce((sum, [, part]) => sum + part.connections, 0)
  const free = Math.max(0, limits.connections - taken)
  const isLess = connections < held.connections
  const part = {
    connections: Math.min(free, isLess ? Math.max(connections, want.open) : connections),
    wantsConnections: want.connections,
    wantsRate: want.rate,
    until: now + rentMs,
  }
  const used = Math.min(connections, part.connections)
  if (limits.rate === null) return { part: { ...part, rate: 0 }, connections: used }
  const due = spread(limits.rate, served, one => one.rate).get(me) ?? 0
  const freeRate = limits.rate - others.reduce((sum, [, one]) => sum + takenRate(one, isOver), 0)
  const rate = part.connections === 0 ? 0 : Math.max(0, Math.min(due, freeRate))
  const was = wasOf(mine, { rate, isOver, changeId })
  return { part: { ...part, rate, ...was }, connections: used }
}

/** What an own part is still good for: others do not count it for longer than its grace. */
const heldOf = (mine: LimitPart | undefined, now: number): Pick<LimitPart, 'connections'> =>
  mine && isLive(mine, now) ? mine : { connections: 0 }

const takenRate = ({ rate, was }: LimitPart, isOver: Division['isOver']): number =>
  Math.max(rate, was && !isOver(was.id) ? was.rate : 0)

function wasOf(
  mine: LimitPart | undefined,
  { rate, isOver, changeId }: Pick<Division, 'isOver' | 'changeId'> & { rate: number },
): Pick<LimitPart, 'was'> {
  if (!mine) return {}
  if (mine.rate > rate) return { was: { id: changeId, rate: takenRate(mine, isOver) } }
  return mine.was && !isOver(mine.was.id) ? { was: mine.was } : {}
}

interface Wanting {
  readonly id: string
}

/** Whole numbers that sum to the total at most: to each what it wants, else an equal share. */
function spread<One extends Wanting>(
  total: number,
  all: readonly One[],
  wantOf: (one: One) => number,
): Map<string, number> {
  const got = new Map(all.map(one => [one.id, 0]))
  let open = all.filter(one => wantOf(one) > 0)
  for (let left = total; left > 0 && open.length > 0; ) {
    const each = Math.max(1, Math.floor(left / open.length))
    for (const one of open) {
      const more = Math.min(each, left, wantOf(one) - got.get(one.id)!)
      got.set(one.id, got.get(one.id)! + more)
      left -= more
    }
    open = open.filter(one => got.get(one.id)! < wantOf(one))
  }
  return got
}
