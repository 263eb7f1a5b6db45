/**
 * The customers' webhook receivers and the other web servers of the simulated internet (MTA-STS
 * policies). A receiver answers, refuses, hangs or loses its answer as its weather says, and writes
 * down every attempt to post to it.
 */
import type { Http, HttpRequest, HttpResult } from '#kernel/world/http.ts'
import type { Life } from '../storm/life.ts'
import type { Time } from './clock.ts'
import type { Chance } from './random.ts'
import type { Site } from './sites.ts'

export interface Receiver {
  readonly host: string
  readonly episodes: readonly { from: number; to: number; how: Trouble }[]
  /** Part of the posts that go wrong at any time. */
  readonly faultRate: number
}

type Trouble = 'error' | 'refuses' | 'hangs' | 'gone' | 'redirects' | 'loses-answer'
const troubles = ['error', 'refuses', 'hangs', 'gone', 'redirects', 'loses-answer'] as const

/** An attempt to post to a receiver. `reached`: it was heard there; else only tried. */
export interface Post {
  readonly reached: boolean
  readonly at: number
  readonly host: string
  readonly life: Life
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number | null
}

const hour = 3_600_000
const delays = [25, 25, 25, 200] as const

export function createReceivers(chance: Chance, startMs: number, endMs: number): Receiver[] {
  const receiver = (host: string, partial: Partial<Receiver> = {}): Receiver => ({
    host,
    episodes: Array.from({ length: chance.integer(4) }, () => {
      const from = startMs + Math.floor(chance.uniform() * (endMs - startMs))
      const to = Math.min(endMs, from + Math.floor(chance.wait(3 * hour)))
      return { from, to, how: chance.pick(troubles) }
    }),
    faultRate: chance.happens(0.5) ? chance.uniform() * 0.2 : 0,
    ...partial,
  })
  const forever = { from: 0, to: Number.MAX_SAFE_INTEGER }
  return [
    receiver('hooks.calm-shop.com', { episodes: [], faultRate: 0 }),
    receiver('hooks.busy-shop.com'),
    receiver('hooks.far-shop.com'),
    receiver('hooks.dead-shop.com', { episodes: [{ ...forever, how: chance.pick(troubles) }] }),
  ]
}

interface WebOptions {
  readonly receivers: readonly Receiver[]
  readonly sites: readonly Site[]
  readonly posts: Post[]
  readonly time: Time
  readonly chance: Chance
}

const ok = (status: number, body = ''): HttpResult => ({
  kind: 'answer',
  status,
  headers: {},
  body: Buffer.from(body),
  truncated: false,
})

export function createWeb({ receivers, sites, posts, time, chance }: WebOptions) {
  async function timeOut(request: HttpRequest, since: number): Promise<HttpResult> {
    await time.sleep(since + request.timeoutMs - time.now())
    return { kind: 'failure', reason: 'timeout', message: 'no answer in time' }
  }

  async function receive(
    life: Life,
    request: HttpRequest,
    receiver: Receiver,
  ): Promise<HttpResult> {
    const since = time.now()
    await time.sleep(chance.pick(delays))
    const now = time.now()
    const episode = receiver.episodes.find(one => one.from <= now && now < one.to)
    const how = episode?.how ?? (chance.happens(receiver.faultRate) ? chance.pick(troubles) : null)
    const { headers } = request
    const body = String(request.body ?? '')
    const isHeard = how !== 'refuses' && how !== 'hangs'
    const status = isHeard ? statusOf(how, chance) : null
    posts.push({ at: now, host: receiver.host, life, headers, body, status, reached: isHeard })
    if (how === 'refuses') {
      return { kind: 'failure', reason: 'network', message: 'connect ECONNREFUSED' }
    }
    if (how === 'hangs') return timeOut(request, since)
    if (how === 'loses-answer') return timeOut(request, since)
    await time.sleep(chance.pick(delays))
    return ok(status ?? 500, 'thanks')
  }

  async function answer(life: Life, request: HttpRequest): Promise<HttpResult> {
    const host = new URL(request.url).hostname
    const receiver = receivers.find(one => one.host === host)
    if (receiver) return receive(life, request, receiver)
    await time.sleep(chance.between(5, 100))
    const site = sites.find(one => `mta-sts.${one.domain}` === host)
    if (!site?.enforcesTls) {
      return { kind: 'failure', reason: 'dns', message: `no such host: ${host}` }
    }
    const lines = ['version: STSv1', 'mode: enforce', ...site.hosts.map(one => `mx: ${one.name}`)]
    return {
      ...ok(200, `${lines.join('\r\n')}\r\nmax_age: 604800\r\n`),
      headers: { 'content-type': 'text/plain' },
    } as HttpResult
  }

  return (life: Life): Http => ({
    request: request => life.through('http', () => answer(life, request)),
  })
}

function statusOf(how: Trouble | null, chance: Chance): number {
  switch (how) {
    case 'error':
      return chance.pick([500, 502, 503, 404, 429])
    case 'gone':
      return 410
    case 'redirects':
      return 302
    default:
      return chance.pick([200, 200, 204, 202])
  }
}
