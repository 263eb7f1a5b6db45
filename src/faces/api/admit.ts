/**
 * Who may pass: key, address, rate, scope, in this order (docs/contract.md#order-of-checks). The
 * rate headers are put on the answer as soon as the key is recognised.
 */
import type { IncomingMessage } from 'node:http'
import { canonicalAddress, inNetworks, type Networks } from '#kernel/base/addresses.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Caller, Scope } from '#kernel/routes/route.ts'
import { noteUndone } from '#kernel/world/db.ts'
import { patiently } from '#kernel/world/outage.ts'
import type { World } from '#kernel/world/world.ts'
import { findKey, type KeyRecord, markOfKey } from '#tenants/accounts/keys.ts'
import { mustNotHaveMoved } from '#tenants/accounts/moved/moved.ts'
import type { Rate, RateAnswer } from '#tenants/limits/rate.ts'

/** Sets headers of the answer. */
export type SetHeaders = (headers: Readonly<Record<string, string>>) => void

/** What is told on the way, also of a call that is refused. */
interface Telling {
  readonly setHeaders: SetHeaders
  /** The key, once it is recognised. */
  readonly watch?: { knows(key: KeyRecord): void } | null | undefined
}

export interface Authenticator {
  /** The caller, if allowed to make this call; throws Refusal. */
  authenticate(request: IncomingMessage, scope: Scope, tell: Telling): Promise<Caller>
  /** Tells a known key its rate on an answer that is given whoever calls; never throws. */
  sendRate(request: IncomingMessage, tell: Telling): Promise<void>
}

/**
 * A database that has not answered by then is taken for unavailable. Waited for in slices: where this
 * process itself stood still, the answer is there but not read, and one late timer proves nothing.
 */
const patienceMs = 4000
const slices = 8

export function createAuthenticator(world: World, rate: Rate): Authenticator {
  return {
    async authenticate(request, scope, { setHeaders, watch }) {
      const arrival = { at: world.clock.monotonic() }
      const token = bearerToken(request.headers.authorization)
      const ask = <T>(question: () => T | Promise<T>) => askPatiently(world, request, question)
      const key = await ask(() => findKey(world, token))
      if (!key) {
        await ask(() => mustNotHaveMoved(world, 'key', markOfKey(token)))
        throw new Refusal('invalid_api_key')
      }
      watch?.knows(key)
      const { keyId, scope: keyScope } = key.principal
      const before = rate.glance(keyId, key.rate)
      setHeaders(rateHeaders(before))
      checkAddress(key, callerAddress(request, world.settings.MALOTE_TRUSTED_PROXIES))
      const answer = await ask(() => rate.take(keyId, key.rate, arrival))
      // A key without a rate has one answer for both.
      if (answer !== before) setHeaders(rateHeaders(answer))
      if (!answer.granted) throw tooMany(answer)
      checkScope(keyScope, scope)
      return key
    },
    async sendRate({ headers }, { setHeaders, watch }) {
      if (headers.authorization === undefined) return
      try {
        const key = await inTime(world, findKey(world, bearerToken(headers.authorization)))
        if (!key) return
        watch?.knows(key)
        setHeaders(rateHeaders(rate.glance(key.principal.keyId, key.rate)))
      } catch {
        // The answer does not depend on it.
      }
    },
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750 §2.1); throws Refusal. */
function bearerToken(header: string | undefined): string {
  if (header === undefined) throw new Refusal('missing_api_key')
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  if (token === undefined) throw new Refusal('invalid_api_key')
  return token
}

/**
 * The address that a call comes from: the peer's, unless that is a proxy of ours. Then the last
 * entry of X-Forwarded-For that is not one of ours either: those before it are hearsay.
 */
export function callerAddress(request: IncomingMessage, proxies: Networks): string {
  const peer = request.socket.remoteAddress ?? ''
  if (!inNetworks(peer, proxies)) return canonicalAddress(peer)
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  for (const entry of forwarded.reverse()) {
    const address = withoutPort(entry.trim())
    if (address !== '' && !inNetworks(address, proxies)) return canonicalAddress(address)
  }
  return canonicalAddress(peer)
}

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const parts = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry)
  return parts?.[1] ?? parts?.[2] ?? entry
}

function checkAddress({ allowed }: KeyRecord, ip: string): void {
  if (allowed === null || inNetworks(ip, allowed)) return
  throw new Refusal('ip_not_allowed', { values: { ip: ip.slice(0, 100) } })
}

function checkScope(has: Scope, needs: Scope): void {
  if (has === needs || has === 'admin') return
  throw new Refusal('insufficient_scope', { values: { scope: needs } })
}

function rateHeaders({ limit, remaining, resetSeconds }: RateAnswer): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  }
}

function tooMany({ limit, resetSeconds }: RateAnswer): Refusal {
  return new Refusal('rate_limited', {
    values: { limit, seconds: resetSeconds },
    headers: { 'Retry-After': String(resetSeconds) },
  })
}

type Timer = Pick<World, 'clock'>

/** Whether a call only reads; it then waits for the database as long as one that does. */
export const kindOfCall = (method: string | undefined): 'reading' | 'writing' =>
  method === 'GET' || method === 'HEAD' ? 'reading' : 'writing'

/**
 * A small question at the start of a call; asked again as long as a call waits for the database, also
 * where its answer was lost: nothing of the call has begun by then.
 */
export const askPatiently = <T>(
  world: World,
  { method }: Pick<IncomingMessage, 'method'>,
  question: () => T | Promise<T>,
): Promise<T> =>
  patiently(world, kindOfCall(method), async () => {
    try {
      return await inTime(world, question())
    } catch (error) {
      throw noteUndone(error)
    }
  })

/**
 * For small questions at the start of a call, when nothing is written yet: better a quick refusal
 * than a caller who hangs with a database that does. Never for the work itself, which might still be
 * committed after we said that it was not. What is known already is no question.
 */
export function inTime<T>(world: Timer, question: Promise<T>, ms?: number): Promise<T>
export function inTime<T>(world: Timer, question: T | Promise<T>, ms?: number): T | Promise<T>
export function inTime<T>(world: Timer, question: T | Promise<T>, ms = patienceMs): T | Promise<T> {
  return question instanceof Promise ? answeredInTime(world, question, ms) : question
}

async function answeredInTime<T>(world: Timer, question: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const wait = (left: number) =>
    world.clock.timer(ms / slices, () => {
      if (left > 1) timer = wait(left - 1)
      else reject(noteUndone(new Error(`timeout exceeded: no answer of the database in ${ms} ms`)))
    })
  let timer = wait(slices)
  question.catch(() => {})
  try {
    return await Promise.race([question, late])
  } finally {
    timer.cancel()
  }
}
