/** The doctor: what it finds of each thing that can be wrong, said with its fix in both languages. */
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { examine } from '#faces/doctor/examine.ts'
import type { Check, CheckResult } from '#faces/doctor/finding.ts'
import { clocks, disk } from '#faces/doctor/machine.ts'
import { money } from '#faces/doctor/money.ts'
import { nodes } from '#faces/doctor/nodes.ts'
import { openWrites } from '#faces/doctor/oldest-write.ts'
import { resolver, wayOut } from '#faces/doctor/reach.ts'
import { returnPathMx, returnPathSpf } from '#faces/doctor/return-path.ts'
import { addressBlocklists, ehloNames, reverseNames } from '#faces/doctor/senders.ts'
import { readSettings } from '#kernel/base/config.ts'
import type { Db } from '#kernel/world/db.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { createPresence } from '#platform/queue/nodes.ts'
import { addSource } from '#sending/delivery/source-admin.ts'
import { createMetrics } from '#sending/stats/metrics.ts'
import { testDatabase } from '../../support/database.ts'
import { type DnsServerOptions, startDnsServer, type Zones } from '../../support/dns-server.ts'
import { type MxOptions, startMx } from '../smtp/mx.ts'

/** Without source addresses, and asked for nothing else. */
const noSources = {
  query: async (text: string) => {
    assert.match(text, /from source_addresses/)
    return []
  },
} as unknown as Db
const noDatabase = new Proxy(noSources, {
  get: (db, name) => (name === 'query' ? db.query : assert.fail('this check needs no database')),
})
const unreachable: HttpResult = { kind: 'failure', reason: 'network', message: 'none' }

interface Options {
  readonly zones?: Zones
  readonly dns?: DnsServerOptions
  readonly env?: Readonly<Record<string, string>>
  readonly db?: Db
  readonly http?: HttpResult
}

async function stage(t: TestContext, options: Options = {}): Promise<World> {
  const dns = await startDnsServer({ zones: options.zones ?? {}, ...options.dns })
  t.after(() => dns.close())
  const settings = readSettings({
    MALOTE_HOSTNAME: 'mail.shop.example',
    MALOTE_DNS_SERVERS: dns.address,
    ...options.env,
  })
  const world = realWorld({ settings, db: options.db ?? noDatabase })
  return { ...world, http: { request: async () => options.http ?? unreachable } }
}

/** What a check says, each as `level check`; every sentence exists in two languages and has an end. */
function said(findings: readonly CheckResult[]): string[] {
  for (const { text } of findings) {
    assert.notEqual(text.en, text.pt)
    for (const sentence of [text.en, text.pt]) assert.match(sentence, /^[\s\S]{10,}[."]$/)
  }
  return findings.map(({ level, check }) => `${level} ${check}`)
}

async function says(check: Check, world: World, expected: string, words: RegExp): Promise<void> {
  const findings = await check(world)
  assert.deepEqual(said(findings), [expected])
  assert.match(findings[0]!.text.en, words)
}

const address = '45.33.1.9'
const good: Zones = {
  'mail.shop.example': { A: [address] },
  '9.1.33.45.in-addr.arpa': { PTR: ['mail.shop.example'] },
  'bounces.mail.shop.example': {
    MX: ['10 mail.shop.example'],
    TXT: ['v=spf1 a:mail.shop.example -all'],
  },
}

describe('the name in EHLO', () => {
  it('is a full name with an address', async t => {
    await says(ehloNames, await stage(t, { zones: good }), 'ok ehlo_name', /45\.33\.1\.9/)
    const bare = await stage(t, { env: { MALOTE_HOSTNAME: 'box' } })
    await says(ehloNames, bare, 'warning ehlo_name', /Set MALOTE_HOSTNAME/)
    await says(ehloNames, await stage(t), 'warning ehlo_name', /Publish an A record/)
    const silent = await stage(t, { zones: { 'mail.shop.example': 'servfail' } })
    await says(ehloNames, silent, 'warning ehlo_name', /gave no answer/)
  })

  it('leads to each address of the pools that use it', async t => {
    const zones = {
      ...good,
      'out.shop.example': { A: ['45.33.1.10'] },
      '10.1.33.45.in-addr.arpa': { PTR: ['out.shop.example'] },
      '11.1.33.45.in-addr.arpa': { PTR: ['out.shop.example'] },
    }
    const { db } = await testDatabase(t)
    const world = await stage(t, { zones, db })
    for (const last of [10, 11]) {
      await addSource(world, { address: `45.33.1.${last}`, hostname: 'out.shop.example' })
    }
    const findings = await ehloNames(world)
    assert.deepEqual(said(findings), ['ok ehlo_name', 'warning ehlo_name'])
    assert.match(findings[1]!.text.en, /from 45\.33\.1\.11 as out\.shop\.example/)
    const reverse = await reverseNames(world)
    assert.deepEqual(said(reverse), ['ok ptr', 'ok ptr', 'warning ptr'])
    assert.match(reverse[2]!.text.en, /reverse name of 45\.33\.1\.11 .*does not lead back/)
  })
})

describe('the reverse name', () => {
  const ptr = (names: readonly string[], more: Zones = {}): Zones => ({
    ...good,
    '9.1.33.45.in-addr.arpa': { PTR: names },
    ...more,
  })
  it('leads to the name in EHLO and back', async t => {
    const ok = await stage(t, { zones: good })
    await says(reverseNames, ok, 'ok ptr', /45\.33\.1\.9 → mail\.shop\.example → 45\.33\.1\.9/)
    const missing = await stage(t, { zones: { 'mail.shop.example': { A: [address] } } })
    await says(reverseNames, missing, 'warning ptr', /has no reverse name\. Ask/)
    const astray = await stage(t, { zones: ptr(['host9.provider.example']) })
    await says(reverseNames, astray, 'warning ptr', /does not lead back .*FCrDNS/)
    const back = { 'host9.provider.example': { A: [address] } }
    const other = await stage(t, { zones: ptr(['host9.provider.example'], back) })
    await says(reverseNames, other, 'warning ptr', /host9\..*but Malote introduces itself/)
    const silent = await stage(t, { zones: { ...good, '9.1.33.45.in-addr.arpa': 'servfail' } })
    await says(reverseNames, silent, 'warning ptr', /gave no answer/)
    const inside = await stage(t, { zones: { 'mail.shop.example': { A: ['10.1.2.3'] } } })
    await says(reverseNames, inside, 'warning ptr', /internal address 10\.1\.2\.3/)
  })

  it('is asked of IPv6 too, and is the smart host’s where there is one', async t => {
    const digits = '5.2.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.f.4.0.1.0.a.2.ip6.arpa'
    const zones = {
      'mail.shop.example': { AAAA: ['2a01:4f8::25'] },
      [digits]: { PTR: ['mail.shop.example'] },
    }
    await says(reverseNames, await stage(t, { zones }), 'ok ptr', /2a01:4f8::25/)
    const relayed = await stage(t, { env: { MALOTE_RELAY: 'smtp://mail.isp.example' } })
    assert.deepEqual(await reverseNames(relayed), [])
  })
})

describe('the return path', () => {
  const host = 'bounces.mail.shop.example'
  const spf = (records: readonly string[], more: Zones = {}): Zones => ({
    ...good,
    [host]: { MX: ['10 mail.shop.example'], TXT: records },
    ...more,
  })
  it('has a server that exists', async t => {
    await says(returnPathMx, await stage(t, { zones: good }), 'ok return_path_mx', /mail\.shop/)
    await says(returnPathMx, await stage(t), 'warning return_path_mx', /Publish: .* MX 10 /)
    const lost = await stage(t, { zones: { [host]: { MX: ['10 gone.example'] } } })
    await says(returnPathMx, lost, 'warning return_path_mx', /gone\.example, which has no address/)
    const silent = await stage(t, { zones: { [host]: 'servfail' } })
    await says(returnPathMx, silent, 'warning return_path_mx', /did not tell/)
  })

  const include = { 'spf.esp.example': { TXT: ['v=spf1 ip4:45.33.1.0/24 ?all'] } }
  // Each leads to the next; the last would let the address send, were it not two too far.
  const chain: Zones = {
    's12.example': { TXT: ['v=spf1 +all'] },
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `s${i}.example`,
        { TXT: [`v=spf1 include:s${i + 1}.example -all`] },
      ]),
    ),
  }
  const cases: readonly (readonly [records: string[], more: Zones, level: string, RegExp])[] = [
    [['v=spf1 ip4:45.33.1.9 -all'], {}, 'ok', /lets 45\.33\.1\.9 send/],
    [['v=spf1 ip4:45.33.0.0/16 -all', 'unrelated'], {}, 'ok', /lets/],
    [['v=spf1 mx -all'], {}, 'ok', /lets/],
    [['v=spf1 a:mail.shop.example/30 -all'], {}, 'ok', /lets/],
    [['v=spf1 include:spf.esp.example -all'], include, 'ok', /lets/],
    [['v=spf1 redirect=spf.esp.example'], include, 'ok', /lets/],
    [[], {}, 'warning', /no SPF record\. Publish TXT "v=spf1 a:mail\.shop\.example -all"/],
    [['v=spf1 ip4:45.33.2.0/24 -all'], {}, 'warning', /does not name 45\.33\.1\.9.*"fail"/],
    [['v=spf1 ip6:2a01:4f8::/32 ~all'], {}, 'warning', /"softfail"/],
    [['v=spf1'], {}, 'warning', /"neutral"/],
    [['v=spf1 -ip4:45.33.1.9 +all'], {}, 'warning', /"fail"/],
    [['v=spf1 -all', 'v=spf1 +all'], {}, 'error', /void/],
    [['v=spf1 ip4:nonsense -all'], {}, 'error', /void/],
    [['v=spf1 wrong:x -all'], {}, 'error', /void/],
    [['v=spf1 include:nobody.example -all'], {}, 'error', /void/],
    [['v=spf1 include:s0.example -all'], chain, 'error', /more than 10 look-ups/],
    [['v=spf1 include:s3.example -all'], chain, 'ok', /lets/],
    [['v=spf1 exists:%{i}.x.example -all'], {}, 'warning', /did not tell enough/],
    [['v=spf1 include:x.example -all'], { 'x.example': 'servfail' }, 'warning', /did not tell/],
  ]
  for (const [records, more, level, words] of cases) {
    it(`judges the SPF record ${JSON.stringify(records)}`, async t => {
      const world = await stage(t, { zones: spf(records, more) })
      await says(returnPathSpf, world, `${level} return_path_spf`, words)
    })
  }

  it('is judged without addresses behind NAT', async t => {
    const zones = spf(['v=spf1 ip4:45.33.1.9 -all'], { 'mail.shop.example': { A: ['10.0.0.1'] } })
    await says(returnPathSpf, await stage(t, { zones }), 'ok return_path_spf', /has an SPF record/)
  })
})

describe('blocklists', () => {
  const env = { MALOTE_ADDRESS_BLOCKLISTS: 'a.list.example,b.list.example' }
  const entry = '9.1.33.45.a.list.example'
  const world = (t: TestContext, more: Zones): Promise<World> =>
    stage(t, { zones: { ...good, ...more }, env })

  it('are asked about the addresses, and believed only where they can be', async t => {
    await says(
      addressBlocklists,
      await world(t, {}),
      'ok blocklist',
      /not listed at a\.list.*b\.list/,
    )
    const listed = { A: ['127.0.0.2'], TXT: ['see https://list.example/why'] }
    await says(
      addressBlocklists,
      await world(t, { [entry]: listed }),
      'warning blocklist',
      /is on the blocklist a\.list\.example \(see https:\/\/list\.example\/why\)\. Find out/,
    )
    const shy = await world(t, { [entry]: { A: ['127.255.255.254'] } })
    await says(addressBlocklists, shy, 'warning blocklist', /does not answer to your resolver/)
    const publicly = await world(t, { '*.a.list.example': { A: ['127.255.255.254'] } })
    await says(addressBlocklists, publicly, 'warning blocklist', /does not answer to your/)
    const dead = await world(t, { '*.a.list.example': { A: ['127.0.0.2'] } })
    await says(addressBlocklists, dead, 'warning blocklist', /lists every address/)
    const sold = await world(t, { '*.a.list.example': { A: ['45.1.1.1'] } })
    await says(addressBlocklists, sold, 'ok blocklist', /not listed/)
  })

  it('are asked about nothing behind NAT, and not where there are none', async t => {
    const inside = await world(t, { 'mail.shop.example': { A: ['10.0.0.1'] } })
    assert.deepEqual(await addressBlocklists(inside), [])
    const none = await stage(t, { zones: good, env: { MALOTE_ADDRESS_BLOCKLISTS: 'none' } })
    assert.deepEqual(await addressBlocklists(none), [])
  })
})

describe('the way out', () => {
  const zones: Zones = {
    'gmail.com': { MX: ['10 mx.test'] },
    'mx.test': { A: ['127.0.0.1'] },
  }
  async function to(t: TestContext, options: MxOptions): Promise<World> {
    const mx = await startMx(options)
    t.after(() => mx.close())
    return stage(t, { zones, env: { MALOTE_SMTP_PORT: String(mx.port) } })
  }
  it('is open where a mail server greets', async t => {
    await says(wayOut, await to(t, {}), 'ok port_25', /open/)
    const busy = await to(t, {
      misbehave: (stage, socket) => stage === 'banner' && socket.write('421 4.3.2 busy\r\n'),
    })
    await says(wayOut, busy, 'ok port_25', /open/)
    const held = await to(t, {
      misbehave: (stage, socket) => stage === 'banner' && Boolean(socket.end()),
    })
    await says(wayOut, held, 'error port_25', /does not let them answer/)
    const closed = await stage(t, { zones, env: { MALOTE_SMTP_PORT: '1' } })
    await says(wayOut, closed, 'error port_25', /Port 1 outwards is closed\. Ask the provider/)
    await says(wayOut, await stage(t), 'warning port_25', /was not tried/)
  })

  it('is the smart host where there is one', async t => {
    const mx = await startMx()
    const relay = (host: string) => ({ env: { MALOTE_RELAY: `smtp://${host}:${mx.port}` }, zones })
    await says(wayOut, await stage(t, relay('mx.test')), 'ok smart_host', /can be reached/)
    await says(wayOut, await stage(t, relay('no.test')), 'error smart_host', /no address in DNS/)
    await mx.close()
    await says(wayOut, await stage(t, relay('mx.test')), 'error smart_host', /cannot be reached/)
  })
})

describe('the resolver', () => {
  const signed = { 'ietf.org': { A: { records: ['45.1.1.1'], secure: true } } }
  it('validates, and does not only say so', async t => {
    const zones: Zones = { ...signed, 'dnssec-failed.org': 'servfail' }
    await says(resolver, await stage(t, { zones }), 'ok dnssec', /validates/)
    const plain: Zones = { 'ietf.org': { A: ['45.1.1.1'] } }
    await says(resolver, await stage(t, { zones: plain }), 'warning dnssec', /no AD flag.*unbound/)
    const liar: Zones = { ...signed, 'dnssec-failed.org': { A: ['45.1.1.2'] } }
    await says(resolver, await stage(t, { zones: liar }), 'warning dnssec', /Do not trust it/)
    const names = ['ietf.org', 'registro.br', 'isc.org', 'dnssec-failed.org']
    const dead = Object.fromEntries(names.map(name => [name, 'servfail' as const]))
    await says(resolver, await stage(t, { zones: dead }), 'error dnssec', /does not answer/)
  })
})

describe('the machine', () => {
  const dated = (ms: number): HttpResult => ({
    kind: 'answer',
    status: 400,
    headers: { date: new Date(ms).toUTCString() },
    body: Buffer.alloc(0),
    truncated: false,
  })

  it('has the time of the database and of the world', async t => {
    const { db } = await testDatabase(t)
    const at = (shift: number, http: HttpResult): Promise<World> =>
      stage(t, { db, http }).then(world => ({
        ...world,
        clock: { ...world.clock, now: () => world.clock.now() + shift },
      }))
    const now = realWorld({ settings: readSettings({}), db }).clock.now()
    await says(clocks, await at(0, dated(now)), 'ok clock', /and with the world's/)
    await says(clocks, await at(0, unreachable), 'ok clock', /no clock outside/)
    await says(clocks, await at(0, dated(now + 20_000)), 'warning clock', /s behind the world's/)
    await says(
      clocks,
      await at(0, dated(now - 90_000)),
      'error clock',
      /(89|9\d)\.\d s ahead of the/,
    )
    const turned = await at(10_000, unreachable)
    await says(clocks, turned, 'error clock', /database's clock is \d+\.\d s behind this machine's/)
  })

  it('has room on the disk, also where the folder is still to be made', async t => {
    const env = { MALOTE_DATA_DIR: path.join(tmpdir(), 'malote-none', 'deeper') }
    const [finding] = await disk(await stage(t, { env }))
    assert.equal(finding?.check, 'disk')
    assert.match(finding!.text.en, /\d+\.\d GB \(\d+%\) are free/)
  })

  it('has none on the disk of its database', async t => {
    const { db } = await testDatabase(t)
    const words = async (own: Db) => (await disk(await stage(t, { db: own })))[0]!.text.en
    assert.match(await words(db), /are free/)
    const refusing = (code: string): Db => ({
      ...db,
      transaction: () => Promise.reject(Object.assign(new Error('no'), { code })),
    })
    await says(disk, await stage(t, { db: refusing('53100') }), 'error disk', /is full: it refuses/)
    assert.match(await words(refusing('42501')), /are free/)
  })
})

describe('the nodes that run', () => {
  it('do all that there is to do, each a part of it', async t => {
    const { db } = await testDatabase(t)
    const world = await stage(t, { db })
    await says(nodes, world, 'ok nodes', /No node runs/)
    const start = async (env: Record<string, string>) => {
      const settings = readSettings(env)
      const presence = createPresence({ ...world, settings }, 'node.test')
      t.after(() => presence.stop())
      await presence.start()
      return presence
    }
    const undone = async (...expected: RegExp[]) => {
      const findings = await nodes(world)
      assert.deepEqual(said(findings), Array(expected.length).fill('warning nodes'))
      for (const [n, words] of expected.entries()) assert.match(findings[n]!.text.en, words)
    }
    await start({ MALOTE_ROLES: 'deliver,webhooks', MALOTE_STREAMS: 'transactional' })
    const [api, jobs, inbound] = [/answers calls/, /campaigns, sequences/, /takes in bounces/]
    const marketing = [/delivers marketing mail/, /posts the webhooks of marketing mail/]
    await undone(api, ...marketing, jobs, inbound)
    const closed = { ...world.settings, MALOTE_INBOUND_PORT: 0 }
    assert.equal((await nodes({ ...world, settings: closed })).length, 4)
    await start({ MALOTE_ROLES: 'api,inbound' })
    await undone(...marketing, jobs)
    const bulk = await start({ MALOTE_ROLES: 'deliver,jobs', MALOTE_STREAMS: 'marketing' })
    await undone(/posts the webhooks of marketing mail/)
    await bulk.stop()
    await start({ MALOTE_ROLES: 'deliver,webhooks,jobs', MALOTE_STREAMS: 'marketing' })
    await says(nodes, world, 'ok nodes', /do all there is/)
    const later = { ...world.clock, now: () => world.clock.now() + 36_000 }
    await says(nodes, { ...world, clock: later }, 'ok nodes', /No node runs/)
  })
})

describe('transactions that write', () => {
  it('are not left open, by whoever it is', async t => {
    const { db } = await testDatabase(t)
    const world = await stage(t, { db })
    await says(openWrites, world, 'ok open_writes', /No transaction/)
    const later = { ...world.clock, now: () => world.clock.now() + 90_000 }
    await db.transaction(async tx => {
      await tx.query('select 1')
      await says(openWrites, { ...world, clock: later }, 'ok open_writes', /No transaction/)
      await tx.query('select pg_current_xact_id()')
      await says(openWrites, world, 'ok open_writes', /No transaction/)
      const words = /malote \d+ \(pid \d+\) has been open for (89|9\d) s/
      await says(openWrites, { ...world, clock: later }, 'warning open_writes', words)
      const lanes = () => []
      const metrics = await createMetrics({ ...world, clock: later }, lanes, async () => '1').text()
      assert.match(metrics, /^malote_database_oldest_write_seconds (89|9\d)/m)
    })
  })
})

describe('money', () => {
  it('is looked at where somebody collects, and only there', async t => {
    const { db } = await testDatabase(t)
    assert.deepEqual(await money(await stage(t)), [])
    const world = await stage(t, { db, env: { MALOTE_BILLING: 'manual' } })
    await says(money, world, 'ok billing', /agree/)
    const since = (days: number) =>
      db.query(
        `insert into billing_differences (id, kind, key, en, pt, since)
         values ($1, 'x', $2, 'A.', 'B.', $3)`,
        [world.ids.next(), `k${days}`, new Date(world.clock.now() - days * 86_400_000)],
      )
    await since(0.5)
    await says(money, world, 'ok billing', /agree/)
    await since(2)
    await says(money, world, 'warning billing', /^1 difference/)
    const env = {
      MALOTE_BILLING: 'stripe',
      MALOTE_STRIPE_KEY: 'sk_test_1',
      MALOTE_STRIPE_WEBHOOK_SECRETS: 'whsec_1',
      MALOTE_BASE_URL: 'https://mail.shop.example',
    }
    const tried = await money(await stage(t, { db, env }))
    assert.deepEqual(said(tried), ['error billing', 'warning billing'])
  })
})

describe('the doctor', () => {
  it('says all of it, also where one check breaks', async t => {
    const { db } = await testDatabase(t)
    const settings = {
      MALOTE_BASE_URL: 'https://mail.shop.example',
      MALOTE_PROVIDERS_FILE: '/nowhere/providers.json',
    }
    const world = await stage(t, { zones: good, db, env: settings, dns: { secure: true } })
    await addSource(world, { address: '192.0.2.1', hostname: 'out.shop.example' })
    const findings = await examine(world)
    const levels = new Map(findings.map(({ check, level }) => [check, level]))
    assert.deepEqual(
      [...levels.keys()],
      [
        ...[
          'base_url',
          'owner',
          'database',
          'database_settings',
          'open_writes',
          'nodes',
          'secrets',
          'backup',
          'disk',
          'files',
          'clock',
          'dnssec',
          'port_25',
          'ehlo_name',
          'ptr',
          'source_addresses',
        ],
        ...['return_path_mx', 'return_path_port', 'return_path_spf', 'blocklist'],
      ],
    )
    assert.equal(levels.get('base_url'), 'ok')
    assert.equal(levels.get('database'), 'ok')
    assert.equal(levels.get('return_path_mx'), 'ok')
    for (const check of ['ehlo_name', 'ptr', 'source_addresses', 'return_path_spf', 'blocklist']) {
      const found = findings.find(one => one.check === check)!
      assert.match(found.text.pt, /^Não foi possível verificar: .*providers\.json/)
    }
  })
})
