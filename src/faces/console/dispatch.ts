/**
 * Serving one call of the dashboard in the promised order: origin, session, project, role, body,
 * fields, handler. Calls into the public API go through its own way of serving (api/serve.ts), with
 * an authentication that looks at the session instead of a key.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Reservation } from '#kernel/base/memory-budget.ts'
import { bodyBytes, type Mode, type Scope, type Tenant } from '#kernel/routes/route.ts'
import { patientWorld } from '#kernel/world/outage.ts'
import type { World } from '#kernel/world/world.ts'
import type { Idempotency } from '#platform/idempotency/idempotency.ts'
import { reservationFor } from '#sending/intake/reservation.ts'
import { cellOfAddress, cellOfToken, LedToCell } from '#tenants/accounts/directory/lead.ts'
import { memberKey } from '#tenants/accounts/member-address.ts'
import { cellMovedTo } from '#tenants/accounts/moved/moved.ts'
import { attemptGoodMs } from '#tenants/identity/attempts.ts'
import { deviceGoodMs } from '#tenants/identity/devices.ts'
import { absoluteMs, findSession, markOfToken, type Session } from '#tenants/identity/sessions.ts'
import { askPatiently, callerAddress, kindOfCall, type SetHeaders } from '../api/admit.ts'
import { readBody, strangersBytes } from '../api/body.ts'
import { compileQuery, type QueryReader } from '../api/query.ts'
import { readJson } from '../api/read-json.ts'
import {
  type CompiledRoute,
  outgoing,
  type ServedRequest,
  serve,
  type WireAnswer,
} from '../api/serve.ts'
import { compile, type Validator } from '../api/validate.ts'
import { attemptForm, type CookieForm, cookieLine, deviceForm, readCookie } from './csrf.ts'
import { checkAccess, checkScope, type DashboardRoute, type MemberCall } from './dashboard-call.ts'
import { findOwnProject } from './store.ts'

export interface ApiContext {
  readonly world: World
  readonly idempotency: Idempotency
  readonly cookie: CookieForm
}

/** A route of the dashboard with its schemas compiled. */
interface PreparedRoute {
  readonly route: DashboardRoute
  readonly readQuery: QueryReader
  readonly checkBody: Validator | null
}

export function prepareRoute(route: DashboardRoute): PreparedRoute {
  return {
    route,
    readQuery: compileQuery(route.query),
    checkBody: route.body ? compile(route.body) : null,
  }
}

/** A call of one of the dashboard's own routes. */
export async function serveOwn(
  context: ApiContext,
  { route, readQuery, checkBody }: PreparedRoute,
  request: FastifyRequest,
  setHeaders: SetHeaders,
): Promise<WireAnswer> {
  const { cookie } = context
  const world = patientWorld(context.world, kindOfCall(request.method))
  const token = readCookie(cookie, request.headers.cookie)
  const isOpen = route.access === 'open'
  const before = isOpen ? null : await mustStay(context, route, request)
  const reservation = reservationFor(world, before?.accountId ?? '')
  const body = await takeBody(world, route, { request: request.raw, reservation }).finally(
    reservation.release,
  )
  // A body may take minutes, in which the session is ended.
  const isRead = !isOpen && route.method !== 'GET'
  const session = isRead ? await mustStay(context, route, request) : before
  const { asked, isLed } = withoutCell(route, queryOf(request))
  const query = readQuery(asked)
  checkBody?.(body)
  checkParams(request)
  const cell = isLed ? null : await cellFor(world, route, body)
  if (cell !== null) return ledTo(route, cell)
  const call: Omit<MemberCall, 'session'> = {
    ...clientOf(world, request),
    world,
    language: request.language,
    requestId: request.id,
    body,
    query,
    params: request.params as Record<string, string>,
    token,
    device: readCookie(deviceForm(cookie), request.headers.cookie),
    setDevice: given =>
      setHeaders({ 'Set-Cookie': cookieLine(deviceForm(cookie), given, deviceGoodMs) }),
    attempt: readCookie(attemptForm(cookie), request.headers.cookie),
    setAttempt: given =>
      setHeaders({ 'Set-Cookie': cookieLine(attemptForm(cookie), given, attemptGoodMs) }),
    setToken: given => setHeaders({ 'Set-Cookie': cookieLine(cookie, given, absoluteMs) }),
  }
  try {
    const answer = await route.handle({ ...call, session } as MemberCall)
    return outgoing(route, answer)
  } catch (error) {
    if (!(error instanceof LedToCell)) throw error
    return ledTo(route, error.cell)
  }
}

/** What the proxy in front reads, where somebody was led to their cell: nobody is led twice. */
const cellParam = 'cell'

function withoutCell({ leadsBy, mayLead }: DashboardRoute, asked: string) {
  if (leadsBy === undefined && mayLead === undefined) return { asked, isLed: false }
  const params = new URLSearchParams(asked)
  const isLed = params.has(cellParam)
  params.delete(cellParam)
  return { asked: params.toString(), isLed }
}

async function cellFor(world: World, { leadsBy }: DashboardRoute, body: unknown) {
  if (leadsBy === undefined || world.directory === undefined) return null
  const by = (body as Readonly<Record<string, string | undefined>>)[leadsBy]
  if (by === undefined) return null
  if (leadsBy !== 'email') {
    const mark = markOfToken(by)
    return (await cellMovedTo(world, 'token', mark)) ?? cellOfToken(world, by)
  }
  await cellMovedTo(world, 'address', memberKey(by))
  return cellOfAddress(world, by)
}

/** The browser says the same again there (RFC 9110 §15.4.8). */
const ledTo = ({ path }: DashboardRoute, cell: string): WireAnswer => ({
  status: 307,
  headers: { Location: `/api${path}?${cellParam}=${cell}` },
  body: '',
  contentType: 'text/plain; charset=utf-8',
})

/** A call of the public API's routes, as a project of the session's account. */
export async function serveProject(
  context: ApiContext,
  compiled: CompiledRoute,
  request: FastifyRequest,
  { setHeaders, response }: Pick<ServedRequest, 'setHeaders' | 'response'>,
): Promise<WireAnswer> {
  const { project_id: projectText = '', mode, ...params } = request.params as Record<string, string>
  if (mode !== 'live' && mode !== 'test') {
    await mustBeIn(context, request)
    throw new Refusal('route_not_found')
  }
  const authenticate = async (_message: unknown, scope: Scope) => {
    const session = await mustBeIn(context, request)
    const tenant = await tenantOf(context.world, session, projectText, mode)
    checkScope(session, scope)
    return { tenant, principal: { kind: 'member', memberId: session.memberId } } as const
  }
  return serve({ ...context, authenticator: { authenticate } }, compiled, {
    request: request.raw,
    params,
    language: request.language,
    requestId: request.id,
    setHeaders,
    response,
  })
}

/** The session of a request that may call the route; throws as `mustBeIn`, and `checkAccess`. */
async function mustStay(
  context: ApiContext,
  { access }: Pick<DashboardRoute, 'access'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await mustBeIn(context, request)
  if (access !== 'open') checkAccess(session, access)
  return session
}

/** The session of a request; throws `not_authenticated`. */
export async function mustBeIn(context: ApiContext, request: FastifyRequest): Promise<Session> {
  const token = readCookie(context.cookie, request.headers.cookie)
  const { world } = context
  const session = token && (await askPatiently(world, request, () => findSession(world, token)))
  if (!session) {
    if (token) await cellMovedTo(world, 'session', markOfToken(token))
    throw new Refusal('not_authenticated')
  }
  return session
}

async function tenantOf(
  world: World,
  session: Session,
  projectText: string,
  mode: Mode,
): Promise<Tenant> {
  const id = read('prj', projectText)
  const project = id && (await findOwnProject(world.db, session.accountId, id))
  if (!project) throw new Refusal('resource_not_found')
  return {
    projectId: project.id,
    accountId: session.accountId,
    mode,
    projectLanguage: project.language ?? session.accountLanguage,
    timeZone: session.timeZone,
  }
}

async function takeBody(
  world: World,
  route: DashboardRoute,
  {
    request,
    reservation,
  }: { readonly request: IncomingMessage; readonly reservation: Reservation },
): Promise<unknown> {
  if (route.method === 'GET') return undefined
  const maxBytes = route.access === 'open' ? strangersBytes : bodyBytes.usual
  const bytes = await readBody(world.clock, request, { reservation, maxBytes })
  const { value: body } = await readJson(world, bytes)
  if (route.body === undefined) {
    if (body === undefined || body === null) return undefined
    if (typeof body === 'object' && Object.keys(body).length === 0) return undefined
    throw new Refusal('invalid_field', {
      why: { en: 'This call takes no body.', pt: 'Esta chamada não aceita corpo.' },
    })
  }
  if (body !== undefined) return body
  // Where every field may be left out, so may the object.
  const { required } = route.body as { readonly required?: readonly string[] }
  if (route.method === 'POST' && !required?.length) return {}
  throw new Refusal('invalid_json', {
    why: {
      en: 'The body is empty; this call needs a JSON object.',
      pt: 'O corpo está vazio; esta chamada exige um objeto JSON.',
    },
  })
}

function checkParams(request: FastifyRequest): void {
  for (const value of Object.values(request.params as Record<string, string>)) {
    if (value.includes('\0')) throw new Refusal('resource_not_found')
  }
}

function clientOf(world: World, { raw }: FastifyRequest) {
  return {
    address: callerAddress(raw, world.settings.MALOTE_TRUSTED_PROXIES),
    // PostgreSQL takes no NUL; HTTP does not either.
    agent: raw.headers['user-agent'] ?? '',
  }
}

function queryOf({ raw }: FastifyRequest): string {
  const url = raw.url ?? ''
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}
