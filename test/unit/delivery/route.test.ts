/** The 24 DNS cases of mail routing (reliability S8), each against a DNS server on loopback. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { realDns } from '#kernel/world/real/dns.ts'
import { findRoute, type MxHost, type MxRoute, type RouteWorld } from '#sending/delivery/route.ts'
import { type DnsServer, startDnsServer, type Zones } from '../../support/dns-server.ts'
import { machineClock, machineRandom } from '../../support/real-clock.ts'

// Public addresses: those of the documentation ranges count as internal.
const one = '192.0.43.8'
const two = '192.0.43.9'
const six = '2001:500:88:200::8'
const ours = '192.0.43.77'

const thousand = Array.from({ length: 1_000 }, (_, n) => `${n} mx${n}.many.example`)
const zones: Zones = {
  'malote.example': { A: [ours] },
  'mx1.example': { A: [one] },
  'mx2.example': { A: [two], AAAA: [six] },
  'mx3.example': { A: ['192.0.43.10'] },
  'here.example': { MX: ['10 malote.example'] },
  'plain.example': { MX: ['20 mx2.example', '10 mx1.example'] },
  'nodata.example': { TXT: ['nothing else'] },
  'servfail.example': 'servfail',
  'timeout.example': 'timeout',
  'refused.example': 'refused',
  'lame.example': 'lame',
  'cut.example': { MX: { records: ['10 mx1.example'], truncate: true } },
  'null.example': { MX: ['0 .'] },
  'half-null.example': { MX: ['0 .', '10 mx1.example'] },
  'aliased.example': { MX: ['10 alias.example'] },
  'alias.example': { CNAME: ['mx1.example'] },
  'loop.example': 'cname_loop',
  'loop-mx.example': { MX: ['10 loop.example'] },
  'many.example': { MX: thousand },
  '*.many.example': { A: [one] },
  'gone-mx.example': { MX: ['10 nobody.example'] },
  'gone-first.example': { MX: ['10 nobody.example', '20 mx1.example'] },
  'our-address.example': { MX: ['10 disguise.example', '20 mx1.example'] },
  'disguise.example': { A: [ours] },
  'behind-us.example': {
    MX: ['5 mx1.example', '10 malote.example', '10 mx2.example', '20 mx3.example'],
  },
  'a-only.example': { A: [one] },
  'aaaa-only.example': { AAAA: [six] },
  'big-txt.example': { MX: ['10 mx1.example'], TXT: ['k'.repeat(8_000)] },
  'mixed.example': { MX: ['10 MX1.ExAmPlE'] },
  'xn--mller-kva.example': { MX: ['10 mx1.example'] },
  'mx-fails.example': { MX: ['10 servfail.example'] },
  'first-fails.example': { MX: ['10 servfail.example', '20 mx1.example'] },
}
const internal = {
  'to-loopback': '127.0.0.1',
  'to-loopback-other': '127.8.8.8',
  'to-ten': '10.0.0.1',
  'to-metadata': '169.254.169.254',
  'to-six': '::1',
  'to-mapped': '::ffff:127.0.0.1',
}

let server: DnsServer
let world: RouteWorld

before(async () => {
  server = await startDnsServer({ zones })
  for (const [name, address] of Object.entries(internal)) {
    server.set(`${name}.example`, 'MX', [`10 host-${name}.example`])
    server.set(`host-${name}.example`, address.includes(':') ? 'AAAA' : 'A', [address])
  }
  world = worldWith({})
})
after(() => server.close())

function worldWith(environment: Record<string, string>): RouteWorld {
  const settings = readSettings({ MALOTE_HOSTNAME: 'malote.example', ...environment })
  const [clock, random] = [machineClock, machineRandom]
  const dns = realDns({ servers: [server.address], clock, random, tryTimeoutMs: 250 })
  return { dns, random, settings }
}

const names = (hosts: readonly MxHost[]): string[] => hosts.map(host => host.mx)

function hostsOf(route: MxRoute): readonly MxHost[] {
  assert.equal(route.kind, 'hosts')
  return route.kind === 'hosts' ? route.hosts : []
}

const routeTo = (domain: string): Promise<MxRoute> => findRoute(world, domain)
const hostsFor = async (domain: string) => hostsOf(await routeTo(domain))

describe('a domain with servers', () => {
  it('is tried by preference', async () => {
    const route = await routeTo('plain.example')
    assert.deepEqual(names(hostsOf(route)), ['mx1.example', 'mx2.example'])
    assert.deepEqual(hostsOf(route)[1]!.addresses, [two, six])
    assert.equal(route.kind === 'hosts' && route.group, 'mx1.example,mx2.example')
  })

  it('with the same servers is the same group, whatever the order and the preferences', async () => {
    server.set('plain2.example', 'MX', ['1 mx2.example', '1 mx1.example', '2 mx1.example'])
    const [first, second] = await Promise.all([routeTo('plain.example'), routeTo('plain2.example')])
    assert.ok(first.kind === 'hosts' && second.kind === 'hosts')
    assert.equal(first.group, second.group)
  })

  it('shares the load over equal preferences', async () => {
    server.set('equal.example', 'MX', ['10 mx1.example', '10 mx2.example', '10 mx3.example'])
    const firsts: Record<string, number> = {}
    for (let n = 0; n < 600; n++) {
      const [first] = names(await hostsFor('equal.example'))
      firsts[first!] = (firsts[first!] ?? 0) + 1
    }
    assert.equal(Object.keys(firsts).length, 3)
    assert.ok(
      Object.values(firsts).every(times => times > 120),
      JSON.stringify(firsts),
    )
  })

  it('without MX records is its own server, over IPv4 only or IPv6 only', async () => {
    const four = await routeTo('a-only.example')
    assert.deepEqual(
      hostsOf(four).map(host => [host.mx, ...host.addresses]),
      [['a-only.example', one]],
    )
    const sixth = await hostsFor('aaaa-only.example')
    assert.deepEqual(
      sixth.map(host => host.addresses),
      [[six]],
    )
  })

  it('with a null MX beside another is reached at the other', async () => {
    assert.deepEqual(names(await hostsFor('half-null.example')), ['mx1.example'])
  })

  it('whose MX is an alias is reached', async () => {
    const hosts = await hostsFor('aliased.example')
    assert.deepEqual(
      hosts.map(host => [host.mx, ...host.addresses]),
      [['alias.example', one]],
    )
  })

  it('is reached behind a truncated answer, and beside an 8 KB TXT record', async () => {
    assert.deepEqual(names(await hostsFor('cut.example')), ['mx1.example'])
    assert.deepEqual(names(await hostsFor('big-txt.example')), ['mx1.example'])
    const text = await world.dns.txt('big-txt.example')
    assert.equal(text.kind === 'answer' && text.records[0]!.length, 8_000)
  })

  it('is one domain in every case of letters', async () => {
    const route = await routeTo('MiXeD.Example')
    assert.deepEqual(names(hostsOf(route)), ['mx1.example'])
    assert.deepEqual(names(await hostsFor('A-ONLY.example')), ['a-only.example'])
  })

  it('with letters beyond ASCII is found under its A-labels', async () => {
    assert.deepEqual(names(await hostsFor('xn--mller-kva.example')), ['mx1.example'])
  })

  it('with 1,000 MX records is tried at five addresses, and asked about a few', async () => {
    const before = server.queries.length
    const route = await routeTo('many.example')
    const hosts = hostsOf(route)
    assert.deepEqual(
      names(hosts),
      [0, 1, 2, 3, 4].map(n => `mx${n}.many.example`),
    )
    assert.equal(hosts.flatMap(host => host.addresses).length, 5)
    assert.ok(server.queries.length - before < 50)
    assert.ok(route.kind === 'hosts' && route.group.length <= 200)
  })

  it('with many addresses is tried at five, three of one server where there are more', async () => {
    const many = Array.from({ length: 9 }, (_, n) => `192.0.43.${n + 100}`)
    server.set('wide.example', 'A', many)
    server.set('wide.example', 'AAAA', [six])
    const single = await hostsFor('wide.example')
    assert.equal(single[0]!.addresses.length, 5)
    assert.equal(single[0]!.addresses.at(-1), six)
    server.set('wide2.example', 'MX', ['10 wide.example', '20 mx2.example', '30 mx1.example'])
    const counts = (await hostsFor('wide2.example')).map(host => host.addresses.length)
    assert.deepEqual(counts, [3, 2])
  })

  it('with a server that is gone or in trouble is tried at the others', async () => {
    assert.deepEqual(names(await hostsFor('gone-first.example')), ['mx1.example'])
    assert.deepEqual(names(await hostsFor('first-fails.example')), ['mx1.example'])
  })

  it('is secure only where MX and addresses are', async () => {
    server.set('signed.example', 'MX', {
      records: ['10 s1.example', '20 mx1.example'],
      secure: true,
    })
    server.set('s1.example', 'A', { records: [one], secure: true })
    const route = await routeTo('signed.example')
    assert.deepEqual(
      hostsOf(route).map(host => host.secure),
      [true, false],
    )
    server.set('unsigned.example', 'MX', ['10 s1.example'])
    assert.deepEqual(
      (await hostsFor('unsigned.example')).map(host => host.secure),
      [false],
    )
  })
})

describe('a domain without servers', () => {
  const verdicts: Record<string, MxRoute> = {
    'nobody.example': { kind: 'no_domain' },
    'nodata.example': { kind: 'no_server', isNamed: false },
    'gone-mx.example': { kind: 'no_server', isNamed: true },
    'null.example': { kind: 'null_mx' },
    'here.example': { kind: 'loop' },
    'our-address.example': { kind: 'loop' },
    'malote.example': { kind: 'loop' },
  }
  for (const [domain, expected] of Object.entries(verdicts)) {
    it(`is told apart: ${domain} is ${expected.kind}`, async () => {
      assert.deepEqual(await routeTo(domain), expected)
    })
  }

  it('keeps only the servers better than we are', async () => {
    assert.deepEqual(names(await hostsFor('behind-us.example')), ['mx1.example'])
  })
})

describe('a domain about which nobody could tell', () => {
  const reasons: Record<string, string> = {
    'servfail.example': 'servfail',
    'timeout.example': 'timeout',
    'refused.example': 'refused',
    'lame.example': 'malformed',
    'loop.example': 'malformed',
    'loop-mx.example': 'malformed',
    'mx-fails.example': 'servfail',
  }
  for (const [domain, reason] of Object.entries(reasons)) {
    it(`waits: ${domain} is ${reason}`, async () => {
      const route = await routeTo(domain)
      assert.deepEqual([route.kind, route.kind === 'unknown' && route.reason], ['unknown', reason])
    })
  }
})

describe('a domain whose servers are internal', () => {
  for (const [name, address] of Object.entries(internal)) {
    it(`has no address to dial: ${address}`, async () => {
      assert.deepEqual(await routeTo(`${name}.example`), { kind: 'internal' })
    })
  }

  it('is dialled at its public addresses only', async () => {
    server.set('both.example', 'A', ['10.0.0.1', one, '127.0.0.1'])
    assert.deepEqual(
      (await hostsFor('both.example')).map(host => host.addresses),
      [[one]],
    )
  })

  it('is reached where the operator allows the network, also on our own address', async () => {
    const allowed = worldWith({ MALOTE_NETWORK_ALLOW: '127.0.0.0/8' })
    assert.deepEqual(names(hostsOf(await findRoute(allowed, 'to-loopback.example'))), [
      'host-to-loopback.example',
    ])
    assert.deepEqual(await findRoute(allowed, 'to-ten.example'), { kind: 'internal' })
    server.set('inside.example', 'A', ['127.0.0.1'])
    const inside = worldWith({
      MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
      MALOTE_HOSTNAME: 'inside.example',
    })
    assert.equal((await findRoute(inside, 'to-loopback.example')).kind, 'hosts')
  })
})
