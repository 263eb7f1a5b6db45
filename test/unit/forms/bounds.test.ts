/** Whoever sends forms is known by the network and not by the address. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mayTake } from '#marketing/forms/bounds.ts'
import { testDatabase } from '../../support/database.ts'

const { db } = await testDatabase()
const now = Date.parse('2026-12-01T12:00:00Z')

for (const [first, neighbour, stranger] of [
  ['198.51.100.7', '198.51.100.250', '198.51.101.7'],
  ['2001:db8:5:1::9', '2001:db8:5:ffff::1', '2001:db8:6:1::9'],
] as const) {
  it(`twenty forms from ${first} leave none for ${neighbour}, and all for ${stranger}`, async () => {
    const take = (address: string) => db.transaction(tx => mayTake(tx, 'live', address, now))
    for (let n = 0; n < 20; n++) assert.equal(await take(first), true)
    assert.deepEqual([await take(neighbour), await take(stranger)], [false, true])
  })
}
