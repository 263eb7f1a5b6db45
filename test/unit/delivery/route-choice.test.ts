/** Which servers and addresses of a domain are asked about and tried, with a DNS that is a table. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import type { DnsAnswer } from '#kernel/world/dns.ts'
import { findRoute, type MxRoute, type RouteWorld } from '#sending/delivery/route.ts'

interface Name {
  /** `10 mx1.example`. */
  readonly mx?: readonly string[]
  readonly a?: readonly string[]
  readonly aaaa?: readonly string[]
  /** Types about which nobody could tell. */
  readonly fails?: readonly string[]
  /** Types that DNSSEC has validated. */
  readonly signed?: readonly string[]
}

function stage(table: Readonly<Record<string, Name>>, hostname = 'malote.example') {
  const asked: string[] = []
  const answer = (type: 'mx' | 'a' | 'aaaa', name: string): DnsAnswer<string> => {
    asked.push(name)
    const { fails = [], signed = [], ...has } = table[name] ?? {}
    if (fails.includes(type)) return { kind: 'failure', reason: 'timeout' }
    const secure = signed.includes(type)
    const records = has[type]
    return records === undefined
      ? { kind: 'none', secure }
      : { kind: 'answer', records, ttlSeconds: 60, secure }
  }
  const dns = {
    async mx(name: string) {
      const found = answer('mx', name)
      if (found.kind !== 'answer') return found
      const records = found.records.map(record => {
        const [preference, exchange] = record.split(' ')
        return { preference: Number(preference), exchange: exchange! }
      })
      return { ...found, records }
    },
    a: async (name: string) => answer('a', name),
    aaaa: async (name: string) => answer('aaaa', name),
  }
  const settings = readSettings({ MALOTE_HOSTNAME: hostname })
  const world = { dns, random: { uniform: () => 0 }, settings } as unknown as RouteWorld
  return { asked, to: (domain: string) => findRoute(world, domain) }
}

const address = (n: number): string => `192.0.43.${n}`
const addresses = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => address(from + i))
const servers = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${n} mx${n}.example`)
const six = '2001:500:88:200::8'

/** The servers with their addresses. */
const tried = (route: MxRoute) =>
  route.kind === 'hosts' ? route.hosts.map(({ mx, addresses: all }) => [mx, ...all]) : route.kind

describe('the servers of a domain', () => {
  it('are asked about five at a time, until there is enough to try', async () => {
    const each = Object.fromEntries(
      servers(20).map((_, n) => [`mx${n}.example`, { a: [address(n)] }]),
    )
    const { asked, to } = stage({ 'many.example': { mx: servers(20) }, ...each })
    assert.equal(tried(await to('many.example')).length, 5)
    const names = [...new Set(asked)].filter(name => name.startsWith('mx'))
    assert.deepEqual(
      names,
      ['mx0', 'mx1', 'mx2', 'mx3', 'mx4'].map(name => `${name}.example`),
    )
  })

  it('are more than the first five where those have too few addresses', async () => {
    const { to } = stage({
      'few.example': { mx: servers(6) },
      'mx3.example': { a: addresses(1, 9) },
      'mx5.example': { a: addresses(20, 2) },
    })
    const route = await to('few.example')
    assert.deepEqual(tried(route), [
      ['mx3.example', ...addresses(1, 3)],
      ['mx5.example', ...addresses(20, 2)],
    ])
  })

  it('count once, at their best preference', async () => {
    for (const mx of [
      ['10 a.example', '20 b.example', '30 a.example'],
      ['30 a.example', '20 b.example', '10 a.example'],
    ]) {
      const both = { 'a.example': { a: [address(1)] }, 'b.example': { a: [address(2)] } }
      const route = await stage({ 'twice.example': { mx }, ...both }).to('twice.example')
      assert.deepEqual(tried(route), [
        ['a.example', address(1)],
        ['b.example', address(2)],
      ])
    }
  })

  it('are none that is no better than we are, whose name has any case', async () => {
    const table = {
      'ours.example': { mx: ['10 beside.example', '10 malote.example', '20 behind.example'] },
      'malote.example': { a: ['10.0.0.1'] },
      'beside.example': { a: [address(1)] },
      'behind.example': { a: [address(2)] },
    }
    assert.deepEqual(await stage(table, 'Malote.Example').to('ours.example'), { kind: 'loop' })
  })

  it('have one key together, a short one where they are many', async () => {
    const groupOf = async (...names: readonly string[]) => {
      const table = { 'one.example': { mx: names.map(name => `10 ${name}`) } }
      const route = await stage({ ...table, [names[0]!]: { a: [address(1)] } }).to('one.example')
      return route.kind === 'hosts' ? route.group : route.kind
    }
    const [first, last] = ['a'.repeat(160), 'b'.repeat(39)]
    assert.equal(await groupOf(last, first), `${first},${last}`)
    const [group, other] = [
      await groupOf(first, `${last}b`, 'x'),
      await groupOf(first, `${last}b`, 'y'),
    ]
    assert.match(group, /^a{150},\+2#[0-9a-f]{16}$/)
    assert.notEqual(group, other)
  })

  it('are not told apart by what a host name without a point resolves to', async () => {
    const { asked, to } = stage({ 'one.example': { a: [address(1)] } }, 'localhost')
    assert.equal((await to('one.example')).kind, 'hosts')
    assert.ok(!asked.includes('localhost'))
  })
})

describe('a server about which nobody could tell', () => {
  const good = { 'good.example': { a: [address(1)] } }
  const unresolved = async (bad: Name) => {
    const mx = ['10 good.example', '20 bad.example']
    const route = await stage({ 'two.example': { mx }, ...good, 'bad.example': bad }).to(
      'two.example',
    )
    return route.kind === 'hosts' && 'unresolved' in route ? route.unresolved : false
  }

  it('is told of beside the others, unless one of its addresses is known or it has none', async () => {
    assert.equal(await unresolved({ fails: ['a', 'aaaa'] }), true)
    assert.equal(await unresolved({ fails: ['aaaa'] }), true)
    assert.equal(await unresolved({ a: [address(2)], fails: ['aaaa'] }), false)
    assert.equal(await unresolved({ a: [address(2)] }), false)
    assert.equal(await unresolved({}), false)
  })
})

describe('the addresses of a server', () => {
  it('are as many as may be tried, where there is no IPv6', async () => {
    const { to } = stage({ 'one.example': { a: addresses(1, 9) } })
    assert.deepEqual(tried(await to('one.example')), [['one.example', ...addresses(1, 5)]])
  })

  it('leave the last place to IPv6, unless that is the only one', async () => {
    const both = (from: number): Name => ({ a: addresses(from, 9), aaaa: [six] })
    const { to } = stage({
      'two.example': { mx: ['10 a.example', '20 b.example'] },
      'three.example': { mx: ['10 a.example', '20 one.example', '30 b.example'] },
      'a.example': both(1),
      'b.example': both(20),
      'one.example': { a: [address(40)] },
    })
    const first = ['a.example', ...addresses(1, 2), six]
    assert.deepEqual(tried(await to('two.example')), [first, ['b.example', address(20), six]])
    assert.deepEqual(tried(await to('three.example')), [
      first,
      ['one.example', address(40)],
      ['b.example', address(20)],
    ])
  })

  it('are secure where all of them are', async () => {
    const secure = async (signed: readonly string[]) => {
      const one = { a: [address(1)], aaaa: [six], signed }
      const table = { 'signed.example': { mx: ['10 one.example'], signed: ['mx'] } }
      const route = await stage({ ...table, 'one.example': one }).to('signed.example')
      return route.kind === 'hosts' && route.hosts[0]!.secure
    }
    assert.equal(await secure(['a', 'aaaa']), true)
    assert.equal(await secure(['a']), false)
    assert.equal(await secure(['aaaa']), false)
  })
})
