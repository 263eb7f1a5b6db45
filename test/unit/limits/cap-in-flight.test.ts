/**
 * The spending limit at the same time as what it limits: requests of many recipients on two nodes
 * while it is raised and lowered. The database's own check never has to step in, and in the end
 * exactly as many went out as the limit pays for. MALOTE_TEST_CAP=1000 is the long form.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeSettings } from '#tenants/trust/settings.ts'
import { testDatabase } from '../../support/database.ts'
import { setStage, tally } from './stage.ts'

const requests = Number(process.env.MALOTE_TEST_CAP ?? 120)
/** US$ 0.90 per 1,000 is 90 thousandths of a cent for each recipient. */
const millicents = 90
const left = 20

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())

/** 1 to 50, in no order. */
const sizeOf = (i: number): number => ((i * 37) % 50) + 1
const capsOf = (most: number): number[] =>
  [0.5, 0.2, 0.8, 0.1, 0.6, 1].map(part => Math.max(1, Math.round(part * most)))

test('A cap that moves while it is reached is never passed, and is reached', async () => {
  const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
  const { accountId } = customer
  await changeSettings(stage.worlds[0], accountId, { spendCents: 1 })
  await customer.send(0)
  const used = 50_000 - left
  await db.query('update quotas set month_used = $2 where account_id = $1', [accountId, used])

  const sizes = Array.from({ length: requests }, (_, i) => sizeOf(i))
  const wanted = sizes.reduce((sum, size) => sum + size, 0)
  // About half of what is asked for fits in the end.
  const caps = capsOf(Math.floor((wanted * millicents) / 2_000))
  const most = Math.max(...caps)

  let isOver = false
  const seen: { spent: number; cap: number }[] = []
  const watch = async () => {
    while (!isOver) {
      const [row] = await db.query<{ spent: string; cap: string }>(
        'select extra_millicents as spent, cap_millicents as cap from quotas where account_id = $1',
        [accountId],
      )
      seen.push({ spent: Number(row!.spent), cap: Number(row!.cap) })
    }
  }
  const move = async () => {
    for (const [i, spendCents] of caps.entries()) {
      await changeSettings(stage.worlds[i % 2]!, accountId, { spendCents })
    }
  }
  const watching = watch()
  // Whatever is no refusal, the check of the table above all, fails the test.
  const sending = sizes.map(async (recipients, i) => ({
    recipients,
    code: await customer.send((i % 2) as 0 | 1, { recipients }),
  }))
  const [sent] = await Promise.all([Promise.all(sending), move()])
  isOver = true
  await watching

  assert.ok(seen.every(one => one.spent <= one.cap && one.cap <= most * 1_000))
  const accepted = sent.filter(one => one.code === 'accepted')
  const codes = new Set(sent.map(one => one.code))
  assert.deepEqual([...codes].sort(), ['accepted', 'spend_limit_reached'])
  assert.ok(accepted.length > 0)

  // What those who came at a low moment left free goes to whoever asks for one place each.
  const places = left + Math.floor((most * 1_000) / millicents)
  const before = accepted.reduce((sum, one) => sum + one.recipients, 0)
  assert.ok(before <= places, `${before} of ${places}`)
  const more = Array.from({ length: places - before + 3 }, (_, i) =>
    customer.send((i % 2) as 0 | 1),
  )
  const rest = tally(await Promise.all(more))
  const { accepted: last = 0 } = rest
  assert.deepEqual([before + last, rest.spend_limit_reached], [places, 3])
  const [row] = await db.query<{ spent: string; n: string }>(
    `select extra_millicents as spent,
       (select count(*) from recipients where project_id = $2) as n
     from quotas where account_id = $1`,
    [accountId, customer.projectId],
  )
  assert.equal(Number(row!.spent), (places - left) * millicents)
  assert.equal(Number(row!.n), places + 1)
})
