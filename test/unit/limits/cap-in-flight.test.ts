/**
 * What limits spending, at the same time as what it limits: requests of many recipients on two nodes
 * while it is moved, the plan grows and the period ends. The database's own check never has to step
 * in, and in the end exactly as many went out as the limit pays for. MALOTE_TEST_CAP=1000 is the
 * long form.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { changeAccount } from '#tenants/accounts/accounts.ts'
import type { Deal } from '#tenants/limits/quota.ts'
import { changeDeal, settleQuota } from '#tenants/limits/reserve.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { testDatabase } from '../../support/database.ts'
import { type Customer, setStage, tally } from './stage.ts'

const requests = Number(process.env.MALOTE_TEST_CAP ?? 120)
const included = 50_000
const left = 20

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())

/** 1 to 50, in no order. */
const sizes = Array.from({ length: requests }, (_, i) => ((i * 37) % 50) + 1)
const wanted = sizes.reduce((sum, size) => sum + size, 0)

const deal = (world: World, accountId: Uuid, change: Partial<Deal>): Promise<unknown> =>
  db.transaction(async tx => {
    await changeAccount(tx, accountId, {})
    await changeDeal(tx, world, accountId, change)
  })

type Limit = (world: World, accountId: Uuid, cents: number) => Promise<unknown>
const cap: Limit = (world, accountId, spendCents) =>
  changeSettings(world, accountId, { spendCents })
const creditLine: Limit = (world, accountId, creditCents) => deal(world, accountId, { creditCents })

/** On Pro, with few recipients left in its volume. */
async function buyer(bought: Partial<Deal> = {}): Promise<Customer> {
  const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
  const { accountId } = customer
  await changeSettings(stage.worlds[0], accountId, { spendCents: 100_000 })
  await customer.send(0)
  await deal(stage.worlds[0], accountId, bought)
  const used = included - left
  await db.query('update quotas set month_used = $2 where account_id = $1', [accountId, used])
  return customer
}

interface Sent {
  readonly recipients: number
  readonly code: string
}

/** Sends all at once over both nodes while something is moved; what was spent is watched. */
async function rush(customer: Customer, move: () => Promise<void>) {
  let isOver = false
  const seen: { spent: number; cap: number }[] = []
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const [row] = await db.query<{ spent: string; cap: string }>(
        'select extra_millicents as spent, cap_millicents as cap from quotas where account_id = $1',
        [customer.accountId],
      )
      seen.push({ spent: Number(row!.spent), cap: Number(row!.cap) })
    }
  }
  const watching = watch()
  // Whatever is no refusal, the check of the table above all, fails the test.
  const sending = sizes.map(
    async (recipients, i): Promise<Sent> => ({
      recipients,
      code: await customer.send((i % 2) as 0 | 1, { recipients }),
    }),
  )
  const [sent] = await Promise.all([Promise.all(sending), move()])
  isOver = true
  await watching
  assert.ok(seen.every(one => one.spent <= one.cap))
  const codes = [...new Set(sent.map(one => one.code))].sort()
  const accepted = sent.filter(one => one.code === 'accepted')
  return { seen, codes, recipients: accepted.reduce((sum, one) => sum + one.recipients, 0) }
}

const countSent = async ({ projectId }: Customer): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    'select count(*)::integer as n from recipients where project_id = $1',
    [projectId],
  )
  return row!.n
}

/** Thousandths of a cent for each recipient beyond the volume: US$ 0.90 and R$ 5.00 per 1,000. */
const cases: readonly { what: string; each: number; bought: Partial<Deal>; limit: Limit }[] = [
  { what: 'A cap', each: 90, bought: {}, limit: cap },
  {
    what: 'A cap in reais',
    each: 500,
    bought: { currency: 'BRL', overageCents: 500 },
    limit: cap,
  },
  { what: 'A credit line', each: 90, bought: {}, limit: creditLine },
]

for (const { what, each, bought, limit } of cases) {
  test(`${what} that moves while it is reached is never passed, and is reached`, async () => {
    const customer = await buyer(bought)
    const { accountId } = customer
    // About half of what is asked for fits in the end.
    const most = Math.floor((wanted * each) / 2_000)
    const steps = [0.5, 0.2, 0.8, 0.1, 0.6, 1].map(part => Math.max(1, Math.round(part * most)))
    await limit(stage.worlds[0], accountId, 1)
    const {
      seen,
      codes,
      recipients: before,
    } = await rush(customer, async () => {
      for (const [i, cents] of steps.entries()) await limit(stage.worlds[i % 2]!, accountId, cents)
    })
    assert.ok(seen.every(one => one.cap <= most * 1_000))
    assert.deepEqual(codes, ['accepted', 'spend_limit_reached'])

    // What those who came at a low moment left free goes to whoever asks for one place each.
    const places = left + Math.floor((most * 1_000) / each)
    assert.ok(before <= places, `${before} of ${places}`)
    const more = Array.from({ length: places - before + 3 }, (_, i) =>
      customer.send((i % 2) as 0 | 1),
    )
    const rest = tally(await Promise.all(more))
    const { accepted: last = 0 } = rest
    assert.deepEqual([before + last, rest.spend_limit_reached], [places, 3])
    const [row] = await db.query<{ spent: string }>(
      'select extra_millicents as spent from quotas where account_id = $1',
      [accountId],
    )
    assert.equal(Number(row!.spent), (places - left) * each)
    assert.equal(await countSent(customer), places + 1)
  })
}

test('A plan that grows and a period that ends meanwhile lose nobody and count nobody twice', async () => {
  const customer = await buyer()
  const { accountId } = customer
  await cap(stage.worlds[0], accountId, 10)
  const halfWay = async (part: number): Promise<void> => {
    const enough = Math.floor(left * part)
    while ((await countSent(customer)) < enough) await new Promise(setImmediate)
  }
  const { codes, recipients } = await rush(customer, async () => {
    await halfWay(0.5)
    await db.transaction(async tx => {
      await changeAccount(tx, accountId, {})
      await settleQuota(tx, stage.worlds[0], accountId)
      await changeAccount(tx, accountId, { plan: 'scale' })
      await settleQuota(tx, stage.worlds[0], accountId)
    })
    // The clocks of two nodes never agree: one is in the next month already.
    for (const world of stage.worlds) await world.clock.advance(32 * 86_400_000)
  })
  assert.ok(codes.every(code => code === 'accepted' || code === 'spend_limit_reached'))
  await customer.send(0)
  const [row] = await db.query<{ closed: number; now: number; periods: number }>(
    `select coalesce(sum(p.used), 0)::integer as closed, count(p)::integer as periods,
       (select month_used + extra_used from quotas where account_id = $1)::integer as now
     from periods p where account_id = $1`,
    [accountId],
  )
  assert.ok(row!.periods > 0)
  assert.equal(row!.closed + row!.now, included - left + recipients + 1)
  assert.equal(await countSent(customer), recipients + 2)
})
