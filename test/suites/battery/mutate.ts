/**
 * Requests that nobody should send: valid ones for every route, spoilt in body, path, query, headers
 * or bytes, from a seed. Whatever comes, the answer is documented and the service goes on.
 *
 *     node scripts/run.mjs test/suites/battery/mutate.ts --requests 100000 --seed 7
 */
import assert from 'node:assert/strict'
import { Agent, request as httpRequest } from 'node:http'
import { errors } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { Http } from '#kernel/world/http.ts'
import { optionsOf } from '../../../scripts/options.ts'
import { chanceOf } from '../../support/chance.ts'
import { createDatabase } from '../../support/database.ts'
import { cases, pathsOf } from './cases.ts'
import { allRoutes, makeAccount, makeThings, setStage, type Things } from './stage.ts'

type Chance = () => number
const upTo = (chance: Chance, n: number): number => Math.floor(chance() * n)
const pick = <T>(chance: Chance, list: readonly T[]): T => list[upTo(chance, list.length)]!

const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)])

/** Texts that have broken programs before. */
const nasty: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nX-Injected: 1',
  '\u2028',
  '\ufeff',
  '\ud800',
  '\udfff\ud800',
  '😀'.repeat(300),
  'ﷺ'.repeat(500),
  'a'.repeat(1001),
  'a'.repeat(70_000),
  '../../etc/passwd',
  "' or 1=1 --",
  '"; drop table emails; --',
  '${7*7}{{7*7}}<%= 7 %>',
  '<script>alert(1)</script>',
  '%00%0d%0a',
  '%s%n%x',
  'null',
  'undefined',
  'NaN',
  '1e999',
  '-1',
  '9007199254740993',
  '0x7f000001',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'a@b',
  'a@b.c',
  '"a b"@c.test',
  'a@[127.0.0.1]',
  '<a@b.test>, <c@d.test>',
  '=?UTF-8?B?DQpYOiAx?= <a@b.test>',
  'ü@bücher.test',
  `${'a'.repeat(65)}@b.test`,
  `a@${'b'.repeat(250)}.test`,
  'http://169.254.169.254/latest',
  'https://[::ffff:127.0.0.1]/',
  'https://user:pass@host.test/',
  'https://xn--/',
  'javascript:alert(1)',
  'msg_ffffffffffffffffffffffffffffffff',
  'msg_0000000000000000000000000000000g',
  'evt_00000000000000000000000000000000',
]

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [null],
  [[]],
  [{}],
  { a: { b: { c: null } } },
  nested(60),
  nested(70),
  Array(101).fill('a@b.test'),
  Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, 'v'])),
]

export interface Spoilt {
  readonly route: Route
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Buffer | null
}

/** One request, spoilt in one to three ways; sometimes in none. */
export function spoil(chance: Chance, things: Things, keys: readonly string[]): Spoilt {
  const route = pick(chance, allRoutes)
  const one = cases[route.name]!
  const headers: Record<string, string> = { authorization: `Bearer ${pick(chance, keys)}` }
  let method: string = route.method
  let path = pick(chance, pathsOf(route.path, one, things))
  let body: unknown = one.body ? structuredClone(one.body(things)) : undefined
  let isRaw = false
  const ways = upTo(chance, 4)
  for (let i = 0; i < ways; i++) {
    const roll = chance()
    if (roll < 0.55 && body !== undefined && !isRaw) body = spoilBody(chance, body)
    else if (roll < 0.65 && !isRaw) {
      body = spoilBytes(chance, JSON.stringify(body ?? {}))
      isRaw = true
    } else if (roll < 0.78) path = spoilPath(chance, path)
    else if (roll < 0.9) path = spoilQuery(chance, path, route)
    else if (roll < 0.98) spoilHeaders(chance, headers)
    else method = pick(chance, ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'])
  }
  const payload = isRaw
    ? (body as Buffer)
    : body === undefined
      ? null
      : Buffer.from(JSON.stringify(body) ?? 'null')
  return { route, method, path, headers, payload }
}

/** Changes one place of it, at any depth. */
function spoilBody(chance: Chance, body: unknown): unknown {
  const places = placesIn(body)
  const { holder, key } = pick(chance, places)
  if (holder === null) return structuredClone(pick(chance, values))
  const fields = holder as Record<string, unknown>
  const roll = chance()
  if (roll < 0.15) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete fields[key]
  } else if (roll < 0.25 && !Array.isArray(holder)) {
    const name = pick(chance, [...nasty, 'unknown', 'id', 'status', 'tags', 'headers', 'dns_token'])
    Object.defineProperty(fields, name, {
      value: structuredClone(pick(chance, [...nasty, ...values])),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  } else if (roll < 0.35 && Array.isArray(fields[key])) {
    fields[key] = Array(upTo(chance, 120)).fill((fields[key] as unknown[])[0])
  } else if (roll < 0.7) fields[key] = pick(chance, nasty)
  else fields[key] = structuredClone(pick(chance, values))
  return body
}

interface Place {
  readonly holder: object | null
  readonly key: string
}

function placesIn(value: unknown, places: Place[] = [{ holder: null, key: '' }]): Place[] {
  if (typeof value !== 'object' || value === null) return places
  for (const [key, inner] of Object.entries(value)) {
    places.push({ holder: value, key })
    if (places.length < 200) placesIn(inner, places)
  }
  return places
}

/** Broken as bytes: cut, flipped, doubled, or put into something. */
function spoilBytes(chance: Chance, text: string): Buffer {
  const bytes = Buffer.from(text)
  const at = upTo(chance, bytes.length)
  switch (upTo(chance, 7)) {
    case 0:
      return bytes.subarray(0, at)
    case 1: {
      const flipped = Buffer.from(bytes)
      flipped[at] = flipped[at]! ^ (1 << upTo(chance, 8))
      return flipped
    }
    case 2:
      return Buffer.concat([bytes, bytes])
    case 3:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0]), bytes.subarray(at)])
    case 4:
      return Buffer.from(text.replace('{', '{"__proto__":{"polluted":1},'))
    case 5:
      return Buffer.from('['.repeat(1 + upTo(chance, 5000)))
    default:
      return Buffer.from(text.replace('{', '{"from":1,"from":2,'))
  }
}

function spoilPath(chance: Chance, path: string): string {
  const parts = path.split('/')
  const at = 2 + upTo(chance, parts.length - 2)
  parts[at] = pick(chance, [...nasty.map(safe), '.', '..', '%', '%zz', 'a%2Fb', `${parts[at]}x`])
  return parts.join('/')
}

/** Percent-encoded as far as it can be. */
function safe(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 2000)
}

function spoilQuery(chance: Chance, path: string, route: Route): string {
  const { properties = {} } = (route.query ?? {}) as { properties?: object }
  const names = [
    ...Object.keys(properties),
    'limit',
    'starting_after',
    'tag[a]',
    'tag[__proto__]',
    'x',
  ]
  const count = 1 + upTo(chance, 3)
  const query = Array.from({ length: count }, () => {
    const value = chance() < 0.7 ? safe(pick(chance, nasty)) : String(upTo(chance, 200))
    return `${pick(chance, names)}=${value}`
  })
  return `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`
}

function spoilHeaders(chance: Chance, headers: Record<string, string>): void {
  const name = pick(chance, [
    'idempotency-key',
    'idempotency-key',
    'accept-language',
    'content-type',
    'authorization',
    'x-forwarded-for',
    'accept',
    'content-encoding',
  ])
  // Only what a client may send at all: the parser refuses the rest before anybody sees it.
  const value = pick(chance, [...nasty, 'pt-BR;q=0.1, en;q=x, *', 'Bearer', 'repeated'])
  headers[name] = value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 4000)
}

export interface Tally {
  readonly requests: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly seconds: number
}

/** Sends them all and judges every answer; throws at the first that must not be. */
export async function mutate(
  db: Parameters<typeof setStage>[0],
  requests: number,
  seed: number,
): Promise<Tally> {
  const stage = await setStage(db, { http: { request: refusing } })
  const { projectId } = await makeAccount(stage.world)
  const things = await makeThings(stage, projectId)
  const keys = [
    (await stage.key(projectId)).key,
    (await stage.key(projectId, { mode: 'test' })).key,
  ]
  const port = await stage.api.listen(0, '127.0.0.1')
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const byStatus: Record<string, number> = {}
  const start = performance.now()
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < requests) {
      const n = next++
      const spoilt = spoil(chanceOf(seed * 1_000_003 + n), things, keys)
      const answer = await send(port, agent, spoilt)
      judge(answer, spoilt, `seed ${seed}, request ${n}`)
      byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    agent.destroy()
    await stage.api.close()
  }
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  return { requests, byStatus, seconds: (performance.now() - start) / 1000 }
}

const lanes = 16

/** The DNS provider: it is up, and knows no token. */
const refusing: Http['request'] = async () => ({
  kind: 'answer',
  status: 403,
  headers: {},
  body: Buffer.from('{}'),
  truncated: false,
})

interface Got {
  readonly status: number
  readonly requestId: string | undefined
  readonly type: string
  readonly text: string
}

function send(
  port: number,
  agent: Agent,
  { method, path, headers, payload }: Spoilt,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const length = payload === null ? {} : { 'content-length': String(payload.length) }
    const options = {
      port,
      host: '127.0.0.1',
      agent,
      method,
      path,
      headers: { ...headers, ...length },
    }
    const request = httpRequest(options, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          requestId: response.headers['request-id'] as string | undefined,
          type: String(response.headers['content-type'] ?? ''),
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject)
    request.end(payload ?? undefined)
  })
}

const theirStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 429])

function judge({ status, requestId, type, text }: Got, spoilt: Spoilt, where: string): void {
  const told = () =>
    `${where}: ${spoilt.method} ${spoilt.path.slice(0, 300)} ${spoilt.payload?.toString().slice(0, 500)} → ${status} ${text.slice(0, 500)}`
  assert.ok(status < 500, told())
  assert.ok(requestId, told())
  if (status < 400 || spoilt.method === 'HEAD') return
  assert.match(type, /^application\/json/, told())
  const body = JSON.parse(text)
  if (!body.error) {
    assert.ok(theirStatuses.has(status) && body.statusCode === status, told())
    assert.ok(Object.hasOwn(errors, body.code), told())
    return
  }
  assert.ok(Object.hasOwn(errors, body.error.code), told())
  assert.equal(status, errors[body.error.code as keyof typeof errors].status, told())
  assert.equal(body.error.request_id, requestId, told())
}

if (import.meta.main) {
  const { values: given } = optionsOf(import.meta.url, {
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const database = await createDatabase({ connections: 8 })
  console.log(await mutate(database.db, Number(given.requests), Number(given.seed)))
  await database.drop()
  process.exit(0)
}
