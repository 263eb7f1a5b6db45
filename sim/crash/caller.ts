/** Calls of the API that a kill does not keep from happening, once. */
import { pause } from './nodes.ts'
import type { Stage } from './stage.ts'

type Answer = Record<string, unknown>
export type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Repeats at the other node what found none; with one key, so that it happens once. */
export function callerOf({ nodes, key }: Stage): Caller {
  let calls = 0
  return async (method, where, body) => {
    calls += 1
    const deadline = performance.now() + 60_000
    for (let n = 0; ; n += 1) {
      const { port } = nodes[n % nodes.length]!
      const answer = await fetch(`http://127.0.0.1:${port}${where}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `call ${calls}`,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => null)
      if (answer !== null && answer.status < 300) return (await answer.json()) as Answer
      if (answer !== null && answer.status < 500 && answer.status !== 409) {
        throw new Error(`${method} ${where}: ${await answer.text()}`)
      }
      if (performance.now() > deadline) throw new Error(`${method} ${where} found no node`)
      await pause(50)
    }
  }
}
