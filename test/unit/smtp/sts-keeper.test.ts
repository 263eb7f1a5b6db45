/** A promise of encryption outlives the process that heard it (RFC 8461 §5.1), and nobody's memory grows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { maxEntries } from '#protocol/smtp/mta-sts.ts'
import { createStsKeeper, refreshPolicies } from '#protocol/smtp/sts-keeper.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { testDatabase } from '../../support/database.ts'
import { page, trouble } from './plain-world.ts'
import { stage, startServer } from './stage.ts'

const { db } = await testDatabase()
const root = makeCertificate({ name: 'Test root', authority: true })
const stranger = makeCertificate({ name: 'mx.strict.example' })
const day = 86_400_000
const url = 'https://mta-sts.strict.example/.well-known/mta-sts.txt'

/** A domain that enforces, whose server shows a certificate that nobody vouches for. */
async function strict(t: Parameters<typeof stage>[0], using: Db = db) {
  await db.query('truncate sts_policies')
  const mx = await startServer(t, { tls: { cert: stranger.cert, key: stranger.key } })
  const set = stage(t, mx.port, { db: using, roots: [root.pem] })
  set.domain('strict.example', { 'mx.strict.example': '127.0.0.1' })
  set.policy('strict.example', 'enforce', 'mx.strict.example')
  return { mx, set }
}

/** An attacker who suppresses the record and the page. */
function suppress({ plain }: ReturnType<typeof stage>): void {
  plain.txt['_mta-sts.strict.example'] = { kind: 'nxdomain', secure: false }
  plain.pages[url] = trouble('timeout')
}

const fetches = ({ plain }: ReturnType<typeof stage>): number =>
  plain.asked.filter(name => name === url).length

describe('an enforced policy', () => {
  it('still binds after a restart, while nothing can be fetched', async t => {
    const { mx, set } = await strict(t)
    const before = await set.node().send('ana@strict.example')
    assert.ok(before.finding.kind === 'deferred')
    assert.equal(before.finding.cause, 'tls_required_by_policy')
    suppress(set)
    set.plain.now += day
    const after = await set.node().send('ana@strict.example')
    assert.ok(after.finding.kind === 'deferred')
    assert.equal(after.finding.cause, 'tls_required_by_policy')
    assert.equal(mx.received.length, 0)
    set.plain.now += 7 * day
    const expired = await set.node().send('ana@strict.example')
    assert.equal(expired.finding.kind, 'delivered', 'max_age is over')
    assert.equal(expired.finding.tls, 'unverified')
  })

  it('binds a node that has never written to the domain, within the hour', async t => {
    const { set } = await strict(t)
    set.domain('other.example', { 'mx.strict.example': '127.0.0.1' })
    const [one, other] = [set.node(), set.node()]
    assert.equal((await other.send('ana@other.example')).finding.kind, 'delivered')
    await one.send('ana@strict.example')
    suppress(set)
    set.plain.now += 3_600_000
    const { finding } = await other.send('ana@strict.example')
    assert.ok(finding.kind === 'deferred' && finding.cause === 'tls_required_by_policy')
  })

  it('is not fetched again by a node that comes up', async t => {
    const { set } = await strict(t)
    await set.node().send('ana@strict.example')
    await set.node().send('ana@strict.example')
    assert.equal(fetches(set), 1)
  })

  it('is renewed by the job although no mail asks for it', async t => {
    const { set } = await strict(t)
    await set.node().send('ana@strict.example')
    for (let n = 0; n < 10; n++) {
      set.plain.now += day
      await refreshPolicies(set.world)
      await refreshPolicies(set.world)
    }
    assert.equal(fetches(set), 11, 'once a day, however often the job runs')
    suppress(set)
    set.plain.now += 6 * day
    await refreshPolicies(set.world)
    const { finding } = await set.node().send('ana@strict.example')
    assert.ok(finding.kind === 'deferred' && finding.cause === 'tls_required_by_policy')
  })

  it('is not renewed for ever where no mail goes', async t => {
    const { set } = await strict(t)
    await set.node().send('ana@strict.example')
    for (let n = 0; n < 45; n++) {
      set.plain.now += day
      await refreshPolicies(set.world)
    }
    assert.equal(fetches(set), 31)
    assert.deepEqual(await db.query('select domain from sts_policies'), [])
  })

  it('gives way to what the job finds: a later policy replaces it, trouble does not', async t => {
    const { set } = await strict(t)
    await set.node().send('ana@strict.example')
    set.plain.now += day
    set.plain.pages[url] = page('<html>')
    await refreshPolicies(set.world)
    const modes = () => db.query<{ mode: string }>('select mode from sts_policies')
    assert.deepEqual(await modes(), [{ mode: 'enforce' }])
    set.plain.now += day
    set.plain.pages[url] = page('version: STSv1\nmode: none\nmax_age: 86400\n')
    await refreshPolicies(set.world)
    assert.deepEqual(await modes(), [{ mode: 'none' }])
    suppress(set)
    assert.equal((await set.node().send('ana@strict.example')).finding.kind, 'delivered')
  })
})

describe('the keeper', () => {
  const entry = (fetchedAt: number, mx = 'mx.example') => ({
    policy: { mode: 'enforce', mx: [mx], maxAgeSeconds: 86_400 } as const,
    id: '1',
    fetchedAt,
  })

  it('never puts an older policy over a newer one', async t => {
    const { set } = await strict(t)
    const { now } = set.plain
    const keeper = createStsKeeper(set.world)
    await keeper.save('a.example', entry(now, 'new.example'))
    await keeper.save('a.example', entry(now - 1000, 'old.example'))
    const entries = new Map([['b.example', entry(now + 1000, 'newer.example')]])
    await createStsKeeper(set.world).save('b.example', entry(now, 'older.example'))
    await keeper.catchUp(entries)
    assert.deepEqual(entries.get('a.example')?.policy.mx, ['new.example'])
    assert.deepEqual(entries.get('b.example')?.policy.mx, ['newer.example'])
  })

  it('lets no mail go before it has read, and mail go when it cannot read again', async t => {
    let isAway = true
    const flaky: Db = {
      ...db,
      query: (text, values) =>
        isAway && !text.includes('limit_rents')
          ? Promise.reject(new Error('away'))
          : db.query(text, values),
    }
    const { mx, set } = await strict(t, flaky)
    const { send } = set.node()
    set.plain.txt['_mta-sts.strict.example'] = { kind: 'nxdomain', secure: false }
    await assert.rejects(send('ana@strict.example'), /away/)
    assert.equal(mx.connections, 0)
    isAway = false
    assert.equal((await send('ana@strict.example')).finding.kind, 'delivered')
    isAway = true
    set.plain.now += day
    assert.equal((await send('ana@strict.example')).finding.kind, 'delivered')
    assert.match(set.complaints.join('\n'), /could not be read again/)
  })

  it('keeps a bounded number of domains, those used last', async t => {
    const { set } = await strict(t)
    const { now } = set.plain
    await db.query(
      `insert into sts_policies
       select 'd' || n || '.example', '1', 'none', '{}', 86400, $1, $2, $1,
              $1::timestamptz + n * interval '1 millisecond'
       from generate_series(1, $3::integer) as n`,
      [new Date(now), new Date(now + day), maxEntries + 50],
    )
    await refreshPolicies(set.world)
    const [row] = await db.query<{ count: string; first: boolean; last: boolean }>(
      `select count(*), bool_or(domain = 'd50.example') as first,
              bool_or(domain = 'd10050.example') as last from sts_policies`,
    )
    assert.deepEqual(
      { ...row, count: Number(row?.count) },
      { count: maxEntries, first: false, last: true },
    )
  })
})
