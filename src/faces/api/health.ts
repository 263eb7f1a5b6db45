/**
 * `GET /healthz` and `/readyz`, for whoever sends traffic here: 200 while this node can do its work.
 * It cannot while the database does not answer, takes no writes or has no room for them, while
 * statements wait over connections that have gone silent, while its own loops have made no progress
 * for a while, while it drains, or once it has been told to stop; `/readyz` bears with a database for the seconds that calls wait for it
 * as well. `GET /livez`, for whoever starts it again: 200 as long as it answers,
 * since a new process would not bring a database back.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isWritable } from '#kernel/world/outage.ts'
import type { World } from '#kernel/world/world.ts'
import { inTime } from './admit.ts'

export function mountHealth(
  app: FastifyInstance,
  world: Pick<World, 'clock' | 'db'>,
  ownTrouble: OwnTrouble,
): void {
  const say = (reply: FastifyReply, trouble: string | null): FastifyReply =>
    reply
      .header('Cache-Control', 'no-store')
      .status(trouble === null ? 200 : 503)
      .send({ status: trouble ?? 'ok' })
  /** Since when the database is away, by the monotonic clock. */
  let since: number | null = null
  const isPassing = (trouble: string | null): boolean => {
    if (trouble?.startsWith('database') !== true) {
      since = null
      return false
    }
    const now = world.clock.monotonic()
    since ??= now - (world.db.awayForMs ?? readyAwayMs)
    return now - since < readyAwayMs
  }
  app.get('/healthz', async (_request, reply) => say(reply, await findTrouble(world, ownTrouble)))
  app.get('/readyz', async (_request, reply) => {
    const trouble = await findTrouble(world, ownTrouble)
    return say(reply, isPassing(trouble) ? ownTrouble() : trouble)
  })
  app.get('/livez', (_request, reply) => say(reply, null))
}

/** What keeps the node from its work though the database is well. */
export type OwnTrouble = () => 'no progress' | 'stopping' | 'draining' | null

/** Whoever asks for health asks again, and decides by it whether to ask here at all. */
const patienceMs = 1500

/** Calls wait for a database so long before they fail: a switchover takes no node out of a balancer. */
const readyAwayMs = 5_000

async function findTrouble(
  world: Pick<World, 'clock' | 'db'>,
  ownTrouble: OwnTrouble,
): Promise<string | null> {
  const writable = await inTime(world, isWritable(world.db), patienceMs).catch(() => null)
  if (writable === null || world.db.isStalled === true) return 'database unavailable'
  if (!writable) return 'database takes no writes'
  // Calls do not wait for it, so a balancer hears of it at once.
  if (world.db.isFull === true) return 'disk full'
  return ownTrouble()
}
