/**
 * The customer of a failover run: one POST every few milliseconds, none with a key, each with its
 * X-id, and a look at the health of the node beside. What was answered when is kept.
 */
import { pause } from '../crash/nodes.ts'

interface Probe {
  readonly x: number
  readonly begunAt: number
  /** Undefined: still waiting. */
  endedAt?: number
  /** 0: no answer. */
  status: number
  text: string
}

interface Health {
  readonly at: number
  readonly status: number
}

export interface Prober {
  readonly probes: readonly Probe[]
  readonly healths: readonly Health[]
  /** The first 202 to a POST that was begun after a moment; throws after a while. */
  accepted(after: number): Promise<Probe>
  stop(): Promise<void>
}

const everyMs = 50
const healthEveryMs = 200
const answerTimeoutMs = 40_000
const patienceMs = 90_000

export function startProber(port: number, key: string): Prober {
  const probes: Probe[] = []
  const healths: Health[] = []
  let isOver = false

  async function post(probe: Probe): Promise<void> {
    const answer = await ask(port, '/v1/emails', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(email(probe.x)),
    })
    Object.assign(probe, answer, { endedAt: Date.now() })
  }

  async function posting(): Promise<void> {
    const all: Promise<void>[] = []
    for (let x = 0; !isOver; x++) {
      const probe: Probe = { x, begunAt: Date.now(), status: 0, text: '' }
      probes.push(probe)
      all.push(post(probe))
      await pause(everyMs)
    }
    await Promise.all(all)
  }

  async function looking(): Promise<void> {
    while (!isOver) {
      const { status } = await ask(port, '/healthz', {})
      healths.push({ at: Date.now(), status })
      await pause(healthEveryMs)
    }
  }

  const running = Promise.all([posting(), looking()])
  return {
    probes,
    healths,
    async accepted(after) {
      const deadline = Date.now() + patienceMs
      while (Date.now() < deadline) {
        const found = probes.find(probe => probe.begunAt > after && probe.status === 202)
        if (found) return found
        await pause(everyMs)
      }
      throw new Error('nothing was accepted any more')
    },
    async stop() {
      isOver = true
      await running
    },
  }
}

export const email = (x: number, more: object = {}) => ({
  from: 'Failover <hello@crash.test>',
  to: [`user${x}@dest${x % 20}.test`],
  subject: `Message ${x}`,
  text: `X-id: ${x}\n\nOlá!`,
  metadata: { x: String(x) },
  ...more,
})

export async function ask(
  port: number,
  path: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: 0, text: '' }
  }
}
