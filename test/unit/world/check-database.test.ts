import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  askFacts,
  checkDatabase,
  type DatabaseFacts,
  refusalOf,
} from '#kernel/world/real/check-database.ts'
import { realDb } from '#kernel/world/real/db.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { testDatabase } from '../../support/database.ts'

const good: DatabaseFacts = {
  version: 180_004,
  encoding: 'UTF8',
  fsync: 'on',
  synchronousCommit: 'on',
  fullPageWrites: 'on',
  storage: null,
  isStandby: false,
  standbys: 0,
  waitsForStandby: false,
  failsOver: false,
  clockApartMs: 0,
  clockDifferenceMs: 0,
}

const table: [Partial<DatabaseFacts>, RegExp | undefined][] = [
  [{}, undefined],
  [{ version: 150_000 }, undefined],
  [{ version: 140_020 }, /^The database is PostgreSQL 14; Malote needs 15 or newer\.$/],
  [{ encoding: 'SQL_ASCII' }, /SQL_ASCII/],
  [{ isStandby: true }, /standby/],
  [{ fsync: 'off' }, /fsync=off .*MALOTE_ALLOW_UNSAFE_DATABASE=true/],
  [{ synchronousCommit: 'off' }, /synchronous_commit=off/],
  [{ synchronousCommit: 'local' }, undefined],
  [{ synchronousCommit: 'local', standbys: 1 }, /synchronous_commit=local.*failover/],
  [{ synchronousCommit: 'local', waitsForStandby: true }, /synchronous_commit=local/],
  [{ synchronousCommit: 'remote_apply', standbys: 2, waitsForStandby: true }, undefined],
  [{ standbys: 1 }, undefined],
  [{ standbys: 1, failsOver: true }, /Patroni.*without a synchronous standby.*synchronous_mode_s/],
  [{ standbys: 1, failsOver: true, waitsForStandby: true }, undefined],
  [{ standbys: 0, failsOver: true }, undefined],
  [{ fullPageWrites: 'off' }, /full_page_writes=off/],
  [{ storage: 'neon', fsync: 'off', fullPageWrites: 'off' }, undefined],
  [{ storage: 'aurora', fsync: 'off', fullPageWrites: 'off' }, undefined],
  [{ storage: 'neon', fsync: 'off', synchronousCommit: 'off' }, /synchronous_commit=off/],
  [{ clockDifferenceMs: 2_000 }, undefined],
  [{ clockDifferenceMs: 2_500 }, /clock is 2\.5 s ahead of this machine's/],
  [{ clockDifferenceMs: -7_000 }, /clock is 7\.0 s behind this machine's/],
]

const log = { debug() {}, info() {}, warn() {}, error() {} }

describe('A database', () => {
  for (const [change, expected] of table) {
    const facts = JSON.stringify(change)
    it(`${expected === undefined ? 'may be used' : 'is refused'} with ${facts}`, () => {
      const reason = refusalOf({ ...good, ...change }, false)
      if (expected === undefined) assert.equal(reason, undefined)
      else assert.match(reason?.en ?? '', expected)
    })
  }

  it('is refused in both languages, with their own way of writing a figure', () => {
    const reason = refusalOf({ ...good, clockDifferenceMs: -2_500 }, false)
    assert.match(reason!.en, / 2\.5 s behind /)
    assert.match(reason!.pt, / 2,5 s atrasado /)
  })

  it('that can lose data is used when the operator says so', () => {
    assert.equal(refusalOf({ ...good, fsync: 'off' }, true), undefined)
    assert.equal(refusalOf({ ...good, standbys: 2, failsOver: true }, true), undefined)
    assert.equal(refusalOf({ ...good, standbys: 1, synchronousCommit: 'local' }, true), undefined)
  })

  const machine = { now: () => Date.now(), monotonic: () => performance.now() }

  it('of Neon is known by its timeline', async t => {
    const { db, name, address } = await testDatabase(t)
    assert.equal((await askFacts(db, machine)).storage, null)
    await db.query(`alter database ${name} set neon.timeline_id = '0af1'`)
    const later = realDb({ address, connections: 1, log })
    t.after(() => later.close())
    assert.equal((await askFacts(later, machine)).storage, 'neon')
    await checkDatabase(later, machine, false)
    await db.query(`alter database ${name} reset neon.timeline_id`)
  })

  it('of Aurora is known by its function', async t => {
    const { db } = await testDatabase(t)
    await db.query(
      `create function aurora_version() returns text language sql as $$select '17.5'$$`,
    )
    assert.equal((await askFacts(db, machine)).storage, 'aurora')
    await checkDatabase(db, machine, false)
    await db.query('drop function aurora_version()')
  })

  it('is asked itself', async t => {
    const { db } = await testDatabase(t)
    const clock = (aheadMs: number) => ({
      now: () => Date.now() + aheadMs,
      monotonic: () => performance.now(),
    })
    await checkDatabase(db, clock(0), true)
    await assert.rejects(checkDatabase(db, clock(5_000), true), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused)
      assert.match(error.message, /[45]\.\d s behind/)
      return true
    })
    const [row] = await db.query(`select current_setting('fsync') as fsync`)
    const asked = checkDatabase(db, clock(0), false)
    if (row?.fsync === 'off') await assert.rejects(asked, /fsync=off/)
    else await asked
  })
})
