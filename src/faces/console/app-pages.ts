/**
 * The built dashboard: files from dashboard/dist under a strict policy, and its start page for every
 * address that is one of its own pages. What belongs to somebody else stays unknown.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { type CookieForm, readCookie } from './csrf.ts'
import { readViews } from './views.ts'

export const builtApp = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

export const hasApp = (root: string): boolean => existsSync(`${root}/index.html`)

/** Nothing from elsewhere, nothing written into the page; styles only because charts set them. */
const appPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const appHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': appPolicy,
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
}

/** Where other parts of the service answer. */
const taken = /^\/(v1|api|docs|healthz|livez|readyz|metrics|resend)(\/|$)/

interface AppOptions {
  readonly root: string
  readonly cookie: CookieForm
  /** What an answer says that is not of the app. */
  readonly protective: Readonly<Record<string, string>>
}

export async function mountApp(
  app: FastifyInstance,
  { root, cookie, protective }: AppOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    // Build tools put the hash of the content into these names.
    setHeaders: (reply, file) => {
      const isHashed = /[\\/]assets[\\/]/.test(file)
      reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(appHeaders)
    if (cookie.isSecure) void reply.header('Strict-Transport-Security', 'max-age=31536000')
  })
  const unknown = (reply: FastifyReply): Refusal => {
    for (const name of Object.keys(appHeaders)) void reply.removeHeader(name)
    void reply.headers(protective)
    return new Refusal('route_not_found')
  }
  const linksOf = readViews(root)
  const sendStart = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const hasSession = readCookie(cookie, request.headers.cookie) !== null
    const links = linksOf(path, hasSession)
    if (links !== null) void reply.header('Link', links)
    return reply.sendFile('index.html')
  }
  app.get('/', (request, reply) => sendStart(request, reply, '/'))
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    if (taken.test(path)) throw unknown(reply)
    // Whatever has an ending is a file; pages have none.
    if (/\.[a-z0-9]+$/i.test(path)) {
      if (/(^|\/)\.|\0/.test(path) || !existsSync(`${root}${path}`)) throw unknown(reply)
      return reply.sendFile(path.slice(1))
    }
    if (!(request.headers.accept ?? '').includes('text/html')) throw unknown(reply)
    return sendStart(request, reply, path)
  })
}
