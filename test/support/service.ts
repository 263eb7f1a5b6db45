/**
 * A whole service for spec tests: the real loops and sockets on loopback, a database of its own, a
 * DNS server and receiving servers that a test scripts, and a wall clock that a test turns forward
 * (`turn`). Nothing sleeps for its own sake: `until` waits for a fact and fails after a while.
 */
import type { TestContext } from 'node:test'
import { apiRoutes } from '#faces/api/routes.ts'
import { readSettings } from '#kernel/base/config.ts'
import { idSource, show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import { realTracing } from '#kernel/world/real/tracing.ts'
import type { Siblings } from '#kernel/world/siblings.ts'
import type { Log, World } from '#kernel/world/world.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { type Service, startService } from '../../src/service.ts'
import { type Mx, type MxOptions, startMx } from '../unit/smtp/mx.ts'
import { judgeOf } from './answers.ts'
import type { Caller } from './called.ts'
import { testDatabase } from './database.ts'
import { type DnsServer, startDnsServer, type Zones } from './dns-server.ts'
import { testWorld } from './real-world.ts'
import { until } from './until.ts'

export interface ServiceOptions {
  readonly zones?: Zones
  /** How the receiving server at 127.0.0.1 behaves. */
  readonly mx?: MxOptions
  readonly settings?: Readonly<Record<string, string>>
  /** Whose the first account is, and the domain that it sends from. */
  readonly names?: { readonly owner: string; readonly domain: string }
  /** Extra log for a failing test. */
  readonly log?: Log
  /** Where the service is to take itself for one of several processes. */
  readonly siblings?: Siblings
}

export interface TestService {
  readonly world: World
  readonly service: Service
  readonly dns: DnsServer
  readonly mx: Mx
  readonly accountId: Uuid
  readonly projectId: Uuid
  /** The ids of both as the API and the dashboard show them. */
  readonly shown: { readonly account: string; readonly project: string }
  readonly port: number
  /** For whoever connects by itself: a database of which that is asked serves no other test. */
  databaseUrl(): string
  /** Calls the API over HTTP; the body is parsed JSON where it is JSON. */
  readonly call: Caller<CallOptions>
  /** The same by a key of the project (none: the live one), with the body after the path. */
  as(key?: string): Caller<unknown>
  /** A key of the first project. */
  key(mode: Mode, scope: Scope, options?: { rate?: number; allowIps?: string[] }): Promise<string>
  /** Moves the wall clock forward; what was due in between becomes due now. */
  turn(ms: number): void
  /** The timeline of an email as the API shows it. */
  timeline(id: string): Promise<ShownEvent[]>
}

/** What a live key alone may change, whichever mode a test is about. */
const isOfProject = (path: string): boolean => path === '/v1/marketing-settings'

export interface CallOptions {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ShownEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly recipient?: string
  readonly [field: string]: unknown
}

const judge = judgeOf(apiRoutes)

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Starts a service whose mail to any domain of `zones` arrives at `mx`. Stops with the test. */
export async function startTestService(
  t: TestContext,
  options: ServiceOptions = {},
): Promise<TestService> {
  const started: { stop(): Promise<void> }[] = []
  const stopFirst = async () => {
    for (const one of started.reverse()) await one.stop()
  }
  const database = await testDatabase(t, { connections: 4, stopFirst })
  const mx = await startMx(options.mx)
  const dns = await startDnsServer({ zones: options.zones ?? {} })
  started.push({ stop: () => mx.close() }, { stop: () => dns.close() })
  const settings = readSettings({
    PORT: '0',
    MALOTE_HOST: '127.0.0.1',
    MALOTE_HOSTNAME: 'malote.test',
    MALOTE_DNS_SERVERS: dns.address,
    MALOTE_SMTP_PORT: String(mx.port),
    MALOTE_INBOUND_PORT: '0',
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
    ...options.settings,
  })
  const log = options.log ?? silent
  const tracing = await realTracing(settings, log, '0.0.0')
  if (tracing) started.push({ stop: () => tracing.close(1_000) })
  const base = testWorld({ settings, db: database.db, log, tracing })
  started.push({ stop: async () => base.directory?.close() })
  let shift = 0
  const now = (): number => base.clock.now() + shift
  const clock = { ...base.clock, now, monotonic: () => base.clock.monotonic() + shift }
  const { siblings } = options
  const ids = idSource(now, base.random.bytes)
  const world: World = { ...base, clock, ids, ...(siblings ? { siblings } : {}) }
  const service = await startService(world)
  started.push({ stop: () => service.stop(2_000) })
  const { names = { owner: 'owner@malote.test', domain: 'shop.test' } } = options
  const { accountId, projectId } = await createAccount(world, {
    email: names.owner,
    plan: 'enterprise',
    trustLevel: 3,
    language: 'en',
  })
  const domain = await createDomain(world, { projectId, name: names.domain })
  await trustDomain(world, domain.id)
  const port = service.port!
  const admin = (await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })).key
  const call: TestService['call'] = async (method, path, { key = admin, body, headers } = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const read = isJson ? JSON.parse(text) : text
    const fault = isJson ? judge(method, path, answer.status, read) : null
    if (fault !== null) throw new Error(fault)
    return { status: answer.status, headers: answer.headers, body: read }
  }
  return {
    world,
    service,
    dns,
    mx,
    accountId,
    projectId,
    shown: { account: show('acc', accountId), project: show('prj', projectId) },
    port,
    databaseUrl: () => database.url,
    call,
    as: key => (method, path, body) =>
      call(method, path, {
        ...(key === undefined || isOfProject(path) ? {} : { key }),
        ...(body === undefined ? {} : { body }),
      }),
    // Tests ask again until an answer is there: past ten calls a second they would be told so instead.
    key: async (mode, scope, more) =>
      (await createKey(world, { projectId, mode, scope, rate: 0, ...more })).key,
    turn(ms) {
      shift += ms
      world.signals.emit('queue:delivery')
      world.signals.emit('queue:webhook')
      world.signals.emit('queue:bulk')
      world.signals.emit('queue:bulk_webhook')
    },
    timeline: async id => (await call('GET', `/v1/emails/${id}`)).body.events,
  }
}

/** How far it is to the next such hour, UTC: a test of a day must not begin shortly before its end. */
export function untilHour(now: number, hour: number): number {
  const hourMs = 3_600_000
  const day = 24 * hourMs
  return (((hour * hourMs - (now % day)) % day) + day) % day
}

/** The timeline once it has an event of a type (the n-th of it). */
export function eventOf(
  service: TestService,
  id: string,
  type: string,
  n = 1,
): Promise<ShownEvent> {
  return until(async () => {
    const events = await service.timeline(id)
    return events.filter(event => event.type === type)[n - 1]
  }, `event ${type} of ${id}`)
}
