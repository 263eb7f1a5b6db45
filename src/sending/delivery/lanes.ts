/**
 * How all nodes shape their deliveries: each says so beside being alive, the slowed and the busiest
 * lanes of it. What they say is up to ten seconds old; a node that is gone is left out.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { isAlive, listNodes } from '#platform/queue/nodes.ts'
import type { GroupStatus } from './shape.ts'

/** A lane as one node shapes it. */
interface NodeLane extends GroupStatus {
  readonly hostname: string
}

/** Said by one node. */
const maxSaid = 100

/** The lanes that matter most: paused, slowed, then the busiest. */
export const lanesToTell = (lanes: readonly GroupStatus[]): readonly GroupStatus[] =>
  lanes
    .toSorted(
      (a, b) =>
        (b.pausedUntil ?? 0) - (a.pausedUntil ?? 0) || a.factor - b.factor || b.inHand - a.inHand,
    )
    .slice(0, maxSaid)

/** A lane over all nodes: as slow as where it is slowest, with what all have in hand. */
export interface LaneOfNodes extends GroupStatus {
  /** The nodes that write to it. */
  readonly nodes: readonly NodeLane[]
}

/** Those of this node as they are now, those of others as they said last. */
export async function lanesOfNodes(
  world: Pick<World, 'db' | 'clock'>,
  own: {
    readonly id: Uuid | null
    readonly hostname: string
    readonly lanes: readonly GroupStatus[]
  },
): Promise<LaneOfNodes[]> {
  const others = (await listNodes(world)).filter(one => one.id !== own.id && isAlive(world, one))
  const all = [own, ...others].flatMap(({ hostname, lanes }): NodeLane[] =>
    Array.isArray(lanes) ? lanes.map((lane: GroupStatus) => ({ ...lane, hostname })) : [],
  )
  return [...Map.groupBy(all, ({ key }) => key).values()].map(mergeLane)
}

function mergeLane(nodes: readonly NodeLane[]): LaneOfNodes {
  const { hostname: _hostname, ...first } = nodes[0]!
  const sum = (of: 'inHand' | 'slowReplies' | 'replies') => nodes.reduce((n, one) => n + one[of], 0)
  const pauses = nodes.flatMap(({ pausedUntil }) => pausedUntil ?? [])
  const because = nodes.flatMap(one => one.because ?? []).toSorted((a, b) => b.at - a.at)[0]
  return {
    ...first,
    factor: Math.min(...nodes.map(({ factor }) => factor)),
    inHand: sum('inHand'),
    slowReplies: sum('slowReplies'),
    replies: sum('replies'),
    pausedUntil: pauses.length === 0 ? null : Math.max(...pauses),
    because: because ?? null,
    nodes,
  }
}
