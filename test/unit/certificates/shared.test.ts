/** What nodes share by the database: the turn to order, and what was issued. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, it } from 'node:test'
import { idSource } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { certificateKeeper } from '#platform/certificates/keeper.ts'
import {
  findKeyPair,
  keepAccountKey,
  keepCertificate,
  keepFailure,
  takeTurn,
  wantNames,
} from '#platform/certificates/store.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const name = 'malote.test'
const minuteMs = 60_000
const ids = idSource(Date.now, size => Buffer.alloc(size, 7))

async function begin(directory: string) {
  const [one, other] = [
    { directory, by: ids.next() },
    { directory, by: ids.next() },
  ]
  const now = Date.now()
  await keepAccountKey(db, { directory, privateKey: 'KEY', now })
  await wantNames(db, [name], now)
  return { one, other, now, until: now + 5 * minuteMs }
}

function madeFor(now: number) {
  const { cert: chain, key: privateKey } = makeCertificate({ name })
  const issued = { chain, privateKey, startsAt: new Date(now), endsAt: new Date(now + 1) }
  return { issued, now, nextTryAt: now + 1 }
}

const shownPart = async (keeper: ReturnType<typeof certificateKeeper.make>) =>
  new X509Certificate((await keeper.usual())!.chain).fingerprint256

describe('a turn to order', () => {
  it('is one node’s, until it is over or given up; what the node before brings is not kept', async () => {
    const { one, other, now, until } = await begin('https://ca.test/turns')
    assert.ok(await takeTurn(db, one, { now, until }))
    assert.equal(await takeTurn(db, other, { now, until }), null)
    assert.ok(await takeTurn(db, one, { now, until }), 'its own it may lengthen')
    assert.ok(await takeTurn(db, other, { now: until, until: until + minuteMs }))
    await keepCertificate(db, one, name, madeFor(now))
    assert.equal(await findKeyPair(db, name), null)
    const failure = { problem: 'refused', detail: '', failures: 3, now, nextTryAt: until } as const
    await keepFailure(db, one, name, failure)
    assert.deepEqual(await db.query('select failures from certificates'), [{ failures: 0 }])
    const made = madeFor(now)
    await keepCertificate(db, other, name, made)
    assert.equal((await findKeyPair(db, name))!.privateKey, made.issued.privateKey)
  })
})

describe('a certificate that a node shows', () => {
  it('is the one before while the database cannot say which has come', async () => {
    const { one, now, until } = await begin('https://ca.test/shown')
    assert.ok(await takeTurn(db, one, { now, until }))
    const first = madeFor(now)
    await keepCertificate(db, one, name, first)
    let isAway = false
    const shaky: Db = {
      ...db,
      async query(text, values) {
        if (isAway && text.includes('private_key')) throw new Error('away')
        return db.query(text, values)
      },
    }
    const settings = { MALOTE_ACME: 'on', MALOTE_HOSTNAME: name, MALOTE_ACME_DIRECTORY_URL: 'x:y' }
    const base = fakeWorld({ db: shaky })
    const world = { ...base, settings: { ...base.settings, ...settings } }
    const keeper = world.runtime.get(certificateKeeper, world)
    await keeper.refresh()
    const before = await shownPart(keeper)
    assert.equal(before, new X509Certificate(first.issued.chain).fingerprint256)
    const next = madeFor(now + 1)
    await keepCertificate(db, one, name, next)
    isAway = true
    await keeper.refresh()
    assert.equal(await shownPart(keeper), before)
    isAway = false
    assert.equal(await shownPart(keeper), new X509Certificate(next.issued.chain).fingerprint256)
  })
})
