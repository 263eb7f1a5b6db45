/**
 * Pages beside the API: metrics, OpenAPI with its reference page, the documentation in
 * docs/, and a status page at / where the dashboard is not served. None of them needs a key, none
 * loads anything from elsewhere.
 */
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { programVersion } from '#boot/version.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { mountHealth, type OwnTrouble } from './health.ts'
import { escapeHtml, renderMarkdown } from './markdown.ts'
import { mayWatch } from './may-watch.ts'
import { openApi } from './openapi.ts'
import { mountReference } from './reference.ts'
import { stylesheet } from './stylesheet.ts'

interface PagesOptions {
  readonly world: World
  readonly routes: readonly Route[]
  readonly metrics?: (() => string | Promise<string>) | undefined
  readonly statusPage: boolean
  readonly ownTrouble: OwnTrouble
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Text and one stylesheet; nothing can run. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
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
  mountDocs(app)
  if (options.statusPage) {
    app.get('/', (_request, reply) => sendPage(reply, { title: 'Malote', html: statusHtml }))
  }
}

async function mountOpenApi(app: FastifyInstance, { world, routes }: PagesOptions): Promise<void> {
  const { MALOTE_BASE_URL: baseUrl, MALOTE_DOCS_URL: docsUrl } = world.settings
  const version = await programVersion()
  const write = (): string => JSON.stringify(openApi(routes, { baseUrl, docsUrl, version }))
  let document: string | undefined
  app.get('/v1/openapi.json', (_request, reply) => {
    document ??= write()
    return reply
      .header('Access-Control-Allow-Origin', '*')
      .type('application/json; charset=utf-8')
      .send(document)
  })
}

function mountDocs(app: FastifyInstance): void {
  app.get('/docs/style.css', (_request, reply) =>
    reply.header('Cache-Control', 'max-age=3600').type('text/css; charset=utf-8').send(stylesheet),
  )
  // Relative links of the index need the slash.
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', (_request, reply) => sendDoc(reply, 'README.md'))
  app.get<{ Params: { name: string } }>('/docs/:name', ({ params }, reply) =>
    sendDoc(reply, `${params.name}.md`),
  )
  app.get<{ Params: { name: string } }>('/docs/decisions/:name', ({ params }, reply) =>
    sendDoc(reply, `decisions/${params.name}.md`),
  )
  app.get<{ Params: { name: string } }>('/docs/pt/:name', ({ params }, reply) =>
    sendDoc(reply, `pt/${params.name}.md`, 'pt-BR'),
  )
}

async function sendDoc(
  reply: FastifyReply,
  file: string,
  language: PageLanguage = 'en',
): Promise<FastifyReply> {
  if (!/^((decisions|pt)\/)?[\w-]+\.md$/.test(file)) throw new Refusal('route_not_found')
  const source = await fs.readFile(path.join(root, 'docs', file), 'utf8').catch(() => null)
  if (source === null) throw new Refusal('route_not_found')
  return sendPage(reply, renderMarkdown(source), language)
}

type PageLanguage = 'en' | 'pt-BR'

function sendPage(
  reply: FastifyReply,
  { title, html }: { title: string; html: string },
  language: PageLanguage = 'en',
) {
  return reply
    .headers({
      'Content-Security-Policy': pagePolicy,
      'Content-Language': language,
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/malote.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<nav aria-label="Documentation"><a href="/docs/">Malote</a> ${links}</nav>
<main>
${html}
</main>
</body>
</html>
`)
}

const links = [
  ['/docs/quick-start', 'Quick start'],
  ['/docs/api/', 'API reference'],
  ['/docs/test-mode', 'Test mode'],
  ['/docs/events', 'Events'],
  ['/docs/webhooks', 'Webhooks'],
  ['/docs/errors', 'Errors'],
  ['/docs/going-live', 'Going live'],
]
  .map(([to, words]) => `<a href="${to}">${words}</a>`)
  .join(' ')

const statusHtml = `<h1>Malote</h1>
<p>The service is running. Send email with <code>POST /v1/emails</code>; the
<a href="/docs/">documentation</a> and the <a href="/docs/api/">API reference</a> say how.</p>`
