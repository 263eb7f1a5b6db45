/** What the doctor says of a standby that may take over (doctor/standbys.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { standbys, standbysOf } from '#faces/doctor/standbys.ts'
import type { DatabaseFacts } from '#kernel/world/real/check-database.ts'
import { realClock } from '#kernel/world/real/clock.ts'
import { testDatabase } from '../../support/database.ts'

const alone: DatabaseFacts = {
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

const table: [Partial<DatabaseFacts>, string, RegExp][] = [
  [{ standbys: 1 }, 'warning', /waits for none/],
  [{ standbys: 2, waitsForStandby: true }, 'ok', /has what was acknowledged/],
  [{ standbys: 1, waitsForStandby: true, synchronousCommit: 'local' }, 'warning', /do not wait/],
  [{ standbys: 1, waitsForStandby: true, synchronousCommit: 'off' }, 'warning', /do not wait/],
  [{ waitsForStandby: true }, 'warning', /nothing is accepted/],
]

describe('The doctor', () => {
  for (const [change, level, text] of table) {
    it(`says ${level} of ${JSON.stringify(change)}`, () => {
      const found = standbysOf({ ...alone, ...change })
      assert.equal(found?.level, level)
      assert.match(found!.text.en, text)
    })
  }

  it('says nothing where nobody follows, and of storage that copies by itself', async () => {
    const { db } = await testDatabase()
    assert.deepEqual(await standbys({ db, clock: realClock() }), [])
    assert.equal(standbysOf({ ...alone, standbys: 1, storage: 'aurora' }), undefined)
  })
})
