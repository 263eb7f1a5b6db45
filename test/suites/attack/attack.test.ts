/**
 * The short form of `npm run attack`: every part over every endpoint, with fewer values for each.
 * A hole fails with what was asked and what came back.
 */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { endpoints } from './endpoints.ts'
import { pathOf } from './fixtures.ts'
import { parts } from './parts.ts'
import { openArena } from './stage.ts'
import { createTally } from './tally.ts'

const { db } = await testDatabase(undefined, { connections: 10 })
const arena = await openArena(db)
after(() => arena.close())

describe('Nothing gives way to an attack by', () => {
  for (const { name, about, run } of parts) {
    it(`${name}: ${about}`, async t => {
      const tally = createTally()
      await run(arena, tally, 'short')
      assert.deepEqual(tally.wrong, [])
      assert.ok(tally.tried > 0)
      t.diagnostic(`${tally.tried} tried`)
    })
  }
})

it('An endpoint with a parameter that nothing stands for says where its thing goes', () => {
  const [some] = endpoints
  const added = { ...some!, path: '/v1/parcels/{parcel_id}' }
  assert.throws(
    () => pathOf(added, {}),
    /add "parcel" to makeThings in test\/suites\/battery\/stage/,
  )
})

it('A tally keeps what did not hold', () => {
  const tally = createTally()
  tally.check(true, () => 'well')
  tally.check(false, () => 'a hole')
  assert.deepEqual([tally.tried, tally.wrong], [2, ['a hole']])
})
