/**
 * The real program in a simulated world: one life of it per start, called without sockets. A call
 * to a life that dies before it answers ends as a lost connection, as its client would see it.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { World } from '#kernel/world/world.ts'
import { type Service, startService } from '../../src/service.ts'
import type { Universe } from '../world/world.ts'
import type { Life } from './life.ts'

export interface Program {
  readonly node: string
  readonly life: Life
  readonly world: World
  readonly takesCalls: boolean
  call(request: ApiRequest): Promise<ApiAnswer>
  /** A verb of its own process; null where that ends first. */
  lend<T>(verb: (world: World) => Promise<T>): Promise<T | null>
  /** An orderly stop: drains, then ends. */
  stop(): Promise<void>
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH'
  readonly path: string
  readonly key: string
  readonly idempotencyKey?: string
  readonly body?: unknown
  /** A file instead of a body. */
  readonly csv?: string
}

/** Null: no answer came (the connection was lost, or it took too long). */
export type ApiAnswer = ProgramAnswer | null

export interface ProgramAnswer {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly by: Life
}

/** How long a client waits for an answer. */
const patienceMs = 30_000
const graceMs = 25_000

/** Starts the program on a node. Null if it was killed before it was up. */
export async function startProgram(
  universe: Universe,
  node: string,
  roles: string,
  armed?: (life: Life) => void,
): Promise<Program | null> {
  const { life, world: plain } = universe.begin(node)
  const settings = { ...plain.settings, MALOTE_ROLES: roles.split(',') }
  const world: World = { ...plain, settings }
  armed?.(life)
  const service = await untilEnd(life, startService(world, { listen: false }))
  if (service === null) return null
  const { api } = service
  // Its pages are files: the first call waits until they are read.
  if (api) await universe.time.hold(api.inject({ url: '/no-such-page' }))
  return {
    node,
    life,
    world,
    takesCalls: api !== null,
    call: request => callApi(universe, life, service, request),
    lend: verb => untilEnd(life, tripping(world, life, verb(world))),
    async stop() {
      await untilEnd(life, service.stop(graceMs))
      life.end()
    },
  }
}

async function callApi(
  universe: Universe,
  life: Life,
  { api }: Service,
  request: ApiRequest,
): Promise<ApiAnswer> {
  if (!api || !life.isAlive) return null
  const { method, path, key, idempotencyKey, body, csv } = request
  const answered = api.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': csv === undefined ? 'application/json' : 'text/csv',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(csv === undefined ? {} : { payload: csv }),
  })
  const late = universe.time.sleep(patienceMs).then(() => null)
  const answer = await Promise.race([untilEnd(life, answered), late])
  if (answer === null) return null
  return { status: answer.statusCode, text: answer.body, body: parse(answer.body), by: life }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What a verb throws is a fault of its process; nobody knows what came of it. */
async function tripping<T>({ log }: World, life: Life, work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (life.isAlive) log.error({ error: String(error) }, 'a verb has failed')
    return null
  }
}

/** The outcome of the program's work, or null if its life ends before. */
function untilEnd<T>(life: Life, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>(resolve => life.onEnd(() => resolve(null)))])
}

/**
 * Signatures are made in place rather than on Node's thread pool: how long a thread takes is nothing
 * that a seed could repeat. The bytes are the same.
 */
export function signInPlace(): void {
  const original = crypto.sign as (...given: unknown[]) => unknown
  const inPlace = (...given: unknown[]): unknown => {
    const callback = given[3]
    if (typeof callback !== 'function') return original(...given)
    const signature = original(...given.slice(0, 3))
    queueMicrotask(() => callback(null, signature))
    return undefined
  }
  Object.assign(crypto, { sign: inPlace })
  syncBuiltinESMExports()
}
