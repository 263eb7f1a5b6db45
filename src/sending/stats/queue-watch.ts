/**
 * How much of each project waits. Counting reads the whole queue, so it is done at most every few
 * seconds on a node, and a twentieth of the time, once for all who look, and only while somebody
 * does.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import {
  type KindDepth,
  kindDepths,
  type QueueDepth,
  queueDepths,
  restsAfterCount,
} from './queue-store.ts'

export interface QueueWatch {
  of(projectId: Uuid): Promise<QueueDepth | null>
}

const cacheTtlMs = 3_000

export function createQueueWatch(world: Pick<World, 'db' | 'clock'>): QueueWatch {
  let counted: Promise<Map<Uuid, QueueDepth>> | undefined
  let countAgainAt = Number.NEGATIVE_INFINITY
  return {
    async of(projectId) {
      const now = world.clock.monotonic()
      if (!counted || now >= countAgainAt) {
        countAgainAt = Number.POSITIVE_INFINITY
        counted = queueDepths(world.db, new Date(world.clock.now())).then(rows => {
          const tookMs = world.clock.monotonic() - now
          countAgainAt = now + Math.max(cacheTtlMs, tookMs * restsAfterCount)
          return new Map(rows.map(row => [row.project_id, row]))
        })
        counted.catch(() => {
          counted = undefined
        })
      }
      return (await counted).get(projectId) ?? null
    },
  }
}

/** What waits, per kind of work. */
export function depthsByKind({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<KindDepth[]> {
  return kindDepths(db, new Date(clock.now()))
}
