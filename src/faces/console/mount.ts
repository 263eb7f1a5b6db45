/**
 * Puts the dashboard onto the server: `/api` with its sessions, and the built application. Refusals
 * are thrown to the server, which answers them as it answers those of the public API.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { providerOf } from '#billing/provider/provider.ts'
import { programVersion } from '#boot/version.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Route } from '#kernel/routes/route.ts'
import { type FoundRoute, type RouteTable, routeTable } from '#kernel/routes/route-table.ts'
import type { World } from '#kernel/world/world.ts'
import { sequenceDashboardRoutes } from '#marketing/sequences/dashboard-routes.ts'
import { sharedIdempotency } from '#platform/idempotency/idempotency.ts'
import type { GroupStatus } from '#sending/delivery/shape.ts'
import type { Metrics } from '#sending/stats/metrics.ts'
import { createQueueWatch } from '#sending/stats/queue-watch.ts'
import type { SetHeaders } from '../api/admit.ts'
import { packedSender } from '../api/packed.ts'
import { protection } from '../api/protection.ts'
import { compileRoute, type WireAnswer } from '../api/serve.ts'
import { withAudit } from '../audit/audited-routes.ts'
import { accountRoutes, updateAccount, updateAccountWithoutBilling } from './account-routes.ts'
import { addressRoutes } from './address-routes.ts'
import { mountApp } from './app-pages.ts'
import { auditRoutes } from './audit-routes.ts'
import { withOwnAudit } from './audited-visits.ts'
import { billingRoutes } from './billing-routes.ts'
import { connectionRoutes } from './connection-routes.ts'
import { checkOrigin, cookieForm, hasNoOrigin, readCookie } from './csrf.ts'
import type { DashboardRoute } from './dashboard-call.ts'
import { deletedRoutes } from './deleted-routes.ts'
import { type ApiContext, mustBeIn, prepareRoute, serveOwn, serveProject } from './dispatch.ts'
import { domainLinkRoutes, sharedDomainRoutes } from './domain-link-routes.ts'
import { emailRoutes } from './email-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { createLiveUpdates, event } from './live-updates.ts'
import { memberRoutes } from './member-routes.ts'
import { nameRoutes } from './name-routes.ts'
import { noticeSettingsRoutes } from './notice-routes.ts'
import { dashboardOpenApi } from './openapi.ts'
import { operatorBillingRoutes } from './operator-billing-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { type FigureTools, figureRoutes } from './overview-routes.ts'
import { previewRoutes } from './preview-routes.ts'
import { projectRoutes } from './project-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { suppressionFileRoutes } from './suppression-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { welcomeRoutes } from './welcome-routes.ts'

interface DashboardParts {
  /** The public API's routes: each is there for the session, too. */
  readonly routes: readonly Route[]
  readonly metrics: Metrics
  /** How this node shapes its deliveries. */
  readonly lanes: () => readonly GroupStatus[]
  /** This node; absent where it is none that says so. */
  readonly nodeId?: Uuid
  /** The groups of servers that a project has sent to of late. */
  readonly sentTo: (projectId: Uuid) => ReadonlySet<string>
  /** Folder of the built application; null: only `/api`. */
  readonly appRoot: string | null
}

export interface Dashboard {
  /** For `ApiExtras.mount`. */
  readonly mount: (app: FastifyInstance) => Promise<void>
  readonly own: readonly DashboardRoute[]
  readonly ofProjects: readonly Route[]
}

/** A session that has ended must not go on listening. */
const lookAgainMs = 15_000

export function createDashboard(world: World, parts: DashboardParts): Dashboard {
  const liveUpdates = createLiveUpdates(world)
  const { lanes, sentTo } = parts
  const tools = { queue: createQueueWatch(world), liveUpdates, lanes, sentTo }
  const all = dashboardRoutes(parts, tools)
  const { ofProjects } = all
  // Where nobody collects money, nobody can tell that there is such a thing.
  const own = withOwnAudit(providerOf(world.settings) === null ? withoutBilling(all.own) : all.own)
  const context: ApiContext = {
    world,
    idempotency: world.runtime.get(sharedIdempotency, world),
    cookie: cookieForm(world),
  }
  return {
    own,
    ofProjects,
    async mount(app) {
      app.addHook('preClose', async () => liveUpdates.close())
      await app.register(async scope => mountApi(scope, context, { own, ofProjects }))
      if (parts.appRoot !== null) {
        const { cookie } = context
        const app_ = { root: parts.appRoot, cookie, protective: protection(world.settings) }
        await app.register(async scope => mountApp(scope, app_))
      }
    },
  }
}

const billing: readonly DashboardRoute[] = [...billingRoutes, ...operatorBillingRoutes]
const withoutBilling = (own: readonly DashboardRoute[]): readonly DashboardRoute[] =>
  own
    .filter(route => !billing.includes(route))
    .map(route => (route === updateAccount ? updateAccountWithoutBilling : route))

/** All of `/api`: its own routes, and those that are under a project. */
export function dashboardRoutes(
  parts: Omit<DashboardParts, 'appRoot'>,
  tools: FigureTools,
): Pick<Dashboard, 'own' | 'ofProjects'> {
  return {
    own: [
      ...sessionRoutes,
      ...signInRoutes,
      ...welcomeRoutes,
      ...addressRoutes,
      ...accountRoutes,
      ...connectionRoutes,
      ...noticeSettingsRoutes,
      ...auditRoutes,
      ...memberRoutes,
      ...projectRoutes,
      ...deletedRoutes,
      ...sharedDomainRoutes,
      ...operatorRoutes({ ...parts, queue: tools.queue }),
      ...billing,
    ],
    ofProjects: [
      ...parts.routes,
      ...emailRoutes,
      ...fileRoutes,
      ...previewRoutes,
      ...webhookRoutes,
      ...withAudit(domainLinkRoutes),
      ...withAudit(suppressionFileRoutes),
      ...sequenceDashboardRoutes,
      ...figureRoutes(tools),
      ...nameRoutes,
    ],
  }
}

const apiHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language, Cookie, Origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

async function mountApi(scope: FastifyInstance, context: ApiContext, lists: Lists): Promise<void> {
  const { settings } = context.world
  // The body is left on the wire: where it comes from is looked at before it is read.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const table = dashboardTable(context, lists)
  scope.addHook('onRequest', async (request, reply) => {
    void reply.headers(apiHeaders)
    const found = table.find(request.method, request.raw.url ?? '')
    if (found !== null) {
      if (Object.values(found.params).includes('')) throw new Refusal('route_not_found')
      request.found = found
      request.params = found.params
    }
    const { isOpen = request.routeOptions.url === documentPath, takesFile = false } =
      found?.value ?? {}
    const isStranger = readCookie(context.cookie, request.headers.cookie) === null
    // What a program without a session lacks is the session, not the right page to come from.
    if (isStranger && hasNoOrigin(request.raw) && !isOpen) {
      throw new Refusal('not_authenticated')
    }
    checkOrigin(request.raw, { dashboardUrl: settings.MALOTE_DASHBOARD_URL, takesFile })
    // As the public API keeps it (`mountSurface`), for whoever takes a file.
    request.raw.headers['x-sent-type'] = request.raw.headers['content-type'] ?? ''
    request.raw.headers['content-type'] = 'application/json'
  })
  scope.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/api/*',
    handler: async (request, reply) => {
      const found = request.found as FoundRoute<MountedRoute> | null
      if (found !== null) return send(reply, await found.value.serve(request, reply))
      // Only a session learns which paths exist: everybody else gets the same answer for all of them.
      await mustBeIn(context, request)
      throw new Refusal('route_not_found')
    },
  })
  await mountDocument(scope, context, lists)
}

const documentPath = '/api/openapi.json'

type Lists = Pick<Dashboard, 'own' | 'ofProjects'>

type ServeCall = (request: FastifyRequest, reply: FastifyReply) => Promise<WireAnswer>

interface MountedRoute {
  readonly serve: ServeCall
  /** For whoever has no session. */
  readonly isOpen: boolean
  readonly takesFile: boolean
}

function dashboardTable(context: ApiContext, { own, ofProjects }: Lists): RouteTable<MountedRoute> {
  return routeTable([
    ...own.map(one => ({
      method: one.method,
      path: `/api${one.path}`,
      value: {
        serve: servedOwn(context, one),
        isOpen: one.access === 'open',
        takesFile: false,
      },
    })),
    ...ofProjects.map(one => ({
      method: one.method,
      path: `/api/projects/{project_id}/{mode}${one.path.slice('/v1'.length)}`,
      value: {
        serve: servedOfProject(context, one),
        isOpen: false,
        takesFile: one.rawBody?.includes('application/octet-stream') ?? false,
      },
    })),
  ])
}

function servedOwn(context: ApiContext, route: DashboardRoute): ServeCall {
  const prepared = prepareRoute(route)
  return (request, reply) => serveOwn(context, prepared, request, setterOf(reply))
}

function servedOfProject(context: ApiContext, route: Route): ServeCall {
  const compiled = compileRoute(route)
  return async (request, reply) => {
    const outgoing = await serveProject(context, compiled, request, {
      setHeaders: setterOf(reply),
      response: reply.raw,
    })
    if (outgoing.contentType === 'text/event-stream') watchSession(context, request, outgoing)
    return outgoing
  }
}

/** The description of /api, written when somebody first asks for it. */
async function mountDocument(
  scope: FastifyInstance,
  context: ApiContext,
  { own, ofProjects }: Lists,
): Promise<void> {
  const { settings } = context.world
  const version = await programVersion()
  const write = (): string =>
    JSON.stringify(
      dashboardOpenApi({
        own,
        ofProjects,
        url: settings.MALOTE_DASHBOARD_URL,
        docsUrl: settings.MALOTE_DOCS_URL,
        version,
        cookieName: context.cookie.name,
      }),
    )
  let document: string | undefined
  const sendDocument = packedSender()
  scope.get(documentPath, (_request, reply) => {
    document ??= write()
    return sendDocument(reply.type('application/json; charset=utf-8'), 'openapi.json', document)
  })
}

const setterOf =
  (reply: FastifyReply): SetHeaders =>
  headers =>
    void reply.headers(headers)

function send(reply: FastifyReply, { status, headers, body, contentType }: WireAnswer) {
  return reply.status(status).headers(headers).type(contentType).send(body)
}

/** Ends a live page when its session has ended. */
function watchSession(context: ApiContext, request: FastifyRequest, { body }: WireAnswer): void {
  if (typeof body === 'string') return
  const { clock, log } = context.world
  const stream = body as NodeJS.ReadableStream & { push(text: string | null): boolean }
  let isOver = false
  const look = async () => {
    if (isOver) return
    const isIn = await mustBeIn(context, request).then(
      () => true,
      error => !(error instanceof Refusal),
    )
    if (isOver) return
    if (isIn) timer = clock.timer(lookAgainMs, start)
    else {
      stream.push(event('end', {}))
      stream.push(null)
    }
  }
  const start = () =>
    void look().catch(error => log.warn({ error: String(error) }, 'a live page was not checked'))
  let timer = clock.timer(lookAgainMs, start)
  stream.once('close', () => {
    isOver = true
    timer.cancel()
  })
}
