/** A few thousand spoilt requests on every run; `mutate.ts` by itself makes as many as one likes. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { mutate } from './mutate.ts'

it('No request, however spoilt, is answered by a fault or by something undocumented', async t => {
  const { db } = await testDatabase(t)
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const tally = await mutate(db, 4000, seed)
  t.diagnostic(`seed ${seed}: ${JSON.stringify(tally)}`)
  // The battery reaches what is behind the fields, and is refused in front of them; of two hundred
  // routes few answer 202, so that a seed may reach them some twenty times.
  for (const status of ['200', '202', '400', '404', '422']) {
    assert.ok((tally.byStatus[status] ?? 0) > 5, `${status}: ${JSON.stringify(tally.byStatus)}`)
  }
})
