/**
 * No URL, name or redirect leads the program to an internal address (reliability W3). A canary
 * listens on every address of the machine; nothing may ever knock on it, except where a test allows
 * that network in order to prove that the same request would have arrived.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { parseNetworks } from '#kernel/base/addresses.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import { type RealHttp, realHttp } from '#kernel/world/real/http.ts'
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts'
import { machineClock, machineRandom } from '../../support/real-clock.ts'
import { spellings } from '../../support/spellings.ts'

const targets = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '0.0.0.0']

let canary: Server
let port = 0
let knocks = 0
let dnsServer: DnsServer
const opened: RealHttp[] = []

before(async () => {
  canary = createServer((_, answer) => answer.writeHead(200, { connection: 'close' }).end('canary'))
  canary.on('connection', () => knocks++)
  canary.listen(0, '::').on('error', () => canary.listen(0, '0.0.0.0'))
  await once(canary, 'listening')
  port = (canary.address() as AddressInfo).port
  dnsServer = await startDnsServer()
})
beforeEach(() => {
  knocks = 0
})
after(async () => {
  for (const http of opened) http.close()
  canary.closeAllConnections()
  canary.close()
  await dnsServer.close()
})

function client(allow = ''): RealHttp {
  const dns = realDns({ servers: [dnsServer.address], clock: machineClock, random: machineRandom })
  const http = realHttp({ dns, clock: machineClock, allow: parseNetworks(allow) })
  opened.push(http)
  return http
}

const post = (http: RealHttp, url: string, trusted = false): Promise<HttpResult> =>
  http.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeoutMs: 5_000,
    maxAnswerBytes: 65_536,
    trusted,
  })

async function all(http: RealHttp, urls: readonly string[]): Promise<HttpResult[]> {
  const results: HttpResult[] = []
  for (let at = 0; at < urls.length; at += 50) {
    results.push(...(await Promise.all(urls.slice(at, at + 50).map(url => post(http, url)))))
  }
  return results
}

const reasonOf = (result: HttpResult): string =>
  result.kind === 'failure' ? result.reason : String(result.status)

describe('literals', () => {
  const six = ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:0:0]', '[fe80::1]']
  const words = [
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
  ]

  it('never reaches an internal address, however it is spelled', async t => {
    const urls = [
      ...targets.flatMap(target => spellings(target, port).map(({ url }) => url)),
      ...[...six, ...words].flatMap(host => [
        `http://${host}:${port}/`,
        `https://${host}:${port}/`,
      ]),
    ]
    assert.ok(new Set(urls).size >= 1_150, `${new Set(urls).size} different URLs`)
    const results = await all(client(), urls)
    const odd = urls.filter((_, at) => !/^(internal_address|bad_url)$/.test(reasonOf(results[at]!)))
    assert.deepEqual(odd, [])
    const refused = results.filter(result => reasonOf(result) === 'internal_address').length
    assert.ok(refused > urls.length * 0.95, `${refused} of ${urls.length} were understood`)
    assert.equal(knocks, 0)
    t.diagnostic(`${urls.length} URLs, ${refused} refused as internal, ${knocks} connections`)
  })

  it('reaches all of them once their network is allowed', async t => {
    const direct = spellings('127.0.0.1', port).filter(spelling => spelling.direct)
    const urls = [...direct.map(({ url }) => url), ...words.map(host => `http://${host}:${port}/`)]
    const results = await all(client('127.0.0.0/8'), urls)
    assert.deepEqual([...new Set(results.map(reasonOf))], ['200'])
    assert.equal(knocks, urls.length)
    t.diagnostic(`${urls.length} of ${urls.length} reached`)
  })

  it('reaches them for what the operator has configured himself', async () => {
    assert.equal(reasonOf(await post(client(), `http://127.0.0.1:${port}/`, true)), '200')
    assert.equal(knocks, 1)
    // A connection kept alive for the trusted request does not serve the other.
    const both = client()
    await post(both, `http://127.0.0.1:${port}/`, true)
    assert.equal(reasonOf(await post(both, `http://127.0.0.1:${port}/`)), 'internal_address')
  })

  it('does not let an allowed network open another', async () => {
    const http = client('10.0.0.0/8, 127.0.0.2/32')
    assert.equal(reasonOf(await post(http, `http://127.0.0.1:${port}/`)), 'internal_address')
    assert.equal(reasonOf(await post(http, `http://localhost:${port}/`)), 'internal_address')
    assert.equal(knocks, 0)
  })

  it('refuses what is no web address', async () => {
    const http = client('127.0.0.0/8')
    const odd = [
      '',
      'x',
      'ftp://127.0.0.1/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:25/',
      'http://',
      'data:,x',
    ]
    for (const url of odd) assert.equal(reasonOf(await post(http, url)), 'bad_url', url)
    assert.equal(knocks, 0)
  })
})

describe('names', () => {
  const internal4 = [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '0.0.0.0',
    '100.64.0.1',
  ]
  const internal6 = [
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    'fd00::1',
    'fe80::1',
  ]

  it('never reaches an internal address through A, AAAA, CNAME or the hosts file', async () => {
    const names: string[] = ['ip6-localhost', 'nobody.example']
    for (const [at, address] of internal4.entries()) {
      dnsServer.set(`a${at}.example`, 'A', [address])
      dnsServer.set(`c${at}.example`, 'CNAME', [`a${at}.example`])
      dnsServer.set(`mixed${at}.example`, 'A', ['192.0.43.8', address])
      names.push(`a${at}.example`, `c${at}.example`, `mixed${at}.example`)
    }
    for (const [at, address] of internal6.entries()) {
      dnsServer.set(`six${at}.example`, 'AAAA', [address])
      dnsServer.set(`half${at}.example`, 'A', ['192.0.43.8'])
      dnsServer.set(`half${at}.example`, 'AAAA', [address])
      names.push(`six${at}.example`, `half${at}.example`)
    }
    const urls = names.flatMap(name => [`http://${name}:${port}/`, `https://${name}:${port}/`])
    const results = await all(client(), urls)
    const reasons = results.map(reasonOf)
    assert.deepEqual(reasons.slice(0, 4), ['dns', 'dns', 'dns', 'dns'])
    assert.deepEqual([...new Set(reasons.slice(4))], ['internal_address'])
    assert.equal(knocks, 0)
  })

  it('says dns when nobody could tell', async () => {
    dnsServer.setName('servfail.example', 'servfail')
    assert.equal(reasonOf(await post(client(), `http://servfail.example:${port}/`)), 'dns')
  })

  it('is not fooled by answers that change: 1,000 tries, 0 hits', async t => {
    // 127.0.0.1 stands for the public address that the attacker shows first.
    const friend = createServer((_, answer) => answer.writeHead(200, { connection: 'close' }).end())
    friend.listen(0, '127.0.0.1')
    await once(friend, 'listening')
    const friendPort = (friend.address() as AddressInfo).port
    const bad = ['127.0.0.2', '10.0.0.1', '169.254.169.254', '127.0.0.1 127.0.0.2']
    let turn = 0
    dnsServer.set('rebind.example', 'A', () => {
      const records = turn++ % 2 === 0 ? ['127.0.0.1'] : bad[(turn >> 1) % bad.length]!.split(' ')
      return { records, ttl: 0 }
    })
    const http = client('127.0.0.1/32')
    const counts: Record<string, number> = {}
    for (let n = 0; n < 1_000; n++) {
      const reason = reasonOf(await post(http, `http://rebind.example:${friendPort}/`))
      counts[reason] = (counts[reason] ?? 0) + 1
    }
    friend.close()
    const asked = dnsServer.queries.filter(q => q.name === 'rebind.example' && q.type === 'A')
    assert.equal(asked.length, 1_000, 'each connection asks anew')
    assert.deepEqual(counts, { 200: 500, internal_address: 500 })
    assert.equal(knocks, 0)
    t.diagnostic(JSON.stringify(counts))
  })
})

describe('redirects', () => {
  it('follows none', async () => {
    const friend = createServer((request, answer) => {
      const status = Number(request.url!.slice(1))
      answer.writeHead(status, { location: `http://localhost:${port}/` }).end()
    })
    friend.listen(0, '127.0.0.1')
    await once(friend, 'listening')
    const http = client('127.0.0.0/8')
    for (const status of [300, 301, 302, 303, 305, 307, 308]) {
      const url = `http://127.0.0.1:${(friend.address() as AddressInfo).port}/${status}`
      assert.equal(reasonOf(await post(http, url)), String(status))
    }
    http.close()
    friend.close()
    assert.equal(knocks, 0)
  })
})
