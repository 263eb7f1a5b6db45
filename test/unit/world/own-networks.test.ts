/** Leniency within the operator's own networks, and none outside (decision 0010). */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseNetworks } from '#kernel/base/addresses.ts'
import { type RealHttp, realHttp } from '#kernel/world/real/http.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { fakeDns } from '../../support/fake-world.ts'
import { machineClock } from '../../support/real-clock.ts'

const dns = fakeDns({ 'own.example.com': ['127.0.0.1'], 'verified.example.com': ['127.0.0.2'] })
const root = makeCertificate({ name: 'Test Root', authority: true })
const selfSigned = makeCertificate({ name: 'own.example.com' })
const verified = makeCertificate({ name: 'verified.example.com', issuer: root })

let seen = 0
const listener = (request: IncomingMessage, response: ServerResponse): void => {
  seen++
  request.resume()
  response.end('ok')
}

async function listen(server: Server, host: string): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('A lenient request', () => {
  const servers = [
    createHttpServer(listener),
    createHttpsServer({ cert: selfSigned.cert, key: selfSigned.key }, listener),
    createHttpsServer({ cert: verified.cert, key: verified.key }, listener),
  ] as const
  let ports: number[] = []
  const made: RealHttp[] = []

  before(async () => {
    ports = [
      await listen(servers[0], '127.0.0.1'),
      await listen(servers[1], '127.0.0.1'),
      await listen(servers[2], '127.0.0.2'),
    ]
  })
  after(() => {
    for (const http of made) http.close()
    for (const server of servers) server.close()
  })

  const ask = async (
    allow: string,
    url: string,
    lenientOnOwnNetworks: boolean,
  ): Promise<string> => {
    const http = realHttp({
      dns,
      clock: machineClock,
      allow: parseNetworks(allow),
      roots: root.pem,
    })
    made.push(http)
    const before = seen
    const result = await http.request({
      method: 'POST',
      url,
      headers: {},
      body: 'secret',
      timeoutMs: 5000,
      maxAnswerBytes: 1000,
      lenientOnOwnNetworks,
    })
    const text = result.kind === 'answer' ? String(result.status) : result.reason
    assert.equal(seen - before, result.kind === 'answer' ? 1 : 0, 'what is refused is never sent')
    return text
  }

  it("takes plain http and any certificate on the operator's own networks", async () => {
    assert.equal(await ask('127.0.0.1', `http://own.example.com:${ports[0]}/`, true), '200')
    assert.equal(await ask('127.0.0.1', `https://own.example.com:${ports[1]}/`, true), '200')
    assert.equal(await ask('127.0.0.1', `https://127.0.0.1:${ports[1]}/`, true), '200')
  })

  it('dials no internal address that is not on the list', async () => {
    for (const port of [0, 1]) {
      const scheme = port === 0 ? 'http' : 'https'
      const url = `${scheme}://own.example.com:${ports[port]}/`
      assert.equal(await ask('127.0.0.2', url, true), 'internal_address')
    }
  })

  it('verifies certificates where nothing lenient was asked for', async () => {
    assert.equal(await ask('127.0.0.0/8', `https://own.example.com:${ports[1]}/`, false), 'tls')
    assert.equal(
      await ask('127.0.0.0/8', `https://verified.example.com:${ports[2]}/`, false),
      '200',
    )
  })

  it('gives nothing to public addresses: no plain http, no certificate that does not verify', t => {
    const file = fileURLToPath(new URL('public-internet.ts', import.meta.url))
    const script = 'ip link set lo up && ip addr add 93.184.216.34/32 dev lo && exec "$@"'
    const inside = ['-rn', 'sh', '-c', script, 'sh', process.execPath, file]
    const run = spawnSync('unshare', inside, { encoding: 'utf8' })
    if (/unshare|ip: not found|RTNETLINK/.test(run.error?.message ?? run.stderr)) {
      t.skip('networks of their own are not available here')
      return
    }
    assert.equal(run.status, 0, run.stderr)
    assert.deepEqual(JSON.parse(run.stdout), [
      ['tls', 0],
      ['tls', 0],
      ['tls', 0],
      ['tls', 0],
      ['tls', 0],
      [200, 1],
      ['tls', 0],
    ])
  })
})
