/** Counting sessions for TLS reports: each once, for whom it concerns, and never at an email's cost. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { nobodyDemands } from '#protocol/smtp/tls-policy.ts'
import type { Peer } from '#protocol/smtp/verdict.ts'
import { createTally } from '#sending/tlsrpt/tally.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { testDatabase } from '../../support/database.ts'
import { found, type PlainWorld } from '../smtp/plain-world.ts'
import { stage, startServer } from '../smtp/stage.ts'

const { db } = await testDatabase()
const root = makeCertificate({ name: 'Test root', authority: true })
const good = makeCertificate({ name: 'mx.here.example', issuer: root })
const settings = { MALOTE_TLSRPT: 'true' }

beforeEach(() => db.query('truncate tls_results'))

const wants = (plain: PlainWorld, domain: string): void => {
  plain.txt[`_smtp._tls.${domain}`] = found(['v=TLSRPTv1; rua=mailto:tls@reports.example'])
}

async function counted(): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    `select concat_ws(' ', domain, policy ->> 'type', policy ->> 'domain', outcome ->> 'type',
                      outcome ->> 'reason', outcome ->> 'mx', count) as line
     from tls_results order by line`,
  )
  return rows.map(row => row.line)
}

describe('sessions', () => {
  it('are counted once per connection and domain, where the domain asks for reports', async t => {
    const mx = await startServer(t, { tls: { cert: good.cert, key: good.key } })
    const { domain, node, plain } = stage(t, mx.port, { db, settings, roots: [root.pem] })
    for (const name of ['one.example', 'two.example', 'mute.example']) {
      domain(name, { 'mx.here.example': '127.0.0.1' })
      if (name !== 'mute.example') wants(plain, name)
    }
    const { send, attempter } = node()
    for (const name of ['one', 'two', 'mute', 'one', 'two', 'one']) {
      assert.equal((await send(`ana@${name}.example`)).finding.kind, 'delivered')
    }
    assert.equal(mx.connections, 1, 'they share a connection')
    assert.deepEqual(await counted(), [], 'nothing is written while mail goes')
    await attempter.tally?.flush()
    assert.deepEqual(await counted(), [
      'one.example no-policy-found one.example success 1',
      'two.example no-policy-found two.example success 1',
    ])
  })

  it('that fail are told by what failed, and each attempt adds to the count', async t => {
    const mx = await startServer(t)
    const { domain, policy, node, plain } = stage(t, mx.port, { db, settings })
    domain('strict.example', { 'mx.here.example': '127.0.0.1', 'mx.evil.example': '127.0.0.2' })
    policy('strict.example', 'enforce', 'mx.here.example')
    wants(plain, 'strict.example')
    domain('trying.example', { 'mx.here.example': '127.0.0.1' })
    policy('trying.example', 'testing', 'mx.here.example')
    wants(plain, 'trying.example')
    const { send, attempter } = node()
    for (let n = 0; n < 2; n++) {
      assert.equal((await send('ana@strict.example')).finding.kind, 'deferred')
      assert.equal((await send('ana@trying.example')).finding.kind, 'delivered')
    }
    await attempter.tally?.flush()
    await send('ana@strict.example')
    await attempter.close(500)
    assert.deepEqual(await counted(), [
      'strict.example sts strict.example starttls-not-supported mx.here.example 3',
      'strict.example sts strict.example validation-failure mx-not-in-policy mx.evil.example 3',
      'trying.example sts trying.example starttls-not-supported mx.here.example 1',
    ])
  })

  it('under DANE concern the MX host too', async t => {
    const mx = await startServer(t)
    const { domain, node, plain } = stage(t, mx.port, { db, settings })
    domain('signed.example', { 'mx.here.example': '127.0.0.1' }, true)
    const record = { usage: 3, selector: 1, matching: 1, data: Buffer.alloc(32) }
    plain.tlsa[`_${mx.port}._tcp.mx.here.example`] = found([record], true)
    wants(plain, 'signed.example')
    wants(plain, 'mx.here.example')
    const { send, attempter } = node()
    await send('ana@signed.example')
    await attempter.tally?.flush()
    assert.deepEqual(await counted(), [
      'mx.here.example tlsa mx.here.example starttls-not-supported mx.here.example 1',
      'signed.example tlsa mx.here.example starttls-not-supported mx.here.example 1',
    ])
  })

  it('of mail that waives TLS are not counted, nor any while the setting is off', async t => {
    const mx = await startServer(t)
    const on = stage(t, mx.port, { db, settings })
    on.domain('here.example', { 'mx.here.example': '127.0.0.1' })
    wants(on.plain, 'here.example')
    const node = on.node()
    await node.send('ana@here.example', { tlsOptional: true })
    await node.attempter.close(500)
    const off = stage(t, mx.port, { db })
    assert.equal(off.node().attempter.tally, null)
    assert.deepEqual(await counted(), [])
  })
})

describe('the tally', () => {
  const peer = (address: string): Peer => ({ host: 'mx.example', address, tls: null, greeting: [] })

  it('keeps a bounded number of results, and asks the DNS once for a domain', async t => {
    const { world, plain } = stage(t, 25, { db })
    wants(plain, 'here.example')
    const tally = createTally(world)
    for (let n = 0; n < 25_000; n++) tally.session('here.example', peer(`a${n}`), nobodyDemands)
    await tally.flush()
    const [row] = await db.query<{ n: string }>('select count(*) as n from tls_results')
    assert.equal(Number(row?.n), 20_000)
    tally.session('here.example', peer('a1'), nobodyDemands)
    await tally.close()
    assert.equal(plain.asked.filter(name => name === '_smtp._tls.here.example').length, 1)
    tally.session('here.example', peer('late'), nobodyDemands)
    await tally.flush()
    const late = await db.query("select 1 from tls_results where outcome ->> 'ip' = 'late'")
    assert.deepEqual(late, [])
  })

  it('writes by itself once a minute, and survives a database that is away', async t => {
    const base = stage(t, 25, { db })
    const timers: (() => void)[] = []
    let isAway = true
    const { clock } = base.world
    const world = {
      ...base.world,
      clock: {
        ...clock,
        timer: (ms: number, then: () => void) => {
          assert.equal(ms, 60_000)
          timers.push(then)
          return { cancel() {} }
        },
      },
      db: {
        ...db,
        query: ((...all: Parameters<typeof db.query>) =>
          isAway ? Promise.reject(new Error('away')) : db.query(...all)) as typeof db.query,
      },
    }
    wants(base.plain, 'here.example')
    const tally = createTally(world)
    tally.session('here.example', peer('a1'), nobodyDemands)
    tally.session('here.example', peer('a2'), nobodyDemands)
    assert.equal(timers.length, 1, 'one timer for all')
    timers[0]!()
    await tally.flush()
    assert.match(base.complaints.join(), /not written down/)
    isAway = false
    tally.session('here.example', peer('a3'), nobodyDemands)
    assert.equal(timers.length, 2)
    timers[1]!()
    await tally.flush()
    assert.equal((await counted()).length, 1)
  })

  it('counts the same result of two nodes together', async t => {
    const { world, plain } = stage(t, 25, { db })
    wants(plain, 'here.example')
    const [one, two] = [createTally(world), createTally(world)]
    for (const tally of [one, two, one]) tally.session('here.example', peer('x'), nobodyDemands)
    await Promise.all([one.close(), two.close()])
    const same = 'here.example no-policy-found here.example starttls-not-supported mx.example 3'
    assert.deepEqual(await counted(), [same])
  })

  it('keeps what it cannot ask about: the report decides', async t => {
    const { world, plain } = stage(t, 25, { db })
    plain.txt['_smtp._tls.here.example'] = { kind: 'failure', reason: 'timeout' }
    const tally = createTally(world)
    tally.session('here.example', peer('x'), nobodyDemands)
    await tally.flush()
    assert.equal((await counted()).length, 1)
  })

  it('does not wait for the DNS when its node stops', async t => {
    const { world } = stage(t, 25, { db })
    const silent = { ...world.dns, txt: () => new Promise<never>(() => {}) }
    const tally = createTally({ ...world, dns: silent })
    tally.session('here.example', peer('x'), nobodyDemands)
    await tally.close()
    assert.equal((await counted()).length, 1)
  })
})
