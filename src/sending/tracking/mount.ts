/**
 * The links of marketing mail, under the hosts of the project whose they are: the opening image,
 * clicks, and unsubscribing. A click leads only where its token says; a GET never unsubscribes, for programs
 * follow links before people do.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { inAscii } from '#kernel/routes/ascii-url.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import { imageSourceOf, styleSourceOf } from '#kernel/routes/plain-page.ts'
import type { Mode } from '#kernel/routes/route.ts'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import type { World } from '#kernel/world/world.ts'
import { mustNotHaveMoved } from '#tenants/accounts/moved/moved.ts'
import { isServedAt, mayLeaveAt } from '../domains/page-hosts.ts'
import { createEngagement, type EngagementRecorder } from './engagement.ts'
import { type LinkContent, type LinkPurpose, openAddressed } from './link-token.ts'
import type { Engagement } from './machine.ts'
import { askPage, brokenPage, donePage, ownLook, type PageLook } from './page.ts'
import { type LeaveByLetter, maskedAddress, readOneClick, unsubscribe } from './unsubscribe.ts'

interface TrackingOptions {
  /** Behind the tokens. */
  readonly secret: Buffer
  /** Where a request comes from: proxies of ours are no callers. */
  readonly addressOf: (request: FastifyRequest['raw']) => string
  readonly leave?: LeaveByLetter
  /** How a project's pages look and speak, if not as ours. */
  readonly look?: (projectId: Uuid, language: Language) => Promise<PageLook>
  /** Where a click leads, if not where the letter says. */
  readonly target?: (link: ClickedLink) => Promise<string>
}

interface ClickedLink {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly url: string
}

export interface Tracking {
  readonly engagement: EngagementRecorder
  /** For `ApiExtras.mount`. */
  mount(app: FastifyInstance): void
}

/** A transparent GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const maxFormBytes = 16 * 1024
const policyOf = (page: string, style: PageStyle): string =>
  `default-src 'none'; style-src ${styleSourceOf(page)}; img-src ${imageSourceOf(
    style,
  )}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function createTracking(world: World, options: TrackingOptions): Tracking {
  const engagement = createEngagement(world)
  const { linkOf, leavingOf } = linkReader(world, options.secret)
  const lookOf = (request: FastifyRequest, { projectId }: LinkContent): Promise<PageLook> => {
    const language = languageOf(request)
    const own = ownLook(language)
    // Who leaves has left: how the page looks keeps nobody from being told so.
    return options.look?.(projectId, language).catch(() => own) ?? Promise.resolve(own)
  }
  const noteEngagement = (
    request: FastifyRequest,
    type: Engagement['type'],
    link: LinkContent,
  ): void => engagement.note(link, engagementOf(request, type, options.addressOf))

  return {
    engagement,
    mount(app) {
      // Tokens are longer than the parameters of other paths; a wildcard has no limit of its own.
      app.get(`${tokenPaths.open}*`, async (request, reply) => {
        const link = await linkOf(request, 'open')
        if (link) noteEngagement(request, 'opened', link)
        return unkept(reply, link ? 200 : 404)
          .type('image/gif')
          .send(pixel)
      })
      app.get(`${tokenPaths.click}*`, async (request, reply) => {
        const link = await linkOf(request, 'click')
        if (!link) return broken(request, reply)
        noteEngagement(request, 'clicked', link)
        const { projectId, emailId, about: url } = link
        const target = (await options.target?.({ projectId, emailId, url })) ?? url
        return unkept(reply, 302).header('Location', inAscii(target)).send('')
      })
      app.get(`${tokenPaths.unsubscribe}*`, async (request, reply) => {
        const found = await leavingOf(request)
        if (!found) return broken(request, reply)
        const look = await lookOf(request, found.link)
        const html = askPage(look, maskedAddress(found.link.about))
        return sendPage(reply, { status: 200, html, look })
      })
      mountPost(app, async (request, reply) => {
        const found = await leavingOf(request)
        if (!found) return broken(request, reply)
        const { link, mode } = found
        const shown = maskedAddress(link.about)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const leaving = await readOneClick(request.headers['content-type'] ?? '', body)
        if (leaving === null) {
          const look = await lookOf(request, link)
          return sendPage(reply, { status: 400, html: askPage(look, shown), look })
        }
        const left = await unsubscribe(world, link, { ...leaving, mode }, options.leave)
        const look = await lookOf(request, link)
        return sendPage(reply, { status: 200, html: donePage(look, shown, left), look })
      })
    },
  }
}

/** The tokens of requests, under hosts of the projects whose they are alone. */
function linkReader(world: World, secret: Buffer) {
  const tokenOf = (request: FastifyRequest, purpose: LinkPurpose): LinkContent | null =>
    // Some gateways and people end an address with a slash.
    openAddressed(secret, purpose, (request.params as { '*': string })['*'].replace(/\/+$/, ''))
  const linkOf = async (
    request: FastifyRequest,
    purpose: LinkPurpose,
  ): Promise<LinkContent | null> => {
    const link = tokenOf(request, purpose)
    if (link !== null) await mustNotHaveMoved(world, 'project', link.projectId)
    return link && (await isServedAt(world, hostOf(request), link.projectId)) ? link : null
  }
  const leavingOf = async (request: FastifyRequest): Promise<Leaving | null> => {
    const live = tokenOf(request, 'unsubscribe')
    const link = live ?? tokenOf(request, 'unsubscribe_test')
    if (link !== null) await mustNotHaveMoved(world, 'project', link.projectId)
    if (link === null || !(await mayLeaveAt(world, hostOf(request), link.projectId))) return null
    return { link, mode: live === null ? 'test' : 'live' }
  }
  return { linkOf, leavingOf }
}

interface Leaving {
  readonly link: LinkContent
  readonly mode: Mode
}

const hostOf = (request: FastifyRequest): string => request.headers.host ?? ''

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function mountPost(app: FastifyInstance, handler: Handler): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, body),
  )
  app.post(`${tokenPaths.unsubscribe}*`, handler)
}

function engagementOf(
  { raw, headers, method }: FastifyRequest,
  type: Engagement['type'],
  addressOf: TrackingOptions['addressOf'],
): Engagement {
  const purpose = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map(name => headers[name] ?? '')
  return {
    type,
    method,
    userAgent: (headers['user-agent'] ?? '').slice(0, 500),
    address: addressOf(raw),
    purpose: purpose.join(' '),
  }
}

const languageOf = (request: FastifyRequest): Language =>
  (request as FastifyRequest & { language: Language }).language

/** Asked for anew each time, or later openings would not be seen. */
function unkept(reply: FastifyReply, status: number): FastifyReply {
  return reply.status(status).headers({
    'Cache-Control': 'no-store, private, max-age=0',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  })
}

interface SentPage {
  readonly status: number
  readonly html: string
  readonly look?: Pick<PageLook, 'style'>
}

function sendPage(reply: FastifyReply, { status, html, look }: SentPage): FastifyReply {
  const policy = policyOf(html, look?.style ?? {})
  return unkept(reply, status)
    .headers({ 'Content-Security-Policy': policy, Vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(html)
}

const broken = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPage(reply, { status: 404, html: brokenPage(languageOf(request)) })
