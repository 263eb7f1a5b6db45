/**
 * The public pages of marketing, under the hosts of the project whose they are: forms (`/f/`),
 * confirmations (`/c/`), preferences (`/p/`). A GET changes nothing but figures, for programs follow
 * links before people do.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#kernel/base/languages.ts'
import { inAscii } from '#kernel/routes/ascii-url.ts'
import { imageSourceOf, scriptSourceOf, styleSourceOf } from '#kernel/routes/plain-page.ts'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import type { World } from '#kernel/world/world.ts'
import { isServedAt } from '#sending/domains/page-hosts.ts'
import { mustNotHaveMoved } from '#tenants/accounts/moved/moved.ts'
import { confirmPage } from './confirm-page.ts'
import { consentKeyPage, consentKeyPath } from './consent-key.ts'
import { formPage, notFound } from './form-page.ts'
import { preferencesPage } from './preferences.ts'
import { readForm } from './read-form.ts'
import {
  type HtmlAnswer,
  type PageAnswer,
  type PagesOptions,
  type PublicPage,
  publicAgeSeconds,
  type Visit,
} from './visit.ts'

const maxFormBytes = 64 * 1024
/** What is the same for all may be kept by whoever stands between. */
const publicly = `public, max-age=${publicAgeSeconds}`

const pages: Readonly<Record<string, PublicPage<PagesOptions>>> = {
  '/f/': formPage,
  [tokenPaths.confirm]: confirmPage,
  [tokenPaths.preferences]: preferencesPage,
  [consentKeyPath]: consentKeyPage,
}

export function mountPages(world: World, options: PagesOptions) {
  return (app: FastifyInstance): void => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    )
    for (const [path, page] of Object.entries({ ...pages, ...options.beside })) {
      const handle = async (request: FastifyRequest, reply: FastifyReply) => {
        const visit = await visitOf(request, options)
        const isHere = await isServed(world, visit, page)
        return send(
          reply,
          isHere ? await page.answer(world, visit, options) : notFound(visit.language),
        )
      }
      app.get(`${path}*`, handle)
      app.post(`${path}*`, handle)
    }
  }
}

/** A host shows the pages of its own project, and those that are nobody's. */
async function isServed(
  world: World,
  { host, rest }: Visit,
  page: PublicPage<never>,
): Promise<boolean> {
  const projectId = await page.projectOf(world, rest)
  if (projectId !== 'ours' && projectId !== null) {
    await mustNotHaveMoved(world, 'project', projectId)
  }
  return projectId === 'ours' || (projectId !== null && (await isServedAt(world, host, projectId)))
}

async function visitOf(request: FastifyRequest, { addressOf }: PagesOptions): Promise<Visit> {
  const { raw, headers } = request
  const url = raw.url ?? ''
  const at = url.indexOf('?')
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const form = await readForm(headers['content-type'] ?? '', body)
  return {
    isPost: request.method === 'POST',
    // Some mail programs and people end an address with a slash.
    rest: (request.params as { '*': string })['*'].replace(/\/+$/, ''),
    query: new URLSearchParams(at < 0 ? '' : url.slice(at + 1)),
    form: form ?? new URLSearchParams(),
    isReadable: form !== null || body.length === 0,
    language: (request as FastifyRequest & { language: Language }).language,
    address: addressOf(raw),
    userAgent: (headers['user-agent'] ?? '').slice(0, 500),
    origin: headers.origin ?? null,
    host: headers.host ?? '',
    acceptLanguage: (headers['accept-language'] ?? '').slice(0, 200),
  }
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if ('script' in answer) return sendScript(reply, answer)
  if ('published' in answer) return sendPublished(reply, answer)
  const isOfEverybody = 'isPublic' in answer || 'feed' in answer
  reply.status(answer.status).headers({
    'Cache-Control': isOfEverybody ? publicly : 'no-store, private, max-age=0',
    // Other sites learn nothing; with no-referrer browsers would hide from us that the page is ours.
    'Referrer-Policy': 'same-origin',
    ...(isOfEverybody ? {} : { 'X-Robots-Tag': 'noindex, nofollow' }),
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Language, Origin',
  })
  if ('told' in answer) {
    if (answer.origin !== null) reply.header('Access-Control-Allow-Origin', answer.origin)
    return reply.send(answer.told)
  }
  if ('location' in answer) return reply.header('Location', inAscii(answer.location)).send('')
  if ('feed' in answer) {
    return reply.type('application/rss+xml; charset=utf-8').send(answer.feed)
  }
  if ('json' in answer) {
    return reply
      .header('Content-Disposition', `attachment; filename="${answer.fileName}"`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(answer.json, null, 2))
  }
  return reply
    .header('Content-Security-Policy', answer.isLetter ? letterPolicy : policyOf(answer))
    .type('text/html; charset=utf-8')
    .send(answer.html)
}

const usualAgeSeconds = 3_600

const sendScript = (
  reply: FastifyReply,
  { script, ageSeconds }: Extract<PageAnswer, { readonly script: string }>,
): FastifyReply =>
  reply
    .headers({
      'Cache-Control': `public, max-age=${ageSeconds ?? usualAgeSeconds}`,
      ...(ageSeconds === undefined ? {} : { Vary: 'Accept-Language' }),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    .type('text/javascript; charset=utf-8')
    .send(script)

const sendPublished = (
  reply: FastifyReply,
  { published, type }: Extract<PageAnswer, { readonly published: string }>,
): FastifyReply =>
  reply
    .headers({ 'Cache-Control': publicly, 'X-Content-Type-Options': 'nosniff' })
    .type(type)
    .send(published)

/** An origin of its own without scripts and forms; links lead on, images come from wherever. */
const letterPolicy =
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; ' +
  "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/** Nothing from elsewhere but the project's logo. */
function policyOf({ html, style = {}, formTarget, framedBy }: HtmlAnswer): string {
  return [
    "default-src 'none'",
    `style-src ${styleSourceOf(html)}`,
    ...(framedBy === undefined ? [] : [`script-src ${scriptSourceOf(html)}`]),
    `img-src ${imageSourceOf(style)}`,
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy?.join(' ') ?? "'none'"}`,
  ].join('; ')
}
