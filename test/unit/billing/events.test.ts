/** Whatever a provider tells, in whatever order, and however often: things end where they would without. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play } from '../../suites/lives/events.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()

/** More of both: `npm run lives -- --histories 40 --orders 1000`. */
const histories = [1, 2, 3, 4, 5, 6, 7, 8]
const orders = [1, 2, 3]

for (const history of histories) {
  test(`History ${history} has one end`, async () => {
    const end = await play(database.db, history, null)
    for (const order of orders) assert.equal(await play(database.db, history, order), end)
  })
}
