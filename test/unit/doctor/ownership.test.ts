/** What the doctor says of the owner, of backups, and of the port at which bounces arrive. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newestBackup } from '#faces/doctor/backups.ts'
import type { CheckResult } from '#faces/doctor/finding.ts'
import { owner } from '#faces/doctor/owner.ts'
import { returnPathPort } from '#faces/doctor/return-path.ts'
import { show } from '#kernel/base/ids.ts'
import type { Dns } from '#kernel/world/dns.ts'
import type { Connection } from '#kernel/world/net.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { withoutLimits } from '#tenants/accounts/terms.ts'
import { keepLastBackup } from '#tenants/installation/last-backup.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeDns, fakeWorld } from '../../support/fake-world.ts'

const dayMs = 86_400_000

/** Levels, after each sentence was found in both languages and is not the same in them. */
function levels(found: readonly CheckResult[]): string[] {
  for (const { text } of found) assert.notEqual(text.en, text.pt)
  return found.map(({ level }) => level)
}

it('An owner can be written to, and has no limits', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  await createAccount(world, { email: 'client@shop.example' })
  const nobody = await owner(world)
  assert.deepEqual(levels(nobody), ['warning'])
  assert.match(nobody[0]!.text.en, /Nobody is the owner.*code that a start shows/)

  const { accountId } = await createAccount(world, { email: 'owner@malote.localhost' })
  await changeOperator(db, accountId, true)
  const found = await owner(world)
  assert.deepEqual(levels(found), ['warning', 'warning'])
  assert.match(found[0]!.text.en, /owner@malote\.localhost.*malote account adopt --email/)
  const words = `malote account set ${show('acc', accountId)} --plan enterprise --trust-level 3`
  for (const sentence of Object.values(found[1]!.text))
    assert.ok(sentence.includes(words), sentence)

  for (const [plan, level] of [
    ['enterprise', 2],
    ['pro', 3],
  ]) {
    await db.query('update accounts set plan = $2, trust_level = $3, email = $4 where id = $1', [
      accountId,
      plan,
      level,
      'op@shop.example',
    ])
    assert.deepEqual(levels(await owner(world)), ['warning'], `${plan} ${level}`)
  }

  const named = await createAccount(world, { ...withoutLimits, email: 'ana@shop.example' })
  await changeOperator(db, accountId, false)
  await changeOperator(db, named.accountId, true)
  const good = await owner(world)
  assert.deepEqual(levels(good), ['ok'])
  assert.match(good[0]!.text.pt, /ana@shop\.example opera esta instalação, sem limites/)
})

it('A backup is made by the week; of a PostgreSQL of your own it is said when', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  const ownServer = fakeWorld({ db, env: { DATABASE_URL: 'postgres://db.example/malote' } })
  const none = await newestBackup(world)
  assert.deepEqual(levels(none), ['warning'])
  assert.match(none[0]!.text.en, /malote backup --to FOLDER/)
  assert.deepEqual(levels(await newestBackup(ownServer)), ['ok'])

  const at = new Date('2027-03-01T12:00:00Z')
  await keepLastBackup(db, new Date(at.getTime() - 30 * dayMs))
  await keepLastBackup(db, at)
  await world.clock.advance(8 * dayMs - 1)
  const fresh = await newestBackup(world)
  assert.deepEqual(levels(fresh), ['ok'])
  assert.match(fresh[0]!.text.en, /2027-03-01/)
  await world.clock.advance(1)
  const old = await newestBackup(world)
  assert.deepEqual(levels(old), ['warning'])
  assert.match(old[0]!.text.pt, /2027-03-01, há 8 dias/)
  await ownServer.clock.advance(8 * dayMs)
  assert.deepEqual(levels(await newestBackup(ownServer)), ['ok'])
})

it('Somebody greets on port 25 of each server of bounces', async t => {
  const { db } = await testDatabase(t)
  const dialled: string[] = []
  const withAnswers = (mx: Awaited<ReturnType<Dns['mx']>>, greets: readonly string[]) => {
    const addresses = { 'one.example': ['45.33.1.9'], 'two.example': ['45.33.1.10'] }
    const dns: Dns = { ...fakeDns(addresses), mx: async () => mx }
    const connect = async ({ address, port }: { address: string; port: number }) => {
      dialled.push(`${address}:${port}`)
      if (!greets.includes(address)) throw new Error('refused')
      const read = async () => Buffer.from('220 mail.shop.example\r\n')
      return { read, destroy() {} } as unknown as Connection
    }
    return fakeWorld({ db, dns, net: { connect }, env: { MALOTE_INBOUND_PORT: '2526' } })
  }
  const records = ['one', 'two'].map(name => ({ exchange: `${name}.example`, preference: 10 }))
  const both = { kind: 'answer', records, ttlSeconds: 60, secure: false } as const
  const open = await returnPathPort(withAnswers(both, ['45.33.1.9', '45.33.1.10']))
  assert.deepEqual(levels(open), ['ok'])
  assert.deepEqual(dialled, ['45.33.1.9:25', '45.33.1.10:25'])
  const half = await returnPathPort(withAnswers(both, ['45.33.1.9']))
  assert.deepEqual(levels(half), ['warning'])
  assert.match(half[0]!.text.en, /port 25 of two\.example \(45\.33\.1\.10\), so.*\(2526\)/)
  // What DNS lacks is said by the check of the MX.
  assert.deepEqual(await returnPathPort(withAnswers({ kind: 'nxdomain', secure: false }, [])), [])
})
