/**
 * One call from its first header to its answer: who calls, the body, idempotency, the fields, the
 * handler (the order of docs/contract.md#order-of-checks). What is thrown on the way is answered by
 * the server.
 */
import type { IncomingMessage } from 'node:http'
import type { TObject, TSchema } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Reservation } from '#kernel/base/memory-budget.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import {
  type Answer,
  bodyBytes,
  type Call,
  type Caller,
  type Principal,
  type Route,
  type Tenant,
} from '#kernel/routes/route.ts'
import { patientWorld } from '#kernel/world/outage.ts'
import type { World } from '#kernel/world/world.ts'
import { fingerprintOf, fingerprintOfFile, ofCutAnswer } from '#platform/idempotency/fingerprint.ts'
import {
  type Idempotency,
  IdempotencyTaken,
  readIdempotencyKey,
} from '#platform/idempotency/idempotency.ts'
import { insertIdempotency, type StoredAnswer } from '#platform/idempotency/store.ts'
import { reservationFor } from '#sending/intake/reservation.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import {
  type Authenticator,
  askPatiently,
  callerAddress,
  kindOfCall,
  type SetHeaders,
} from './admit.ts'
import { readBody } from './body.ts'
import type { CallWatch } from './logged-call.ts'
import { compileQuery, type QueryReader } from './query.ts'
import { type ReadJson, readJson } from './read-json.ts'
import { type Response, readingRoom, roomForPage } from './reading.ts'
import { compile, type Validator } from './validate.ts'

export interface ServeContext {
  readonly world: World
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly idempotency: Idempotency
}

/** A route with its schemas compiled. */
export interface CompiledRoute {
  readonly route: Route
  readonly readQuery: QueryReader
  readonly checkBody: Validator | null
  /** Answers with a page of a list. */
  readonly isPage: boolean
}

/** What is served: a request as the server sees it. */
export interface ServedRequest {
  readonly request: IncomingMessage
  readonly params: Readonly<Record<string, string>>
  readonly language: Language
  readonly requestId: string
  readonly setHeaders: SetHeaders
  /** What it is answered by. */
  readonly response: Response
  /** Whoever writes down what becomes of it. */
  readonly watch?: CallWatch | null
  /** Whose trace it belongs to. */
  readonly trace?: KeptTrace | null
}

/** An answer ready for the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text and bytes are sent as they are; a stream is piped. */
  readonly body: string | Buffer | NodeJS.ReadableStream
  readonly contentType: string
}

const jsonType = 'application/json; charset=utf-8'

export function compileRoute(route: Route): CompiledRoute {
  return {
    route,
    readQuery: compileQuery(route.query),
    checkBody: route.body && !route.validatesItself ? compile(route.body) : null,
    isPage: route.method === 'GET' && isPageQuery(route.query),
  }
}

const isPageQuery = (query: TSchema | undefined): boolean =>
  Object.hasOwn((query as TObject | undefined)?.properties ?? {}, 'limit')

export async function serve(
  context: ServeContext,
  compiled: CompiledRoute,
  incoming: ServedRequest,
): Promise<WireAnswer> {
  const { route } = compiled
  const { request } = incoming
  const caller = await context.authenticator.authenticate(request, route.scope, incoming)
  // Held to the end: the email is in memory until it is written.
  const reservation = reservationFor(context.world, caller.tenant.accountId)
  try {
    return await serveCaller(context, compiled, incoming, { caller, reservation })
  } finally {
    reservation.release()
  }
}

async function serveCaller(
  context: ServeContext,
  compiled: CompiledRoute,
  incoming: ServedRequest,
  { caller, reservation }: { readonly caller: Caller; readonly reservation: Reservation },
): Promise<WireAnswer> {
  const { route } = compiled
  const { request } = incoming
  const [, queryString] = splitUrl(request.url ?? '')
  const { value: body, fingerprint: known } = await takeBody(context, route, incoming, reservation)
  const patient = patientWorld(context.world, kindOfCall(route.method))
  const world = await onTestClock(patient, caller.tenant)
  const call = { ...caller, context, world, compiled, incoming, body, queryString }
  if (compiled.isPage) return page(call)
  if (!mayRepeat(route, request)) return outgoing(route, await handle(call))
  const key = request.headers['idempotency-key']
  const asked = known ?? fingerprintOf(route.method, pathOf(request), body)
  const fingerprint = isCutShort(route, caller) ? ofCutAnswer(asked) : asked
  return once({ ...call, idempotency: { key: readIdempotencyKey(String(key)), fingerprint } })
}

/** A POST that changes something, sent with a key. */
const mayRepeat = ({ method, scope }: Route, { headers }: IncomingMessage): boolean =>
  method === 'POST' && scope !== 'read' && headers['idempotency-key'] !== undefined

const pathOf = (request: IncomingMessage): string => splitUrl(request.url ?? '')[0]

/** Others see more of the answer. */
const isCutShort = ({ tellsSendersLess }: Route, { principal }: Caller): boolean =>
  tellsSendersLess === true && principal.kind === 'key' && principal.scope === 'send'

interface CallInProgress {
  readonly context: ServeContext
  /** With the clock that the caller's calls go by. */
  readonly world: World
  readonly compiled: CompiledRoute
  readonly incoming: ServedRequest
  readonly tenant: Tenant
  readonly principal: Principal
  readonly body: unknown
  readonly queryString: string
  readonly idempotency?: NonNullable<Call['idempotency']>
}

/** A POST whose members are all optional may be sent without a body. */
const needsMembers = (body: TSchema): boolean =>
  ((body as { required?: readonly string[] }).required ?? []).length > 0

async function takeBody(
  { world }: ServeContext,
  route: Route,
  { request, watch }: ServedRequest,
  reservation: Reservation,
): Promise<ReadJson> {
  if (route.method === 'GET') return { value: undefined }
  if (route.rawBody !== undefined) return takeFile(world, route, request, reservation)
  const maxBytes = route.maxBodyBytes ?? bodyBytes.usual
  const bytes = await readBody(world.clock, request, { reservation, maxBytes })
  watch?.hasRead(bytes)
  const of = mayRepeat(route, request) ? { method: route.method, path: pathOf(request) } : null
  const read = await readJson(world, bytes, of)
  watch?.understood(read.value)
  if (read.value !== undefined || !route.body) return read
  if (route.method === 'POST' && !needsMembers(route.body)) return { value: {} }
  throw new Refusal('invalid_json', {
    why: {
      en: 'The body is empty; this call needs a JSON object.',
      pt: 'O corpo está vazio; esta chamada exige um objeto JSON.',
    },
  })
}

/** Without a limit of its own, a file stays on the wire: its handler reads it as it comes. */
async function takeFile(
  { clock }: World,
  route: Route,
  request: IncomingMessage,
  reservation: Reservation,
): Promise<ReadJson> {
  const { maxBodyBytes: maxBytes, rawParam: param } = route
  if (maxBytes === undefined) return { value: undefined }
  const bytes = await readBody(clock, request, {
    reservation,
    maxBytes,
    ...(param === undefined ? {} : { param }),
  })
  if (!mayRepeat(route, request)) return { value: bytes }
  const { 'x-sent-type': type = '', 'x-filename': name = '' } = request.headers
  const fingerprint = fingerprintOfFile(pathOf(request), {
    type: String(type),
    name: String(name),
    bytes,
  })
  return { value: bytes, fingerprint }
}

async function page(call: CallInProgress): Promise<WireAnswer> {
  const { context, compiled, incoming, tenant } = call
  const settle = await roomForPage(context.world, tenant.accountId, incoming.response)
  const answer = outgoing(compiled.route, await handle(call))
  settle(typeof answer.body === 'string' ? answer.body.length : 0)
  return answer
}

/** Runs the call, unless it has succeeded before under the same key: then its answer is repeated. */
async function once(
  call: CallInProgress & { readonly idempotency: NonNullable<Call['idempotency']> },
): Promise<WireAnswer> {
  const { world, idempotency } = call.context
  const { projectId, mode } = call.tenant
  const { key, fingerprint } = call.idempotency
  const id = { projectId, mode, key }
  const { request } = call.incoming
  const before = await askPatiently(world, request, () => idempotency.find(id, fingerprint))
  if (before) return replay(before, call)
  const end = idempotency.begin(id)
  try {
    return outgoing(call.compiled.route, await handle(call))
  } catch (error) {
    // Whatever refused this one, for example a limit just used up, may be the work of its own twin.
    const isTwin = error instanceof IdempotencyTaken
    if (!isTwin && !(error instanceof Refusal)) throw error
    const twin = await idempotency.find(id, fingerprint)
    if (twin) return replay(twin, call)
    throw error
  } finally {
    end()
  }
}

const replay = (kept: StoredAnswer, { compiled, incoming }: CallInProgress): WireAnswer => ({
  status: kept.status,
  headers: { 'Idempotent-Replayed': 'true' },
  body: compiled.route.retold?.(kept.response, incoming.request.headers) ?? kept.response,
  contentType: jsonType,
})

async function handle(passing: CallInProgress): Promise<Answer> {
  const { compiled, incoming, tenant, world } = passing
  const { route } = compiled
  const query = compiled.readQuery(passing.queryString)
  await checkFields(compiled, passing.body, world)
  for (const value of Object.values(incoming.params)) {
    if (value.includes('\0')) throw new Refusal('resource_not_found')
  }
  return route.handle({
    world,
    tenant,
    principal: passing.principal,
    language: incoming.language,
    requestId: incoming.requestId,
    ...(route.method === 'GET' || route.scope !== 'admin'
      ? {}
      : { ip: callerAddress(incoming.request, world.settings.MALOTE_TRUSTED_PROXIES) }),
    body: passing.body,
    query,
    params: incoming.params,
    ...(route.rawBody === undefined || Buffer.isBuffer(passing.body)
      ? {}
      : { stream: incoming.request }),
    ...(route.rawBody === undefined && !route.readsHeaders
      ? {}
      : { headers: sentHeaders(incoming.request) }),
    ...(passing.idempotency === undefined ? {} : { idempotency: passing.idempotency }),
    ...(incoming.trace == null ? {} : { trace: incoming.trace }),
    room: readingRoom(passing.context.world, tenant.accountId, incoming.response),
    commit: work => commit(passing, work),
  })
}

/** As they were sent: the server overwrites the type of a body (`mountSurface`). */
const sentHeaders = ({ headers }: IncomingMessage): NonNullable<Call['headers']> => ({
  ...headers,
  'content-type': headers['x-sent-type'] || undefined,
})

/** A call without a body schema takes none: nothing, null or an empty object. */
async function checkFields(
  { route, checkBody }: CompiledRoute,
  body: unknown,
  world: World,
): Promise<void> {
  try {
    checkBody?.(body)
  } catch (error) {
    const param = error instanceof Refusal ? error.param : undefined
    if (param !== undefined) await route.precheckItem?.(body, param, world)
    throw error
  }
  if (route.body || body === undefined || body === null || Buffer.isBuffer(body)) return
  const field = typeof body === 'object' ? Object.keys(body)[0] : undefined
  if (typeof body === 'object' && !Array.isArray(body) && field === undefined) return
  throw new Refusal('invalid_field', {
    ...(field === undefined || Array.isArray(body) ? {} : { param: field }),
    why: { en: 'This call takes no body.', pt: 'Esta chamada não aceita corpo.' },
  })
}

async function commit(
  { context, world: { db }, tenant, idempotency }: CallInProgress,
  work: Parameters<Call['commit']>[0],
): Promise<Answer> {
  const { world } = context
  return db.transaction(async tx => {
    const answer = await work(tx)
    if (idempotency === undefined || answer.status >= 300) return answer
    const { projectId, mode } = tenant
    const { status, body } = answer
    const kept = { status, response: JSON.stringify(body), createdAt: world.clock.now() }
    const row = { projectId, mode, ...idempotency, ...kept }
    if (!(await insertIdempotency(tx, [row])).has(0)) throw new IdempotencyTaken()
    return answer
  })
}

/** An answer as it is sent: JSON, unless it is a stream, or a text whose route names its format. */
export function outgoing(
  { success }: { readonly success: Pick<Route['success'], 'contentType'> },
  { status, body, headers = {} }: Answer,
): WireAnswer {
  const isStream = typeof (body as { pipe?: unknown } | null)?.pipe === 'function'
  // An answer that comes in two formats says which it is in.
  const named = headers['Content-Type'] ?? success.contentType
  if (Buffer.isBuffer(body)) {
    return { status, headers, body, contentType: named ?? 'application/octet-stream' }
  }
  if (isStream || (named !== undefined && typeof body === 'string')) {
    const contentType = named ?? jsonType
    return { status, headers, body: body as NodeJS.ReadableStream | string, contentType }
  }
  return { status, headers, body: JSON.stringify(body), contentType: jsonType }
}

function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
