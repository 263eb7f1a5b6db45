/** The stub resolver against a DNS server on loopback that fails in every way real ones do. */
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { after, before, describe, it } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import type { Dns } from '#kernel/world/dns.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import type { Clock } from '#kernel/world/world.ts'
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts'
import { machineClock, machineRandom, standingClock } from '../../support/real-clock.ts'

const zones = {
  'example.com': {
    MX: ['10 MX1.Example.Com', '20 mx2.example.com'],
    TXT: ['v=spf1 -all', 'x'.repeat(600)],
    A: ['192.0.2.1', '192.0.2.2'],
  },
  'six.example': { AAAA: ['2001:DB8:0:0:0:0:0:1', '::ffff:10.0.0.1'] },
  'null.example': { MX: ['0 .'] },
  'alias.example': { CNAME: ['middle.example'] },
  'middle.example': { CNAME: ['example.com'] },
  'dangling.example': { CNAME: ['nowhere.example'] },
  'alone.example': { CNAME: { records: ['example.com'], alone: true } },
  'to-nothing.example': { CNAME: ['only-a.example'] },
  'only-a.example': { A: ['192.0.2.3'] },
  'loop.example': 'cname_loop',
  'servfail.example': 'servfail',
  'refused.example': 'refused',
  'silent.example': 'timeout',
  'lame.example': 'lame',
  'garbage.example': 'garbage',
  'other.example': 'wrong_question',
  'forged.example': { A: { records: ['192.0.2.4'], forged: true } },
  'old.example': { A: { records: ['192.0.2.5'], oldServer: true } },
  'cut.example': { A: { records: ['192.0.2.6'], truncate: true } },
  'big.example': { TXT: ['k'.repeat(8_000)] },
  'secure.example': { A: { records: ['192.0.2.7'], secure: true } },
  '_25._tcp.mx.example': { TLSA: { records: ['3 1 1 c0ffee', '2 0 1 beef'], secure: true } },
  '1.2.0.192.in-addr.arpa': { PTR: ['host.example'] },
  '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa': {
    PTR: ['six.example'],
  },
} as const

let server: DnsServer
let dns: Dns

before(async () => {
  server = await startDnsServer({ zones })
  dns = resolver([server.address])
})
after(() => server.close())

const resolver = (servers: string[], clock: Clock = standingClock(), tryTimeoutMs = 250): Dns =>
  realDns({ servers, clock, random: machineRandom, tryTimeoutMs })

const asked = (name: string): number => server.queries.filter(query => query.name === name).length

describe('answers', () => {
  it('gives MX records in lower case, without the final dot', async () => {
    const answer = await dns.mx('Example.COM.')
    assert.equal(answer.kind, 'answer')
    assert.deepEqual(answer.kind === 'answer' && answer.records, [
      { preference: 10, exchange: 'mx1.example.com' },
      { preference: 20, exchange: 'mx2.example.com' },
    ])
  })

  it('joins the strings of a TXT record', async () => {
    const answer = await dns.txt('example.com')
    assert.deepEqual(answer.kind === 'answer' && answer.records, ['v=spf1 -all', 'x'.repeat(600)])
  })

  it('gives addresses in one spelling, IPv4 in IPv6 clothes as IPv4', async () => {
    const answer = await dns.aaaa('six.example')
    assert.deepEqual(answer.kind === 'answer' && answer.records, ['2001:db8::1', '10.0.0.1'])
  })

  it('gives the null MX as an empty name', async () => {
    const answer = await dns.mx('null.example')
    const expected = [{ preference: 0, exchange: '' }]
    assert.deepEqual(answer.kind === 'answer' && answer.records, expected)
  })

  it('gives TLSA records as bytes and PTR records for both families', async () => {
    const tlsa = await dns.tlsa('_25._tcp.mx.example')
    assert.deepEqual(tlsa.kind === 'answer' && tlsa.records, [
      { usage: 3, selector: 1, matching: 1, data: Buffer.from('c0ffee', 'hex') },
      { usage: 2, selector: 0, matching: 1, data: Buffer.from('beef', 'hex') },
    ])
    const four = await dns.ptr('192.0.2.1')
    assert.deepEqual(four.kind === 'answer' && four.records, ['host.example'])
    const six = await dns.ptr('2001:db8::1')
    assert.deepEqual(six.kind === 'answer' && six.records, ['six.example'])
    assert.equal((await dns.ptr('not an address')).kind, 'nxdomain')
  })

  it('follows CNAMEs, also when the answer stops half-way', async () => {
    for (const name of ['alias.example', 'alone.example']) {
      const answer = await dns.a(name)
      assert.deepEqual(answer.kind === 'answer' && answer.records, ['192.0.2.1', '192.0.2.2'])
    }
    const cname = await dns.cname('alias.example')
    assert.deepEqual(cname.kind === 'answer' && cname.records, ['middle.example'])
  })

  it('tells a name that does not exist from one without the type', async () => {
    assert.equal((await dns.a('nobody.example')).kind, 'nxdomain')
    assert.equal((await dns.a('dangling.example')).kind, 'nxdomain')
    assert.equal((await dns.aaaa('only-a.example')).kind, 'none')
    assert.equal((await dns.mx('to-nothing.example')).kind, 'none')
    assert.equal((await dns.a('_tcp.mx.example')).kind, 'none', 'an empty name above others exists')
  })

  it('says secure only with the AD flag, which it asks for', async () => {
    const secure = await dns.a('secure.example')
    assert.equal(secure.kind === 'answer' && secure.secure, true)
    const plain = await dns.a('example.com')
    assert.equal(plain.kind === 'answer' && plain.secure, false)
    assert.ok(server.queries.every(query => query.dnssec || query.name === 'old.example'))
  })

  it('does not ask for names that cannot exist', async () => {
    const before = server.queries.length
    for (const name of [
      '',
      '.',
      'a..b',
      `${'x'.repeat(64)}.com`,
      'a b.com',
      `${'a.'.repeat(130)}com`,
    ]) {
      assert.equal((await dns.a(name)).kind, 'nxdomain', name)
    }
    assert.equal(server.queries.length, before)
  })
})

describe('failures', () => {
  const reasons = {
    'servfail.example': 'servfail',
    'refused.example': 'refused',
    'silent.example': 'timeout',
    'lame.example': 'malformed',
    'garbage.example': 'malformed',
    'other.example': 'malformed',
    'loop.example': 'malformed',
  }
  for (const [name, reason] of Object.entries(reasons)) {
    it(`${name} is ${reason}, never "there is none"`, async () => {
      assert.deepEqual(await dns.a(name), { kind: 'failure', reason })
    })
  }

  it('asks a silent server twice, one that said no once, and neither again at once', async () => {
    assert.equal(asked('silent.example'), 2)
    assert.equal(asked('servfail.example'), 1)
    await dns.a('servfail.example')
    assert.equal(asked('servfail.example'), 1)
    await dns.a('servfail.example', { fresh: true })
    assert.equal(asked('servfail.example'), 2)
  })

  it('ignores an answer with another id and waits for the true one', async () => {
    const answer = await dns.a('forged.example')
    assert.deepEqual(answer.kind === 'answer' && answer.records, ['192.0.2.4'])
  })

  it('asks a server older than EDNS again without it', async () => {
    const answer = await dns.a('old.example')
    assert.deepEqual(answer.kind === 'answer' && answer.records, ['192.0.2.5'])
  })

  it('goes over TCP when the answer is truncated, and reads 8 KB', async () => {
    const cut = await dns.a('cut.example')
    assert.deepEqual(cut.kind === 'answer' && cut.records, ['192.0.2.6'])
    const big = await dns.txt('big.example')
    assert.deepEqual(big.kind === 'answer' && big.records, ['k'.repeat(8_000)])
    const transports = server.queries.filter(query => query.name === 'big.example')
    assert.deepEqual(
      transports.map(query => query.transport),
      ['udp', 'tcp'],
    )
  })

  it('goes on to the next server, and asks the one that was silent last from then on', async () => {
    const silent = createSocket('udp4')
    await new Promise<void>(resolve => silent.bind(0, '127.0.0.1', resolve))
    let heard = 0
    silent.on('message', () => heard++)
    const two = resolver([`127.0.0.1:${silent.address().port}`, server.address])
    assert.equal((await two.a('example.com')).kind, 'answer')
    assert.equal((await two.a('secure.example')).kind, 'answer')
    silent.close()
    assert.equal(heard, 1)
  })

  it('says network when nobody listens', async () => {
    const socket = createSocket('udp4')
    await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
    const port = socket.address().port
    await new Promise<void>(resolve => socket.close(() => resolve()))
    const nobody = resolver([`127.0.0.1:${port}`])
    assert.deepEqual(await nobody.a('example.com'), { kind: 'failure', reason: 'network' })
  })

  it('survives 2,000 random answers', async () => {
    const noise = createSocket('udp4')
    await new Promise<void>(resolve => noise.bind(0, '127.0.0.1', resolve))
    noise.on('message', (query, from) => {
      const answer = machineRandom.bytes(12 + machineRandom.bytes(1)[0]!)
      query.copy(answer, 0, 0, 2)
      answer[2] = 0x81
      answer.writeUInt16BE(1, 4)
      // Half of them with the true question, so that the records are what is random.
      if (machineRandom.uniform() < 0.5) query.copy(answer, 12, 12, Math.min(query.length, 40))
      noise.send(answer, from.port)
    })
    const hostile = resolver([`127.0.0.1:${noise.address().port}`], machineClock, 20)
    const kinds = new Set<string>()
    for (let n = 0; n < 100; n++) {
      const names = Array.from({ length: 20 }, (_, at) => `n${n}-${at}.example`)
      const answers = await Promise.all(names.map(name => dns && hostile.txt(name)))
      for (const answer of answers) kinds.add(answer.kind)
    }
    noise.close()
    assert.ok(kinds.has('failure'))
  })
})

describe('the cache', () => {
  it('asks once within the TTL, again after it, and counts the rest down', async t => {
    const own = await startDnsServer({
      zones: { 'a.example': { A: { records: ['192.0.2.1'], ttl: 50 } } },
    })
    t.after(() => own.close())
    const clock = standingClock()
    const cached = resolver([own.address], clock)
    await cached.a('a.example')
    clock.turn(20_000)
    const second = await cached.a('a.example')
    assert.equal(second.kind === 'answer' && second.ttlSeconds, 30)
    assert.equal(own.queries.length, 1)
    clock.turn(31_000)
    await cached.a('a.example')
    assert.equal(own.queries.length, 2)
  })

  it('keeps nothing with TTL zero, nothing negative longer than a minute, nothing over an hour', async () => {
    const zones = {
      'zero.example': { A: { records: ['192.0.2.1'], ttl: 0 } },
      'long.example': { A: { records: ['192.0.2.1'], ttl: 1_000_000 } },
    }
    const own = await startDnsServer({ zones, ttl: 3_600 })
    const clock = standingClock()
    const cached = resolver([own.address], clock)
    const times = (name: string): number => own.queries.filter(query => query.name === name).length
    for (const name of [
      'zero.example',
      'zero.example',
      'gone.example',
      'gone.example',
      'long.example',
    ]) {
      await cached.a(name)
    }
    assert.equal(times('zero.example'), 2)
    assert.equal(times('gone.example'), 1)
    clock.turn(61_000)
    await cached.a('gone.example')
    assert.equal(times('gone.example'), 2)
    await cached.a('long.example')
    assert.equal(times('long.example'), 1)
    clock.turn(3_600_000)
    await cached.a('long.example')
    assert.equal(times('long.example'), 2)
    await own.close()
  })

  it('asks once for many who ask at the same time', async () => {
    const own = await startDnsServer({
      zones: { 'a.example': { A: { records: ['192.0.2.1'], ttl: 0 } } },
    })
    const cached = resolver([own.address])
    const answers = await Promise.all(Array.from({ length: 500 }, () => cached.a('a.example')))
    assert.ok(answers.every(answer => answer.kind === 'answer'))
    assert.equal(own.queries.length, 1)
    await own.close()
  })

  it('uses ids and source ports that cannot be guessed', async () => {
    const own = await startDnsServer({ zones: { '*.example': { A: ['192.0.2.1'] } } })
    const many = resolver([own.address])
    await Promise.all(Array.from({ length: 200 }, (_, n) => many.a(`${n}.example`)))
    assert.equal(own.queries.length, 200)
    assert.ok(new Set(own.queries.map(query => query.id)).size > 190)
    assert.ok(new Set(own.queries.map(query => query.port)).size > 190)
    await own.close()
  })
})

describe('settings', () => {
  it('takes servers with and without a port, and refuses what is none', () => {
    for (const good of ['127.0.0.1', '127.0.0.1:5353', '[::1]:53', '::1', 'localhost:53']) {
      assert.doesNotThrow(() => resolver([good]), good)
    }
    for (const bad of ['127.0.0.1:0', '127.0.0.1:99999', '1.2.3', '[::1', '[ns.test]', 'x:y:z']) {
      const read = () => readSettings({ MALOTE_DNS_SERVERS: `127.0.0.1,${bad}` })
      assert.throws(read, /^BadSetting: MALOTE_DNS_SERVERS takes .*, not "/, bad)
    }
  })

  it('takes a server by its name, over UDP and TCP', async () => {
    // The system knows it in every case of letters; we only in this one.
    const byName = resolver([`LocalHost:${server.port}`])
    const small = await byName.a('example.com')
    assert.equal(small.kind, 'answer')
    const big = await byName.txt('big.example')
    assert.equal(big.kind, 'answer')
    const nowhere = await resolver(['nowhere.invalid:53']).a('example.com')
    assert.equal(nowhere.kind, 'failure')
  })
})
