/**
 * Pages beside the API: metrics, OpenAPI with its reference page, the documentation, and a status
 * page at / where the dashboard is not served. None of them needs a key, none loads anything from
 * elsewhere.
 */
import type { FastifyInstance } from 'fastify'
import { programVersion } from '#boot/version.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { mountDocs } from './docs.ts'
import { mountHealth, type OwnTrouble } from './health.ts'
import { mayWatch } from './may-watch.ts'
import { openApi } from './openapi.ts'
import { withExamples } from './openapi-examples.ts'
import { describedWebhooks } from './openapi-webhooks.ts'
import { packedSender } from './packed.ts'
import { sendPage } from './plain-page.ts'
import { mountReference } from './reference.ts'

interface PagesOptions {
  readonly world: World
  readonly routes: readonly Route[]
  readonly metrics?: (() => string | Promise<string>) | undefined
  readonly statusPage: boolean
  /** The folder of the built site of docs/; null: plain pages. */
  readonly docsSite: string | null
  readonly ownTrouble: OwnTrouble
}

export async function mountPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { world, metrics } = options
  mountHealth(app, world, options.ownTrouble)
  if (metrics) {
    app.get('/metrics', async ({ raw }, reply) => {
      if (!mayWatch(raw, world.settings)) throw new Refusal('route_not_found')
      return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics())
    })
  }
  await mountOpenApi(app, options)
  mountReference(app, world.settings.MALOTE_BASE_URL)
  const { MALOTE_DOCS_URL: docsUrl } = world.settings
  await app.register(async scope => mountDocs(scope, { docsUrl, site: options.docsSite }))
  if (options.statusPage) {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'Malote', html: statusHtml }))
  }
}

async function mountOpenApi(app: FastifyInstance, { world, routes }: PagesOptions): Promise<void> {
  const { MALOTE_BASE_URL: baseUrl, MALOTE_DOCS_URL: docsUrl } = world.settings
  const version = await programVersion()
  const write = (): string => {
    const about = { baseUrl, docsUrl, version, webhooks: describedWebhooks() }
    return JSON.stringify(withExamples(openApi(routes, about)))
  }
  let document: string | undefined
  const send = packedSender()
  app.get('/v1/openapi.json', (_request, reply) => {
    document ??= write()
    void reply.header('Access-Control-Allow-Origin', '*').type('application/json; charset=utf-8')
    return send(reply, 'openapi.json', document)
  })
}

const statusHtml = `<h1>Malote</h1>
<p>The service is running. Send email with <code>POST /v1/emails</code>; the
<a href="/docs/">documentation</a> and the <a href="/docs/api/">API reference</a> say how.</p>`
