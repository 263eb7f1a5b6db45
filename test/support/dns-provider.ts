/**
 * A DNS provider on loopback that speaks the part of the Cloudflare API v4 that Malote uses: zones
 * by name, records by name, create, replace, delete. It knows tokens, and refuses what it is told to.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProviderRecord {
  id: string
  type: string
  name: string
  content: string
  ttl: number
  proxied?: boolean
}

export interface FakeProvider {
  readonly url: string
  /** What is published in the one zone. */
  readonly records: ProviderRecord[]
  /** Method and path of each call. */
  readonly calls: string[]
  /** Writes whose name matches are refused with this status. */
  refuse: { name: RegExp; status: number } | null
  /** Lists the whole zone, whichever name is asked for. */
  listsAll: boolean
  close(): Promise<void>
}

export interface FakeProviderOptions {
  readonly zone: string
  /** May edit the zone; any other token is invalid. */
  readonly token: string
  /** Valid, but reaches no zone. */
  readonly otherToken: string
}

export async function startDnsProvider(options: FakeProviderOptions): Promise<FakeProvider> {
  const records: ProviderRecord[] = []
  const calls: string[] = []
  const fake: Omit<FakeProvider, 'url'> = {
    records,
    calls,
    refuse: null,
    listsAll: false,
    close: () => new Promise(resolve => void server.close(() => resolve())),
  }
  let made = 0

  const answer = (response: ServerResponse, status: number, result: unknown): void => {
    const errors =
      status < 300 ? [] : [{ code: status === 403 ? 9109 : 81053, message: String(result) }]
    const body = { success: status < 300, errors, result: status < 300 ? result : null }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://provider.test')
    const [, , , , id] = url.pathname.split('/')
    calls.push(`${request.method} ${url.pathname}${url.search}`)
    const token = request.headers.authorization?.replace('Bearer ', '')
    if (token !== options.token && token !== options.otherToken) {
      return answer(response, 403, 'Invalid access token')
    }
    if (url.pathname === '/zones') {
      const isMine = token === options.token && url.searchParams.get('name') === options.zone
      return answer(response, 200, isMine ? [{ id: 'zone1', name: options.zone }] : [])
    }
    if (request.method === 'GET') {
      const name = url.searchParams.get('name')
      return answer(
        response,
        200,
        records.filter(one => fake.listsAll || one.name === name),
      )
    }
    const record = await bodyOf(request)
    const at = records.findIndex(one => one.id === id)
    const name = record?.name ?? records[at]?.name ?? ''
    if (fake.refuse?.name.test(name) && request.method !== 'DELETE') {
      return answer(response, fake.refuse.status, 'A record with that host already exists.')
    }
    if (request.method === 'POST') {
      records.push({ ...record!, id: `record${++made}` })
      return answer(response, 200, records.at(-1))
    }
    if (at < 0) return answer(response, 404, 'Record does not exist')
    if (request.method === 'DELETE') records.splice(at, 1)
    else records[at] = { ...record!, id: id! }
    return answer(response, 200, { id })
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(fake, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

async function bodyOf(request: IncomingMessage): Promise<ProviderRecord | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString())
}
