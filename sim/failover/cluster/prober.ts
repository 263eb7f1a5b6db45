/**
 * The customer of a cluster run: 20 POSTs a second through the balancer, each with its X-id. Every
 * other one has an Idempotency-Key and is repeated until it is accepted, for a minute; the others
 * are sent once. What was answered when is kept.
 */
import { pause } from '../../crash/nodes.ts'
import { email } from '../prober.ts'

export interface Probe {
  readonly x: number
  readonly hasKey: boolean
  readonly begunAt: number
  /** Of the last answer; undefined: still waiting. */
  readonly endedAt?: number
  /** 0: no answer. */
  readonly status: number
  readonly text: string
  readonly tries: number
}

export interface Prober {
  readonly probes: readonly Probe[]
  /** The first 202 to a POST that was begun after a moment; throws after a while. */
  accepted(after: number): Promise<Probe>
  /** When all that were begun before a moment have their last answer. */
  answered(before: number): Promise<void>
  stop(): Promise<void>
}

export interface Way {
  readonly url: string
  readonly key: string
}

const everyMs = 50
const answerTimeoutMs = 45_000
/** What a client with a key has in patience. */
const keyedMs = 60_000
const againMs = 500
const patienceMs = 180_000

export function startProber(way: Way): Prober {
  const probes: Probe[] = []
  let isOver = false

  async function run(x: number): Promise<void> {
    const begunAt = Date.now()
    const hasKey = x % 2 === 0
    probes[x] = { x, hasKey, begunAt, status: 0, text: '', tries: 0 }
    for (let tries = 1; ; tries++) {
      const { retryAfterMs, ...answer } = await post(way, x, hasKey)
      const goesOn = hasKey && answer.status !== 202 && Date.now() < begunAt + keyedMs
      if (!goesOn) {
        probes[x] = { x, hasKey, begunAt, ...answer, tries, endedAt: Date.now() }
        return
      }
      await pause(retryAfterMs)
    }
  }

  async function probing(): Promise<void> {
    const all: Promise<void>[] = []
    for (let x = 0; !isOver; x++) {
      all.push(run(x))
      await pause(everyMs)
    }
    await Promise.all(all)
  }

  const running = probing()
  const until = async <T>(look: () => T | undefined, what: string): Promise<T> => {
    const deadline = Date.now() + patienceMs
    while (Date.now() < deadline) {
      const found = look()
      if (found !== undefined) return found
      await pause(everyMs)
    }
    throw new Error(what)
  }
  return {
    probes,
    accepted: after =>
      until(
        () => probes.findLast(one => one.begunAt > after && one.status === 202),
        'nothing was accepted any more',
      ),
    async answered(before) {
      const isOpen = (one: Probe): boolean => one.begunAt <= before && one.endedAt === undefined
      await until(() => (probes.some(isOpen) ? undefined : true), 'a POST has no answer for ever')
    },
    async stop() {
      isOver = true
      await running
    },
  }
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAfterMs: number
}

async function post({ url, key }: Way, x: number, hasKey: boolean): Promise<Answer> {
  try {
    const answer = await fetch(`${url}/v1/emails`, {
      method: 'POST',
      signal: AbortSignal.timeout(answerTimeoutMs),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(hasKey ? { 'idempotency-key': `probe-${x}` } : {}),
      },
      body: JSON.stringify(email(x)),
    })
    const seconds = Number(answer.headers.get('retry-after') ?? 0)
    return {
      status: answer.status,
      text: await answer.text(),
      retryAfterMs: Math.max(againMs, seconds * 1000),
    }
  } catch {
    return { status: 0, text: '', retryAfterMs: againMs }
  }
}
