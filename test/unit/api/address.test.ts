/** Where a key may be used from (reliability A9), and who is believed about it. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { callerAddress } from '#faces/api/admit.ts'
import { inNetworks, parseNetworks } from '#kernel/base/addresses.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { createKey, deleteKey, findKey } from '#tenants/accounts/keys.ts'
import { testDatabase } from '../../support/database.ts'
import {
  ask,
  keptLog,
  makeOwner,
  makeProbeTable,
  type Owner,
  probeWorld,
  type Service,
  startProbe,
} from './probe.ts'

const { db, address } = await testDatabase()

const cases: readonly (readonly [list: string, ip: string, allowed: boolean])[] = [
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['203.0.113.7', '::FFFF:CB00:7107', true],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['::ffff:203.0.113.0/120', '203.0.113.255', true],
  ['::ffff:203.0.113.0/120', '203.0.114.0', false],
  ['203.0.113.7/32', '203.0.113.7', true],
  ['203.0.113.0/24', '203.0.113.0', true],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.0/24', '203.0.112.255', false],
  ['203.0.113.0/24', '203.0.114.0', false],
  ['203.0.113.128/25', '203.0.113.127', false],
  ['203.0.113.128/25', '203.0.113.128', true],
  ['203.0.113.77/24', '203.0.113.1', true],
  ['203.0.113.6/31', '203.0.113.7', true],
  ['203.0.113.6/31', '203.0.113.8', false],
  ['0.0.0.0/0', '198.51.100.1', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::/0', '2001:db8::1', true],
  ['::/0', '198.51.100.1', false],
  ['2001:db8::1', '2001:db8::1', true],
  ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['2001:db8:0:8000::/49', '2001:db8:0:7fff::1', false],
  ['2001:db8:0:8000::/49', '2001:db8:0:ffff::1', true],
  ['2001:db8::/127', '2001:db8::1', true],
  ['2001:db8::/127', '2001:db8::2', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['10.0.0.0/8, 2001:db8::/64', '10.255.255.255', true],
  ['10.0.0.0/8, 2001:db8::/64', '2001:db8::9', true],
  ['10.0.0.0/8, 2001:db8::/64', '11.0.0.0', false],
  ['127.0.0.1', '::1', false],
  ['::1', '127.0.0.1', false],
  ['203.0.113.7', 'unknown', false],
  ['203.0.113.7', '', false],
  ['203.0.113.7', '203.0.113.7, 1.2.3.4', false],
  ['203.0.113.7', '203.0.113.007', false],
]

test('Forty addresses are inside or outside of a list as written', () => {
  assert.equal(cases.length, 40)
  for (const [list, ip, allowed] of cases) {
    assert.equal(inNetworks(ip, parseNetworks(list)), allowed, `${ip} in ${list}`)
  }
})

test('X-Forwarded-For is believed from our proxies alone, and only its last foreign entry', () => {
  const proxies = parseNetworks('10.0.0.0/8, ::1')
  const seen = (peer: string, forwarded?: string | string[]) =>
    callerAddress(
      {
        socket: { remoteAddress: peer },
        headers: { 'x-forwarded-for': forwarded },
      } as unknown as IncomingMessage,
      proxies,
    )
  assert.equal(seen('198.51.100.9', '203.0.113.7'), '198.51.100.9')
  assert.equal(seen('10.0.0.1', '203.0.113.7'), '203.0.113.7')
  assert.equal(seen('::ffff:10.0.0.1', '203.0.113.7'), '203.0.113.7')
  assert.equal(seen('::1', '203.0.113.7, 198.51.100.4'), '198.51.100.4')
  assert.equal(seen('10.0.0.1', '203.0.113.7, 10.0.0.2, 10.0.0.3'), '203.0.113.7')
  assert.equal(seen('10.0.0.1', ['203.0.113.7', '198.51.100.4']), '198.51.100.4')
  assert.equal(seen('10.0.0.1', '203.0.113.7:4711'), '203.0.113.7')
  assert.equal(seen('10.0.0.1', '[2001:db8::1]:4711'), '2001:db8::1')
  assert.equal(seen('10.0.0.1', '10.0.0.2'), '10.0.0.1')
  assert.equal(seen('10.0.0.1'), '10.0.0.1')
  assert.equal(seen('10.0.0.1', '203.0.113.7, nonsense'), 'nonsense')
})

describe('Keys', () => {
  let service: Service
  let behindProxy: Service
  let owner: Owner
  before(async () => {
    await makeProbeTable(db)
    service = await startProbe(probeWorld(db))
    behindProxy = await startProbe(probeWorld(db, {}, { MALOTE_TRUSTED_PROXIES: '127.0.0.1' }))
    owner = await makeOwner(service.world)
  })
  after(async () => {
    await service.api.close()
    await behindProxy.api.close()
  })

  test('are refused from elsewhere, by the address behind a trusted proxy', async () => {
    const { key } = await owner.key({ allowIps: ['203.0.113.0/24'] })
    const call = async (one: Service, from: string) =>
      (await ask(one.url, '/v1/probe', { key, headers: { 'x-forwarded-for': from } })).status
    assert.equal(await call(service, '203.0.113.7'), 403)
    assert.equal(await call(behindProxy, '203.0.113.7'), 200)
    assert.equal(await call(behindProxy, '203.0.113.7, 198.51.100.1'), 403)
    const { key: local } = await owner.key({ allowIps: ['127.0.0.1'] })
    assert.equal((await ask(service.url, '/v1/probe', { key: local })).status, 200)
  })

  test('are random, and only their hash is kept', async () => {
    const made = await createKey(service.world, {
      projectId: owner.projectId,
      mode: 'test',
      scope: 'send',
    })
    assert.match(made.key, /^svc_test_[0-9A-Za-z]{32}$/)
    assert.equal(made.prefix, made.key.slice(0, 14))
    const rows = await db.query<{ whole: string }>(`select k::text as whole from api_keys k`)
    for (const { whole } of rows) assert.ok(!whole.includes(made.key.slice(14)))
  })

  test('note their use', async () => {
    const { id, key } = await owner.key()
    const used = async () =>
      (
        await db.query<{ at: Date | null }>(
          `select last_used_at as at from api_keys where id = $1`,
          [id],
        )
      )[0]!.at
    assert.equal(await used(), null)
    await ask(service.url, '/v1/probe', { key })
    while ((await used()) === null) await new Promise(setImmediate)
    const first = await used()
    await ask(service.url, '/v1/probe', { key })
    assert.deepEqual(await used(), first)
  })

  test('are dead once deleted: here at once, on every other node when that is told', async () => {
    const other = realDb({ address, log: keptLog() })
    const there = probeWorld(other)
    const { id, key } = await owner.key()
    assert.ok(await findKey(service.world, key))
    assert.ok(await findKey(there, key))
    const deleted = deleteKey(service.world, id)
    while ((await findKey(service.world, key)) !== null) await new Promise(setImmediate)
    assert.ok(await findKey(there, key), 'it takes a moment elsewhere')
    await deleted
    assert.equal(await findKey(there, key), null)
    await other.close()
  })
})
