/** Pages beside the API: health, metrics, OpenAPI, documentation, and a status page at /. */
import type { FastifyInstance } from 'fastify'
import type { Route } from '../base/route.ts'
import type { World } from '../world/world.ts'
import { inTime } from './admit.ts'
import type { ApiExtras } from './server.ts'

export interface PagesOptions {
  readonly world: World
  readonly routes: readonly Route[]
  readonly extras: ApiExtras
}

export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { world, extras } = options
  app.get('/healthz', async (_request, reply) => {
    const isUp = await inTime(world, world.db.query('select 1')).then(
      () => true,
      () => false,
    )
    void reply.header('Cache-Control', 'no-store')
    return reply.status(isUp ? 200 : 503).send({ status: isUp ? 'ok' : 'database unavailable' })
  })
  const { metrics } = extras
  if (metrics) {
    app.get('/metrics', async (_request, reply) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics()),
    )
  }
}
