/**
 * `GET /healthz`, for whoever sends traffic here: 200 while this node can do its work. It cannot
 * while the database does not answer or takes no writes, while statements wait over connections that
 * have gone silent, or while its own loops have made no progress for a while.
 */
import type { FastifyInstance } from 'fastify'
import type { World } from '#kernel/world/world.ts'
import { inTime } from './admit.ts'
import { isWritable } from './health-store.ts'

export function mountHealth(
  app: FastifyInstance,
  world: Pick<World, 'clock' | 'db'>,
  makesProgress: () => boolean,
): void {
  app.get('/healthz', async (_request, reply) => {
    const trouble = await findTrouble(world, makesProgress)
    void reply.header('Cache-Control', 'no-store')
    return reply.status(trouble === null ? 200 : 503).send({ status: trouble ?? 'ok' })
  })
}

/** Whoever asks for health asks again, and decides by it whether to ask here at all. */
const patienceMs = 1500

async function findTrouble(
  world: Pick<World, 'clock' | 'db'>,
  makesProgress: () => boolean,
): Promise<string | null> {
  const writable = await inTime(world, isWritable(world.db), patienceMs).catch(() => null)
  if (writable === null || world.db.isStalled === true) return 'database unavailable'
  if (!writable) return 'database takes no writes'
  return makesProgress() ? null : 'no progress'
}
