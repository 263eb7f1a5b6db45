/** The thread of somebody else, who makes one small call after the other (ticks.ts). */
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export interface Neighbour {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const pauseMs = 10
const { url, headers } = workerData as Neighbour
let longestMs = 0
let askedAt = performance.now()

/** Each message is answered with the longest wait since the one before. */
parentPort!.on('message', () => {
  parentPort!.postMessage(Math.max(longestMs, performance.now() - askedAt))
  longestMs = 0
})

for (;;) {
  askedAt = performance.now()
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  // An error that comes at once would make every wait look short.
  longestMs = response.ok ? Math.max(longestMs, performance.now() - askedAt) : Infinity
  await setTimeout(pauseMs)
}
