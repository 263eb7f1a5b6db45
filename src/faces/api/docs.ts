/**
 * The documentation: the pages of docs/ under /docs, each as Markdown, too, `llms.txt`, the index
 * for programs that read, and the collection of calls. Where the site was built (scripts/site.ts)
 * people get that, with search and a dark theme; else plain pages. Neither needs a key or loads
 * anything from elsewhere.
 */
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { languageOf } from '#kernel/base/languages.ts'
import { renderMarkdown } from './markdown.ts'
import { packedSender, type SendPacked } from './packed.ts'
import { plainPage, sendPage, withHeaders } from './plain-page.ts'
import { stylesheet } from './stylesheet.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const builtSite = path.join(root, 'site/dist')

/** null: it was not built, as in a clone. */
export const siteOfDocs = (): string | null =>
  existsSync(path.join(builtSite, 'index.html')) ? builtSite : null

interface DocsOptions {
  /** Where these pages are, as others see it. */
  readonly docsUrl: string
  /** The folder of the built site. */
  readonly site: string | null
}

/** Sends the page of a file of docs/ to people, or refuses. */
type SendDoc = (reply: FastifyReply, file: string) => Promise<FastifyReply>

export async function mountDocs(app: FastifyInstance, { docsUrl, site }: DocsOptions) {
  const send = packedSender()
  app.setErrorHandler(answerReaders)
  app.get('/docs/*', () => {
    throw new Refusal('route_not_found')
  })
  app.get('/docs/style.css', (_request, reply) => {
    void reply.header('Cache-Control', 'max-age=3600').type('text/css; charset=utf-8')
    return send(reply, 'style.css', stylesheet)
  })
  app.get('/docs/collection.json', async (_request, reply) => {
    const name = 'malote.postman_collection.json'
    void reply.header('Content-Disposition', `attachment; filename="${name}"`)
    const collection = await sourceOf('collection.json')
    return send(reply.type('application/json; charset=utf-8'), 'collection.json', collection)
  })
  mountIndexes(app, docsUrl, send)
  if (site === null) mountPages(app, send, plainSender(send))
  else await mountSite(app, site, send)
}

/** Whoever reads gets a page that leads on; programs, and all else, what is always answered. */
function answerReaders(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { accept, 'accept-language': asked } = request.headers
  const isNowhere = error instanceof Refusal && error.code === 'route_not_found'
  if (!isNowhere || !/\btext\/html\b/.test(accept ?? '')) throw error
  const isPortuguese = /^\/docs\/pt(\/|$)/.test(request.url) || languageOf(asked) === 'pt'
  const language = isPortuguese ? 'pt-BR' : 'en'
  return sendPage(reply.code(404), nowhere[language], language)
}

const nowhere = {
  en: {
    title: 'No such page',
    html: '<h1>There is no such page</h1>\n<p><a href="/docs/">All pages</a> lists those that there are.</p>',
  },
  'pt-BR': {
    title: 'Página não encontrada',
    html: '<h1>Esta página não existe</h1>\n<p>As que existem estão em <a href="/docs/pt/">todas as páginas</a>.</p>',
  },
} as const

function mountPages(app: FastifyInstance, send: SendPacked, sendDoc: SendDoc): void {
  // Relative links of an index need the slash.
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/pt', (_request, reply) => reply.redirect('/docs/pt/', 308))
  app.get('/docs/', (_request, reply) => sendDoc(reply, 'README.md'))
  app.get('/docs/pt/', (_request, reply) => sendDoc(reply, 'pt/README.md'))
  for (const folder of ['pictures/', 'pt/pictures/']) {
    app.get<{ Params: { name: string } }>(`/docs/${folder}:name`, async ({ params }, reply) => {
      if (!/^[\w-]+\.svg$/.test(params.name)) throw new Refusal('route_not_found')
      const picture = await sourceOf(`${folder}${params.name}`)
      void reply.header('Content-Security-Policy', picturePolicy).type('image/svg+xml')
      return send(reply, `${folder}${params.name}`, picture)
    })
  }
  for (const folder of ['', 'decisions/', 'pt/', 'pt/decisions/']) {
    app.get<{ Params: { name: string } }>(`/docs/${folder}:name`, ({ params: { name } }, reply) => {
      if (!/^[\w-]+(\.md)?$/.test(name)) throw new Refusal('route_not_found')
      return name.endsWith('.md')
        ? sendMarkdown(reply, `${folder}${name}`, send)
        : sendDoc(reply, `${folder}${name}.md`)
    })
  }
}

/** Opened by itself, it is a page that has styles of its own and nothing else. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

async function sendMarkdown(
  reply: FastifyReply,
  file: string,
  send: SendPacked,
): Promise<FastifyReply> {
  const source = await sourceOf(file)
  return send(reply.type('text/markdown; charset=utf-8'), file, source)
}

const plainSender =
  (send: SendPacked): SendDoc =>
  async (reply, file) => {
    const language = file.startsWith('pt/') ? 'pt-BR' : 'en'
    const page = plainPage(renderMarkdown(await sourceOf(file)), language)
    return send(withHeaders(reply, language), `page ${file}`, page)
  }

async function sourceOf(file: string): Promise<string> {
  const source = await fs.readFile(path.join(root, 'docs', file), 'utf8').catch(() => null)
  if (source === null) throw new Refusal('route_not_found')
  return source
}

/** The one style that the site writes by itself: nothing moves while the theme changes. */
const styleOfTurning = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='"

/** Scripts are its own files; of styles also what stands at an element, as for menus. */
const sitePolicy =
  `default-src 'none'; script-src 'self'; style-src 'self' ${styleOfTurning}; ` +
  "style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

async function mountSite(app: FastifyInstance, site: string, send: SendPacked): Promise<void> {
  await app.register(fastifyStatic, {
    root: site,
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      // Their names hold the hash of what is in them.
      const isHashed = /[\\/]assets[\\/].*\.[\w-]{8,}\.(lean\.)?\w+(\.(br|gz))?$/.test(file)
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/docs/assets/*', ({ params }, reply) =>
    reply.sendFile(`assets/${params['*']}`),
  )
  for (const file of ['vp-icons.css', 'hashmap.json']) {
    app.get(`/docs/${file}`, (_request, reply) => reply.sendFile(file))
  }
  mountPages(app, send, async (reply, file) => {
    const page = file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')
    if (!existsSync(path.join(site, page))) throw new Refusal('route_not_found')
    return reply
      .headers({
        'Content-Security-Policy': sitePolicy,
        'Content-Language': file.startsWith('pt/') ? 'pt-BR' : 'en',
      })
      .sendFile(page)
  })
}

/** https://llmstxt.org: the index as Markdown, its links to pages that are Markdown themselves. */
function mountIndexes(app: FastifyInstance, docsUrl: string, sendPacked: SendPacked): void {
  const send = async (reply: FastifyReply, folder: string) => {
    const index = await sourceOf(`${folder}README.md`)
    const text = forPrograms(index, `${docsUrl}/${folder}`)
    return sendPacked(reply.type('text/plain; charset=utf-8'), `index ${folder}`, text)
  }
  app.get('/llms.txt', (_request, reply) => send(reply, ''))
  app.get('/docs/llms.txt', (_request, reply) => send(reply, ''))
  app.get('/docs/pt/llms.txt', (_request, reply) => send(reply, 'pt/'))
}

const forPrograms = (index: string, url: string): string =>
  index
    .replace(/^# .*$/m, '# Malote')
    .replaceAll(/\]\(([^()\s]+)\)/g, (_all, link: string) => `](${new URL(link, url).href})`)
