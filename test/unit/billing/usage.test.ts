/** The trail of what was used, by the hour and as a table for other programs. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ledgerJob } from '#tenants/limits/ledger.ts'
import { testDatabase } from '../../support/database.ts'
import { openShop, type Shop } from './stage.ts'

const database = await testDatabase()
const hour = 3_600_000
let shop: Shop
const anHourLater = async (): Promise<void> => {
  await ledgerJob.run(shop.world)
  await shop.later(hour)
}
before(async () => {
  shop = await openShop(database)
  // In the middle of a month: a period ends with it, in whatever zone.
  const now = shop.world.clock.now()
  const today = new Date(now)
  await shop.later(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 10, 12) - now)
})
after(() => shop.api.close())

describe('The trail of a period', () => {
  test('is empty before anything was used', async () => {
    const customer = await shop.customer()
    const { data, has_more } = await customer.get('/billing/usage')
    assert.deepEqual([data, has_more], [[], false])
  })

  test('has a mark for each hour in which it grew', async () => {
    const customer = await shop.customer()
    assert.equal(await customer.use(3), 'accepted')
    await anHourLater()
    await anHourLater()
    assert.equal(await customer.use(4), 'accepted')
    await anHourLater()
    const { data } = await customer.get('/billing/usage')
    assert.deepEqual(
      data.map((one: { used: number; cost: string }) => [one.used, one.cost]),
      [
        [3, '0.00'],
        [7, '0.00'],
      ],
    )
    const csv = await customer.ask('GET', '/billing/usage/export')
    assert.equal(csv.status, 200, csv.text)
    assert.deepEqual(
      csv.text
        .trim()
        .split('\r\n')
        .map(line => line.split(',').slice(1).join()),
      ['used,extra,cost', '3,0,0.00', '7,0,0.00'],
    )
  })

  test('of another period is another', async () => {
    const customer = await shop.customer()
    assert.equal(await customer.use(1), 'accepted')
    await anHourLater()
    assert.deepEqual((await customer.get('/billing/usage?period=2020-01-01')).data, [])
    const odd = await customer.ask('GET', '/billing/usage?period=2020-13-45')
    assert.deepEqual([odd.status, odd.body.error.param], [400, 'period'])
  })
})
