/**
 * Which nodes are alive: each says so every few seconds, and the operator's pages list them.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  type Duties,
  findSeen,
  forgetNodes,
  removeNode,
  type SeenNode,
  sayAlive,
  selectDuties,
} from './nodes-store.ts'

interface Presence {
  /** This node has not been able to say so for a while: its other loops will not get on either. */
  isLate(): boolean
  start(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 10_000
/** A node that was heard of within this is alive. */
export const aliveMs = 35_000
/** Two beats have failed, or one has waited for as long. */
const lateMs = 25_000
const forgottenMs = dayMs

/** What each node does that was alive lately. */
export const aliveNodes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<Duties[]> =>
  selectDuties(db, clock.now() - aliveMs)

/** The node heard of last of those alive at one of these instants (ms since 1970); null: none is. */
export const findNodeAt = (sql: Sql, instants: readonly number[]): Promise<SeenNode | null> =>
  findSeen(sql, instants, aliveMs)

/** This node's presence. */
export function createPresence(world: World, hostname: string): Presence {
  const id = world.ids.next()
  const startedAt = world.clock.now()
  const stopping = new AbortController()
  const { MALOTE_ROLES: roles, MALOTE_STREAMS: streams } = world.settings
  let saidAt = world.clock.monotonic()
  let ended: Promise<void> = Promise.resolve()

  async function beat(): Promise<void> {
    const now = world.clock.now()
    await sayAlive(world.db, { id, hostname, roles, streams, startedAt, now })
    await forgetNodes(world.db, now - forgottenMs, now + forgottenMs)
    saidAt = world.clock.monotonic()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await world.clock.sleep(everyMs, stopping.signal).catch(() => undefined)
      if (stopping.signal.aborted) break
      await beat().catch(error =>
        world.log.warn({ error: String(error) }, 'this node could not say that it is alive'),
      )
    }
  }

  return {
    isLate: () => world.clock.monotonic() - saidAt > lateMs,
    async start() {
      await beat()
      ended = run()
    },
    async stop() {
      stopping.abort()
      await ended
      await removeNode(world.db, id).catch(() => undefined)
    },
  }
}
