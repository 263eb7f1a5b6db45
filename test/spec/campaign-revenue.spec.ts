/** What people spent after a click, by the activity that the project names. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage } from '../support/campaigns.ts'

const dayMs = 86_400_000

const revenue = {
  event: 'order.paid',
  amount: 'total',
  currency: 'BRL',
  currency_property: 'currency',
  within: 'P3D',
}

describe('the revenue of a campaign', () => {
  it('is what was spent after the last click, by currency, within the time of the project', async t => {
    const { call, make, join, send, reaches, service } = await campaignStage(t)
    await join(['clicked@a.test', 'clicked@b.test', 'ana@here.test'])
    const clicked = async (people: number) => {
      const id = await make()
      await send(id)
      await reaches(id, body => body.results.clicked === people, 'the clicks')
      return id
    }
    const paid = async (contact: string, data: object, name = 'order.paid') => {
      const { status, body } = await call('POST', '/v1/activity', { name, email: contact, data })
      assert.ok(status < 300, JSON.stringify(body))
    }
    const of = async (...ids: string[]) =>
      (await call('GET', `/v1/campaigns/revenue?ids=${ids.join(',')}`)).body
    const first = await clicked(2)
    assert.deepEqual(await of(first), { event: null, within: null, data: [] })
    const key = await service.key('live', 'admin')
    const set = (body: object) =>
      service.call('PATCH', '/v1/marketing-settings', { key, body: { revenue: body } })
    const wrong = await set({ ...revenue, within: 'P91D' })
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'revenue.within'])
    assert.equal((await set({ ...revenue, currency: 'real' })).body.error.param, 'revenue.currency')
    assert.deepEqual((await set(revenue)).body.revenue, revenue)

    await paid('clicked@a.test', { total: 100.25 })
    await paid('clicked@a.test', { total: '49.75', currency: 'brl' })
    await paid('clicked@b.test', { total: 30, currency: 'USD' })
    // None of these counts: no amount, another activity, nobody who clicked.
    await paid('clicked@b.test', { total: 'much' })
    for (let n = 0; n < 2; n++) await paid('clicked@b.test', { total: 1e308 })
    await paid('clicked@b.test', { total: 7 }, 'order.placed')
    await paid('ana@here.test', { total: 1_000 })
    const one = (currency: string, amount: number, events: number, id = first) => ({
      ...{ campaign_id: id, currency, amount, events, people: 1 },
    })
    const sums = {
      event: 'order.paid',
      within: 'P3D',
      data: [one('BRL', 150, 2), one('USD', 30, 1)],
    }
    assert.deepEqual(await of(first), sums)

    // A click on a later letter takes what follows it, and nothing counts twice.
    service.turn(2 * dayMs)
    const second = await clicked(2)
    await paid('clicked@a.test', { total: 5 })
    const { data } = await of(first, second)
    assert.deepEqual(
      data.filter((row: { campaign_id: string }) => row.campaign_id === second),
      [one('BRL', 5, 1, second)],
    )
    assert.deepEqual(await of(first), sums)
    service.turn(3 * dayMs + 60_000)
    await paid('clicked@a.test', { total: 9 })
    assert.deepEqual((await of(second)).data, [one('BRL', 5, 1, second)])

    // Live mode knows nothing of what was tried, and not every text is a list of campaigns.
    const inLive = await service.call('GET', `/v1/campaigns/revenue?ids=${first}`, { key })
    assert.deepEqual(inLive.body.data, [])
    const bad = await call('GET', '/v1/campaigns/revenue?ids=cmp_x')
    assert.deepEqual([bad.status, bad.body.error.param], [400, 'ids'])
  })
})
