/**
 * A service of tiny routes for the tests of the API layer: an account with keys, and one or two
 * servers over one database, as two nodes would be.
 */
import { Type } from 'typebox'
import { type Api, type ApiExtras, createApi } from '#faces/api/server.ts'
import { readSettings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { bodyBytes, type Route, route } from '#kernel/routes/route.ts'
import type { Db } from '#kernel/world/db.ts'
import type { Clock, Log, World } from '#kernel/world/world.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { NewApiKey } from '#tenants/accounts/new-key.ts'
import { testWorld } from '../../support/real-world.ts'

/** A log that keeps what was said. */
export function keptLog(): Log & {
  readonly lines: { level: string; message: string; fields: object }[]
} {
  const lines: { level: string; message: string; fields: object }[] = []
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields })
  }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** A clock that stands until it is turned; whoever sleeps turns it. */
export function stillClock(start: number): Clock & { turn(ms: number): void } {
  let now = start
  return {
    now: () => now,
    monotonic: () => now,
    sleep: async ms => {
      now += ms
    },
    timer: () => ({ cancel() {} }),
    turn: ms => {
      now += ms
    },
  }
}

export function probeWorld(db: Db, parts: Partial<World> = {}, environment = {}): World {
  const settings = readSettings({ MALOTE_BASE_URL: 'http://malote.test', ...environment })
  return { ...testWorld({ settings, db, log: keptLog() }), ...parts }
}

/** Runs of the probe's work, so that a test sees how often something was really done. */
export interface ProbeState {
  runs: number
  /** Awaited before the work commits, where a test sets it. */
  gate: (() => Promise<void>) | null
}

export function probeRoutes(state: ProbeState = { runs: 0, gate: null }): Route[] {
  const echoed = Type.Unknown()
  return [
    route({
      method: 'GET',
      path: '/v1/probe',
      name: 'probe.list',
      scope: 'read',
      summary: 'Lists',
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        type: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
        exact: Type.Optional(Type.Boolean()),
        after: Type.Optional(Type.String()),
        tag: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
      success: { status: 200, schema: echoed },
      errors: [],
      handle: async call => ({ status: 200, body: { query: call.query, language: call.language } }),
    }),
    route({
      method: 'GET',
      path: '/v1/probe/{id}',
      name: 'probe.get',
      scope: 'read',
      summary: 'Reads',
      success: { status: 200, schema: echoed },
      errors: ['resource_not_found'],
      handle: async call => ({ status: 200, body: { params: call.params } }),
    }),
    route({
      method: 'POST',
      path: '/v1/probe',
      name: 'probe.create',
      maxBodyBytes: bodyBytes.emails,
      scope: 'send',
      summary: 'Creates',
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 20 }),
        to: Type.Optional(Type.Array(Type.String())),
        kind: Type.Optional(Type.Union([Type.Literal('x'), Type.Literal('y')])),
        count: Type.Optional(Type.Integer({ minimum: 0 })),
        nested: Type.Optional(Type.Object({ deep: Type.Optional(Type.Boolean()) })),
        tags: Type.Optional(Type.Record(Type.String(), Type.String())),
        list: Type.Optional(
          Type.Array(Type.Object({ from: Type.String() }), {
            maxItems: 2,
            'x-too-many': 'batch_too_large',
          }),
        ),
        at: Type.Optional(Type.String({ format: 'date-time' })),
        refuse: Type.Optional(Type.Boolean()),
        fail: Type.Optional(Type.Boolean()),
      }),
      success: { status: 201, schema: echoed },
      errors: ['already_suppressed'],
      handle: async call => {
        const { body, tenant } = call
        if (body.refuse) throw new Refusal('already_suppressed', { param: 'name' })
        if (body.fail) throw new Error('a fault of ours')
        const id = call.world.ids.next()
        const answer = await call.commit(async tx => {
          await tx.query(`insert into probes (id, project_id, name) values ($1, $2, $3)`, [
            id,
            tenant.projectId,
            body.name,
          ])
          await state.gate?.()
          return { status: 201, body: { id, mode: tenant.mode, body } }
        })
        state.runs++
        return answer
      },
    }),
    route({
      method: 'POST',
      path: '/v1/probe/{id}/run',
      name: 'probe.run',
      scope: 'admin',
      changes: 'nothing',
      summary: 'Runs',
      success: { status: 202, schema: echoed },
      errors: [],
      handle: call => call.commit(async () => ({ status: 202, body: { ran: true } })),
    }),
    route({
      method: 'DELETE',
      path: '/v1/probe/{id}',
      name: 'probe.delete',
      scope: 'admin',
      changes: 'nothing',
      summary: 'Deletes',
      success: { status: 200, schema: echoed },
      errors: [],
      handle: async () => ({ status: 200, body: { deleted: true } }),
    }),
  ]
}

export async function makeProbeTable(db: Db): Promise<void> {
  await db.query(
    `create table probes (id uuid primary key, project_id uuid not null, name text not null)`,
  )
}

export interface Service {
  readonly world: World
  readonly api: Api
  readonly url: string
  readonly state: ProbeState
}

/** Starts a server on a port of its own. */
export async function startProbe(world: World, extras: ApiExtras = {}): Promise<Service> {
  const state: ProbeState = { runs: 0, gate: null }
  const api = createApi(world, probeRoutes(state), extras)
  const port = await api.listen(0, '127.0.0.1')
  return { world, api, url: `http://127.0.0.1:${port}`, state }
}

let accounts = 0

export interface Owner {
  readonly accountId: Uuid
  readonly projectId: Uuid
  /** A key of this account's first project; without a rate unless one is given. */
  key(input?: Partial<NewApiKey>): Promise<{ id: Uuid; key: string }>
}

export async function makeOwner(world: World): Promise<Owner> {
  const made = await createAccount(world, { email: `owner${++accounts}@example.com` })
  return {
    ...made,
    key: input =>
      createKey(world, {
        projectId: made.projectId,
        mode: 'live',
        scope: 'admin',
        rate: 0,
        ...input,
      }),
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // The tests look into bodies of all shapes.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

export interface Ask {
  readonly method?: string
  readonly key?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string | Buffer
}

/** One call; English unless said otherwise. */
export async function ask(url: string, path: string, options: Ask = {}): Promise<Reply> {
  const { key, headers, body, raw } = options
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(url + path, {
    method: options.method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      'accept-language': 'en',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent as string }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  }
}
