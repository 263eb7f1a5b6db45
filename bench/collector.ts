/** A collector of spans that takes all and keeps nothing: it runs where the benchmark itself waits. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Collector {
  readonly url: string
  /** That have come so far. */
  readonly batches: number
  stop(): void
}

export async function startCollector(): Promise<Collector> {
  let batches = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      batches++
      response.end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get batches() {
      return batches
    },
    stop: () => void server.close().closeAllConnections(),
  }
}
