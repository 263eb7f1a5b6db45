/** Limits are exact on two nodes at once: never one too many, never one too few. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { takeWarmUp } from '#tenants/limits/warm-up.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, setStage, tally } from './stage.ts'

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())
const [world] = stage.worlds

/** `total` sends at once, half of them on each node. */
const rush = (customer: Customer, total: number, email = {}): Promise<string[]> =>
  Promise.all(Array.from({ length: total }, (_, i) => customer.send((i % 2) as 0 | 1, email)))

const emailsOf = async ({ projectId }: Customer): Promise<number> =>
  Number((await db.query('select id from emails where project_id = $1', [projectId])).length)

async function quotaOf({ accountId }: Customer): Promise<Record<string, number>> {
  const [row] = await db.query<Record<string, number>>(
    `select day_used, pause_used, month_used, extra_used, extra_millicents from quotas
     where account_id = $1`,
    [accountId],
  )
  return row!
}

describe('1,000 concurrent sends over two nodes', () => {
  it('on an account of 100 a day: exactly 100 are accepted', async () => {
    const customer = await stage.account({})
    const codes = await rush(customer, 1_000)
    assert.deepEqual(tally(codes), { accepted: 100, daily_limit_reached: 900 })
    assert.equal(await emailsOf(customer), 100)
    assert.equal((await quotaOf(customer)).day_used, 100)
  })

  it('near the end of the month: exactly what is left', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    await customer.send(0)
    await db.query('update quotas set month_used = 49963 where account_id = $1', [
      customer.accountId,
    ])
    const codes = await rush(customer, 1_000)
    assert.deepEqual(tally(codes), { accepted: 37, monthly_limit_reached: 963 })
    assert.equal((await quotaOf(customer)).month_used, 50_000)
  })

  it('over the included volume: never a cent above the spending limit, and up to it', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    await changeSettings(world, customer.accountId, { spendCents: 7 })
    await customer.send(0)
    await db.query('update quotas set month_used = 49990 where account_id = $1', [
      customer.accountId,
    ])
    const codes = await rush(customer, 1_000)
    // US$ 0.07 at US$ 0.90 per 1,000: 77 recipients cost 6.93 cents, the 78th would make it 7.02.
    assert.deepEqual(tally(codes), { accepted: 10 + 77, spend_limit_reached: 1_000 - 87 })
    const quota = await quotaOf(customer)
    assert.equal(quota.extra_used, 77)
    assert.equal(quota.extra_millicents, 77 * 90)
    assert.equal(await customer.send(1, { stream: 'marketing' }), 'spend_limit_reached')
    await changeSettings(world, customer.accountId, { spendCents: 8 })
    assert.equal(await customer.send(1), 'accepted')
  })

  it('with several recipients each: the sum stays within the limit', async () => {
    const customer = await stage.account({})
    const sizes = [1, 7, 3, 12, 2]
    const codes = await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        const recipients = sizes[i % sizes.length]!
        const code = await customer.send((i % 2) as 0 | 1, { recipients })
        return { recipients, code }
      }),
    )
    const accepted = codes.filter(one => one.code === 'accepted')
    const sum = accepted.reduce((total, one) => total + one.recipients, 0)
    assert.equal(sum, (await quotaOf(customer)).day_used)
    // Single recipients were still asking when the last place went.
    assert.equal(sum, 100)
  })

  it('during a regular pause: 30 transactional ones, no marketing', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    assert.deepEqual(tally(await rush(customer, 40)), { accepted: 40 })
    await changeSettings(world, customer.accountId, { pause: 'regular' })
    assert.equal(await customer.send(0, { stream: 'marketing' }), 'sending_paused')
    const codes = await rush(customer, 200)
    assert.deepEqual(tally(codes), { accepted: 30, sending_paused: 170 })
  })

  it('on many accounts at once: each has its own', async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => stage.account({})))
    const codes = await Promise.all(customers.map(one => rush(one, 150)))
    for (const each of codes) {
      assert.deepEqual(tally(each), { accepted: 100, daily_limit_reached: 50 })
    }
  })
})

describe('a request that crosses a limit', () => {
  it('is refused whole, counts nothing and leaves nothing', async () => {
    const customer = await stage.account({})
    assert.equal(await customer.batch(0, 60), 'accepted')
    assert.equal(await customer.batch(1, 41), 'daily_limit_reached')
    assert.equal((await quotaOf(customer)).day_used, 60)
    assert.equal(await emailsOf(customer), 60)
    assert.equal(await customer.batch(1, 40), 'accepted')
    assert.equal(await customer.send(0), 'daily_limit_reached')
  })

  it('leaves its Idempotency-Key free', async () => {
    const customer = await stage.account({})
    await customer.batch(0, 100)
    assert.equal(await customer.send(0, { key: 'k-1' }), 'daily_limit_reached')
    const rows = await db.query('select key from idempotency where project_id = $1', [
      customer.projectId,
    ])
    assert.deepEqual(rows, [])
    await changeSettings(world, customer.accountId, { plan: 'pro', trustLevel: 3 })
    assert.equal(await customer.send(0, { key: 'k-1' }), 'accepted')
  })
})

describe('the warm-up', () => {
  it('gives 50 places to 200 candidates of two nodes, and a day to each of the others', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    const { projectId, domain } = customer
    const candidates = Array.from({ length: 200 }, () => ({
      entryId: world.ids.next(),
      projectId,
      domain,
    }))
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        takeWarmUp(stage.worlds[i % 2]!, candidates.slice(i * 10, i * 10 + 10)),
      ),
    )
    const held = waits.flatMap(one => [...one.values()]).sort((a, b) => a - b)
    const day = 24 * 3_600_000
    const tomorrow = Date.parse('2027-03-02T00:00:00Z')
    // Tomorrow has room for 100 of the 150, the day after for the rest.
    assert.deepEqual(held, [
      ...Array.from({ length: 100 }, () => tomorrow),
      ...Array.from({ length: 50 }, () => tomorrow + day),
    ])
  })
})
