/**
 * One call from its first header to its answer: who calls, the body, idempotency, the fields, the
 * handler (the order of decisions §1.1). What is thrown on the way is answered by the server.
 */
import type { IncomingMessage } from 'node:http'
import type { TObject, TSchema } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Seat } from '#kernel/base/room.ts'
import type { Answer, Call, Route } from '#kernel/base/route.ts'
import type { World } from '#kernel/world/world.ts'
import {
  fingerprintOf,
  type Idempotency,
  IdempotencyTaken,
  readIdempotencyKey,
} from '#platform/idempotency/idempotency.ts'
import { insertIdempotency, type StoredAnswer } from '#platform/idempotency/store.ts'
import { seatFor } from '#sending/intake/room.ts'
import { type Doorkeeper, inTime, type SetHeaders } from './admit.ts'
import { readBody } from './body.ts'
import { parseJson } from './json.ts'
import { compileQuery, type QueryReader } from './query.ts'
import { type Response, readingRoom, roomForPage } from './reading.ts'
import { compile, type Validator } from './validate.ts'

export interface Desk {
  readonly world: World
  readonly doorkeeper: Pick<Doorkeeper, 'admit'>
  readonly idempotency: Idempotency
}

/** A route with its schemas compiled. */
export interface Compiled {
  readonly route: Route
  readonly readQuery: QueryReader
  readonly checkBody: Validator | null
  /** Answers with a page of a list. */
  readonly isPage: boolean
}

/** What is served: a request as the server sees it. */
export interface Incoming {
  readonly request: IncomingMessage
  readonly params: Readonly<Record<string, string>>
  readonly language: Language
  readonly requestId: string
  readonly setHeaders: SetHeaders
  /** What it is answered by. */
  readonly response: Response
}

/** An answer ready for the wire. */
export interface Outgoing {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Text is sent as it is; a stream is piped. */
  readonly body: string | NodeJS.ReadableStream
  readonly contentType: string
}

const jsonType = 'application/json; charset=utf-8'

export function compileRoute(route: Route): Compiled {
  return {
    route,
    readQuery: compileQuery(route.query),
    checkBody: route.body && !route.judgesFields ? compile(route.body) : null,
    isPage: route.method === 'GET' && isPageQuery(route.query),
  }
}

const isPageQuery = (query: TSchema | undefined): boolean =>
  Object.hasOwn((query as TObject | undefined)?.properties ?? {}, 'limit')

export async function serve(desk: Desk, compiled: Compiled, incoming: Incoming): Promise<Outgoing> {
  const { route } = compiled
  const { request, setHeaders } = incoming
  const caller = await desk.doorkeeper.admit(request, route.scope, setHeaders)
  // Held to the end: the email is in memory until it is written.
  const seat = seatFor(desk.world, caller.projectId)
  try {
    return await serveCaller(desk, compiled, incoming, { caller, seat })
  } finally {
    seat.leave()
  }
}

async function serveCaller(
  desk: Desk,
  compiled: Compiled,
  incoming: Incoming,
  { caller, seat }: { readonly caller: Call['caller']; readonly seat: Seat },
): Promise<Outgoing> {
  const { route } = compiled
  const { request } = incoming
  const [path = '', queryString = ''] = splitUrl(request.url ?? '')
  const body = await takeBody(desk, route, request, seat)
  const call = { desk, compiled, incoming, caller, body, queryString }
  if (compiled.isPage) return page(call)
  const key = route.method === 'POST' ? request.headers['idempotency-key'] : undefined
  if (key === undefined) return outgoing(route, await handle(call))
  const fingerprint = fingerprintOf(route.method, path, body)
  return once({ ...call, idempotency: { key: readIdempotencyKey(String(key)), fingerprint } })
}

interface Passing {
  readonly desk: Desk
  readonly compiled: Compiled
  readonly incoming: Incoming
  readonly caller: Call['caller']
  readonly body: unknown
  readonly queryString: string
  readonly idempotency?: NonNullable<Call['idempotency']>
}

async function takeBody(
  { world }: Desk,
  route: Route,
  request: IncomingMessage,
  seat: Seat,
): Promise<unknown> {
  if (route.method === 'GET') return undefined
  const body = parseJson(await readBody(world.clock, request, { seat }))
  if (body !== undefined || !route.body) return body
  throw new Refusal('invalid_json', {
    why: {
      en: 'The body is empty; this call needs a JSON object.',
      pt: 'O corpo está vazio; esta chamada exige um objeto JSON.',
    },
  })
}

async function page(call: Passing): Promise<Outgoing> {
  const { desk, compiled, incoming, caller } = call
  const settle = await roomForPage(desk.world, caller.projectId, incoming.response)
  const answer = outgoing(compiled.route, await handle(call))
  settle(typeof answer.body === 'string' ? answer.body.length : 0)
  return answer
}

/** Runs the call, unless it has succeeded before under the same key: then its answer is repeated. */
async function once(
  call: Passing & { readonly idempotency: NonNullable<Call['idempotency']> },
): Promise<Outgoing> {
  const { world, idempotency } = call.desk
  const { projectId, mode } = call.caller
  const { key, fingerprint } = call.idempotency
  const id = { projectId, mode, key }
  const before = await inTime(world, idempotency.find(id, fingerprint))
  if (before) return replay(before)
  const end = idempotency.begin(id)
  try {
    return outgoing(call.compiled.route, await handle(call))
  } catch (error) {
    // Whatever refused this one, for example a limit just used up, may be the work of its own twin.
    const isTwin = error instanceof IdempotencyTaken
    if (!isTwin && !(error instanceof Refusal)) throw error
    const twin = await idempotency.find(id, fingerprint)
    if (twin) return replay(twin)
    throw error
  } finally {
    end()
  }
}

const replay = (stored: StoredAnswer): Outgoing => ({
  status: stored.status,
  headers: { 'Idempotent-Replayed': 'true' },
  body: stored.response,
  contentType: jsonType,
})

function handle(passing: Passing): Promise<Answer> {
  const { compiled, incoming, caller, desk } = passing
  const { route } = compiled
  const query = compiled.readQuery(passing.queryString)
  checkFields(compiled, passing.body, desk.world.clock.now())
  for (const value of Object.values(incoming.params)) {
    if (value.includes('\0')) throw new Refusal('resource_not_found')
  }
  return route.handle({
    world: desk.world,
    caller,
    language: incoming.language,
    requestId: incoming.requestId,
    body: passing.body,
    query,
    params: incoming.params,
    ...(passing.idempotency === undefined ? {} : { idempotency: passing.idempotency }),
    room: readingRoom(desk.world, caller.projectId, incoming.response),
    commit: work => commit(passing, work),
  })
}

/** A call without a body schema takes none: nothing, null or an empty object. */
function checkFields({ route, checkBody }: Compiled, body: unknown, now: number): void {
  try {
    checkBody?.(body)
  } catch (error) {
    const param = error instanceof Refusal ? error.param : undefined
    if (param !== undefined) route.judgeBefore?.(body, param, now)
    throw error
  }
  if (route.body || body === undefined || body === null) return
  const field = typeof body === 'object' ? Object.keys(body)[0] : undefined
  if (typeof body === 'object' && !Array.isArray(body) && field === undefined) return
  throw new Refusal('invalid_field', {
    ...(field === undefined || Array.isArray(body) ? {} : { param: field }),
    why: { en: 'This call takes no body.', pt: 'Esta chamada não aceita corpo.' },
  })
}

async function commit(
  { desk, caller, idempotency }: Passing,
  work: Parameters<Call['commit']>[0],
): Promise<Answer> {
  const { world } = desk
  return world.db.transaction(async tx => {
    const answer = await work(tx)
    if (idempotency === undefined || answer.status >= 300) return answer
    const row = {
      projectId: caller.projectId,
      mode: caller.mode,
      key: idempotency.key,
      fingerprint: idempotency.fingerprint,
      status: answer.status,
      response: JSON.stringify(answer.body),
      createdAt: world.clock.now(),
    }
    if (!(await insertIdempotency(tx, [row])).has(0)) throw new IdempotencyTaken()
    return answer
  })
}

function outgoing({ success }: Route, { status, body, headers = {} }: Answer): Outgoing {
  const isStream = typeof (body as { pipe?: unknown } | null)?.pipe === 'function'
  if (isStream || (success.contentType !== undefined && typeof body === 'string')) {
    const contentType = success.contentType ?? jsonType
    return { status, headers, body: body as NodeJS.ReadableStream | string, contentType }
  }
  return { status, headers, body: JSON.stringify(body), contentType: jsonType }
}

function splitUrl(url: string): [string, string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}
