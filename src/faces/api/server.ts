/**
 * The HTTP server. Fastify finds the route and keeps the connection; everything after that is ours
 * (serve.ts), because the order of checks is a promise (docs/contract.md#order-of-checks) and its
 * defaults coerce, strip and answer 405, 413 and 415, which no caller of ours ever sees.
 */
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { type Language, languageOf } from '#kernel/base/languages.ts'
import type { Route } from '#kernel/routes/route.ts'
import { type FoundRoute, type RouteTable, routeTable } from '#kernel/routes/route-table.ts'
import type { World } from '#kernel/world/world.ts'
import { sharedIdempotency } from '#platform/idempotency/idempotency.ts'
import type { AnsweredCall } from '#sending/stats/metrics.ts'
import { AtOtherCell } from '#tenants/accounts/moved/moved.ts'
import { sharedRate } from '#tenants/limits/rate.ts'
import { type Authenticator, createAuthenticator, type SetHeaders } from './admit.ts'
import { isBrokenOff } from './body.ts'
import { envelope, faultOf, refusalOf, statusOf, unavailableOf } from './envelope.ts'
import { handOver } from './hand-over.ts'
import type { OwnTrouble } from './health.ts'
import { type AnsweredRequest, watchCall } from './logged-call.ts'
import { answerMalformed } from './malformed.ts'
import { mountPages } from './pages.ts'
import { protection } from './protection.ts'
import {
  type CompiledRoute,
  compileRoute,
  type ServeContext,
  serve,
  type WireAnswer,
} from './serve.ts'
import { pathOf, routedUrl, type Surface, surfaceAt, surfaceMeantBy } from './surface.ts'
import { traceCall } from './traced-call.ts'

export interface ApiExtras {
  readonly surfaces?: readonly Surface[]
  /** Adds what is not the public API: dashboard, tracking. Each in a context of its own. */
  readonly mount?: readonly ((app: FastifyInstance) => void | Promise<void>)[]
  /** The text at /metrics; without it there is no such page. */
  readonly metrics?: () => string | Promise<string>
  /** Called with each answer of the public API, for the metrics. */
  readonly observe?: (answered: AnsweredCall) => void
  /** Serves a page at / where the dashboard does not; default true. */
  readonly statusPage?: boolean
  /** The folder of the built site of docs/; default: none, plain pages. */
  readonly docsSite?: string | null
  /** What /healthz says of this node itself; default: nothing is wrong. */
  readonly ownTrouble?: OwnTrouble
}

export interface Api {
  /** Resolves with the port once connections are taken. */
  listen(port: number, host?: string): Promise<number>
  /** Serves whoever is at the other end of a connection that was taken elsewhere. */
  take(connection: Duplex): void
  /** Takes no more connections and resolves when the running calls are answered. */
  close(): Promise<void>
  /** A call without a socket, for tests. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
}

declare module 'fastify' {
  interface FastifyRequest {
    language: Language
    /** Of the table of its part of the server; null where there is none. */
    found: FoundRoute<unknown> | null
  }
}

/** Headers must have come by then, and a connection that says nothing is closed. */
const headersTimeoutMs = 10_000
/** For a whole request, however slow; the pace of its body is watched by body.ts. */
const requestTimeoutMs = 300_000
const maxHeaderBytes = 16 * 1024
/** For the rest of a body that is not wanted, once its request is answered. */
const lingerMs = 10_000
export function createApi(world: World, routes: readonly Route[], extras: ApiExtras = {}): Api {
  const protective = protection(world.settings)
  const { surfaces = [] } = extras
  const surfaceOf = (request: FastifyRequest) => surfaceAt(request.raw.url ?? '', surfaces)
  const refusalFor = (request: FastifyRequest) =>
    surfaceOf(request) ?? surfaceMeantBy(request.raw.url ?? '', surfaces)
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: maxHeaderBytes },
    rewriteUrl: raw => routedUrl(raw, surfaces),
    genReqId: () => show('req', world.ids.next()),
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // What still comes over an open connection while we stop is answered, and the connection closed.
    return503OnClosing: false,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 2000,
      maxHeaderSize: maxHeaderBytes,
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerMalformed(world, error, socket),
    frameworkErrors: (_error, request, reply) => {
      const incoming = request as FastifyRequest
      greet(incoming, reply as FastifyReply, protective)
      void refuseUnknown(context, incoming, reply as FastifyReply, surfaceOf(incoming))
    },
  })
  // An expectation that nobody knows is ignored rather than answered by 417.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.decorateRequest('language', 'pt')
  app.decorateRequest('found', null)
  const context: ServerContext = {
    world,
    authenticator: createAuthenticator(world, world.runtime.get(sharedRate, world)),
    idempotency: world.runtime.get(sharedIdempotency, world),
  }
  refuseWhatIsUnknown(app, context, { protective, surfaceOf, refusalFor })
  // A caller that was answered before its body was read may finish sending it, but not for ever.
  app.addHook('onResponse', ({ raw }, _reply, next) => {
    next()
    boundRest(world, raw)
  })
  for (const surface of [{ routes }, ...surfaces]) {
    void app.register(async scope => mountSurface(scope, { context, surface, extras }))
  }
  const { metrics, statusPage = true, docsSite = null, ownTrouble = () => null } = extras
  const pages = { world, routes, metrics, statusPage, docsSite, ownTrouble }
  void app.register(async scope => mountPages(scope, pages))
  for (const mount of extras.mount ?? []) void app.register(async scope => mount(scope))

  return {
    async listen(port, host = '') {
      await app.listen({ port, ...(host === '' ? { host: '::' } : { host }) })
      outliveErrors(world, app)
      return (app.server.address() as AddressInfo).port
    },
    take: connection => void app.server.emit('connection', connection),
    close: () => app.close(),
    inject: request => app.inject(request),
  }
}

interface Refusing {
  readonly protective: Readonly<Record<string, string>>
  readonly surfaceOf: (request: FastifyRequest) => Surface | undefined
  /** In which shape what has no route is refused. */
  readonly refusalFor: (request: FastifyRequest) => Surface | undefined
}

/** What has no route, and what was thrown, in the shape of the surface that was asked. */
function refuseWhatIsUnknown(
  app: FastifyInstance,
  context: ServerContext,
  { protective, surfaceOf, refusalFor }: Refusing,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    greet(request, reply, protective)
    // Before Fastify looks at the body: an unknown path is 404 whatever comes with it.
    const surface = surfaceOf(request)
    // Below a surface there is nothing else, such as pages that answer to any path.
    const isForeign = surface && !request.routeOptions.url?.startsWith(`${surface.under}/`)
    if (request.is404 || isForeign) {
      refuseUnknown(context, request, reply, refusalFor(request)).catch(next)
    } else next()
  })
  app.setNotFoundHandler((request, reply) =>
    refuseUnknown(context, request, reply, refusalFor(request)),
  )
  app.setErrorHandler((error, request, reply) => {
    const isUnknown = error instanceof Refusal && error.code === 'route_not_found'
    if (isUnknown) return refuseUnknown(context, request, reply, refusalFor(request))
    answerThrown(context.world, { request, reply }, error, surfaceOf(request))
    return reply
  })
}

/** A connection that cannot be taken (no descriptor, no memory) is an event of the server. */
function outliveErrors({ log }: World, { server }: FastifyInstance): void {
  server.on('error', error => {
    log.warn({ error: String(error) }, 'a connection could not be taken')
  })
}

function boundRest({ clock }: World, raw: IncomingMessage): void {
  // Absent where there is no socket (inject).
  if (raw.complete !== false || raw.socket.destroyed) return
  const timer = clock.timer(lingerMs, () => raw.destroy())
  const { socket } = raw
  const over = () => {
    timer.cancel()
    // The connection outlives the call: what listens to it must not pile up.
    raw.off('end', over)
    socket.off('close', over)
  }
  raw.on('end', over)
  socket.on('close', over)
}

function greet(
  request: FastifyRequest,
  reply: FastifyReply,
  protective: Readonly<Record<string, string>>,
): void {
  request.language = languageOf(request.headers['accept-language'])
  void reply.headers(protective)
  void reply.headers({ 'Request-Id': request.id, 'Content-Language': request.language })
}

/** Here a key can be told its rate also where there is no route. */
interface ServerContext extends ServeContext {
  readonly authenticator: Authenticator
}

interface Mounting {
  readonly context: ServerContext
  readonly surface: Surface
  readonly extras: ApiExtras
}

const tables = new WeakMap<readonly Route[], RouteTable<CompiledRoute>>()

/** Made once for all services of this process. */
function tableOf(routes: readonly Route[]): RouteTable<CompiledRoute> {
  const known = tables.get(routes)
  if (known !== undefined) return known
  const table = routeTable(
    routes.map(one => ({ method: one.method, path: one.path, value: compileRoute(one) })),
  )
  tables.set(routes, table)
  return table
}

function mountSurface(scope: FastifyInstance, { context, surface, extras }: Mounting): void {
  const table = tableOf(surface.routes)
  // The body is left on the wire: who calls is asked before it is read.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.addHook('onRequest', (request, reply, next) => {
    // Fastify takes no body of a type it does not know; what was said is kept for files.
    request.raw.headers['x-sent-type'] = request.raw.headers['content-type'] ?? ''
    request.raw.headers['content-type'] = 'application/json'
    const found = table.find(request.method, request.raw.url ?? '')
    // `/v1/emails/` is no email without an id.
    if (found === null || Object.values(found.params).includes('')) {
      refuseUnknown(context, request, reply, surface).catch(next)
      return
    }
    request.found = found
    request.params = found.params
    next()
  })
  for (const url of table.places) {
    scope.route({
      method: [...table.methods],
      url,
      // Fastify waits for no promise: it would have to watch the answer to its end.
      handler: (request, reply) => {
        const { value: compiled } = request.found as FoundRoute<CompiledRoute>
        answer({ context, surface, extras }, compiled, request, reply).catch((error: unknown) =>
          reply.send(error),
        )
      },
    })
  }
}

async function answer(
  { context, surface, extras }: Mounting,
  compiled: CompiledRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const start = context.world.clock.monotonic()
  const watch = watchCall(context.world)
  const called = calledBy(request, compiled.route.path)
  const traced = traceCall(context.world, compiled.route, request)
  const setHeaders: SetHeaders = headers => void reply.headers(headers)
  setHeaders({ 'Cache-Control': 'no-store', Vary: 'Accept-Language' })
  try {
    const outgoing = await serve(context, compiled, {
      request: request.raw,
      params: request.params as Record<string, string>,
      language: request.language,
      requestId: request.id,
      setHeaders,
      response: reply.raw,
      watch,
      trace: traced?.trace ?? null,
    })
    const { status, body, contentType } = outgoing
    const isJson = contentType.startsWith('application/json')
    watch?.isAnswered(called, { status, refusal: null, body, isJson })
    send(context.world, reply, outgoing)
  } catch (error) {
    const refused = answerThrown(context.world, { request, reply }, error, surface)
    if (refused !== null) watch?.isAnswered(called, refused)
  }
  const durationMs = context.world.clock.monotonic() - start
  traced?.end?.(reply.statusCode, durationMs)
  extras.observe?.({ route: compiled.route.name, status: reply.statusCode, durationMs })
}

const calledBy = ({ id, raw, originalUrl }: FastifyRequest, route: string | null) => ({
  requestId: id,
  request: raw,
  url: originalUrl,
  route,
})

function send(
  world: World,
  reply: FastifyReply,
  { status, headers, body, contentType }: WireAnswer,
) {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
    body.on('error', (error: Error) => {
      world.log.error({ request: reply.request.id, error: error.stack }, 'an answer broke off')
    })
  }
  void reply.status(status).headers(headers).type(contentType).send(body)
}

/** There is no such route, whoever asks; a known key hears of its rate on every answer. */
async function refuseUnknown(
  { world, authenticator }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  surface?: Surface,
): Promise<void> {
  const watch = watchCall(world)
  const setHeaders: SetHeaders = headers => void reply.headers(headers)
  await authenticator.sendRate(request.raw, { setHeaders, watch })
  const why = surface?.unknown?.(pathOf(request.url))
  const unknown = new Refusal('route_not_found', why && { why })
  watch?.isAnswered(calledBy(request, null), refuse(world, { request, reply }, unknown, surface))
}

/** Null where another cell answers; it writes down what came of it. */
function answerThrown(
  world: World,
  served: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  thrown: unknown,
  surface?: Surface,
): AnsweredRequest | null {
  if (!(thrown instanceof AtOtherCell)) return refuse(world, served, thrown, surface)
  handOver(world, served, thrown).catch((error: unknown) => refuse(world, served, error, surface))
  return null
}

/** Answers what was thrown, a refusal as itself, anything else as our fault; says what it said. */
function refuse(
  world: World,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  thrown: unknown,
  surface?: Surface,
): AnsweredRequest {
  const refusal =
    refusalOf(thrown) ??
    unavailableOf(thrown, request.method, world.random.uniform()) ??
    ownFault(world, request, thrown)
  const body = envelope(refusal, {
    language: request.language,
    requestId: request.id,
    docsUrl: world.settings.MALOTE_DOCS_URL,
  })
  const shaped = surface?.refuse?.(body, statusOf(refusal)) ?? { status: statusOf(refusal), body }
  const text = JSON.stringify(shaped.body)
  void reply
    .status(shaped.status)
    .headers(refusal.headers)
    .type('application/json; charset=utf-8')
    .send(text)
  return { status: shaped.status, refusal, body: text, isJson: true }
}

function ownFault(world: World, request: FastifyRequest, thrown: unknown): Refusal {
  // Fastify's own refusals of a request (a body for a mounted page that is no JSON, for example).
  const status = (thrown as { statusCode?: number } | null)?.statusCode ?? 500
  if (status < 500) return new Refusal('invalid_json')
  const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  const fields = {
    request: request.id,
    method: request.method,
    route: request.found?.path ?? request.routeOptions.url,
    error,
  }
  if (isBrokenOff(thrown, request.raw)) world.log.debug(fields, 'a request broke off')
  else world.log.error(fields, 'a request failed')
  return faultOf(thrown, request.method)
}
