/** Limits and webhooks that a job looks at: told once, and over when they are over. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { newestNotices } from '#tenants/accounts/notices-store.ts'
import { watchWebhooks } from '#tenants/accounts/webhook-notices.ts'
import { watchLimits } from '#tenants/limits/limit-notices.ts'
import { testDatabase } from '../../support/database.ts'
import { testWorld } from '../../support/real-world.ts'

const { db } = await testDatabase()
const world = testWorld({ db, settings: readSettings({ MALOTE_HOSTNAME: 'mail.malote.test' }) })

let accounts = 0
const account = () =>
  createAccount(world, {
    email: `limits${++accounts}@malote.test`,
    plan: 'free',
    trustLevel: 1,
    language: 'en',
  })

async function told(accountId: Uuid) {
  const rows = await newestNotices(db, accountId, 20)
  return rows.map(({ code, endedAt }) => `${code}${endedAt === null ? '' : ' over'}`).reverse()
}

const use = (accountId: Uuid, day: number, month = day) =>
  db.query(
    `insert into quotas (account_id, zone, day, day_ends_at, day_used, month, anchor, plan, month_used)
     values ($1, 'UTC', current_date, now() + interval '1 day', $2,
             date_trunc('month', current_date), 1, 'free', $3)
     on conflict (account_id) do update set day_used = $2, month_used = $3`,
    [accountId, day, month],
  )

describe('The limits of a day and of a month', () => {
  test('are told at 80 and at 100 %, each once', async () => {
    const { accountId } = await account()
    await use(accountId, 79)
    await watchLimits(world)
    assert.deepEqual(await told(accountId), [])
    await use(accountId, 80)
    await watchLimits(world)
    await watchLimits(world)
    assert.deepEqual(await told(accountId), ['day_80'])
    const [notice] = await newestNotices(db, accountId, 1)
    assert.deepEqual(notice!.data, { limit: 'day', used: 80, max: 100 })
    assert.match(notice!.text.pt, /^80 dos 100/)
    await use(accountId, 100)
    await watchLimits(world)
    assert.deepEqual(await told(accountId), ['day_80 over', 'day_100'])
    await use(accountId, 1, 2_400)
    await watchLimits(world)
    assert.deepEqual(await told(accountId), ['day_80 over', 'day_100 over', 'month_80'])
  })
})

describe('A webhook', () => {
  async function webhook() {
    const { accountId, projectId } = await account()
    const id = world.ids.next()
    await db.query(
      `insert into webhooks (project_id, id, url, events, enabled, secret, created_at)
       values ($1, $2, 'https://hooks.test/', '{delivered}', true, '\\x00', now())`,
      [projectId, id],
    )
    const attempt = (status: number | null, event = world.ids.next()) =>
      db.query(
        `insert into webhook_attempts (project_id, webhook_id, id, event_id, at, duration_ms,
           status_code, request_body) values ($1, $2, $3, $4, now(), 1, $5, '{}')`,
        [projectId, id, world.ids.next(), event, status],
      )
    return { accountId, id, attempt }
  }

  test('that acknowledges none of twenty messages is told of, until it does', async () => {
    const { accountId, id, attempt } = await webhook()
    await attempt(204)
    const event = world.ids.next()
    for (let n = 0; n < 30; n++) await attempt(500, event)
    for (let n = 0; n < 18; n++) await attempt(n % 2 ? 500 : null)
    await watchWebhooks(world)
    assert.deepEqual(await told(accountId), [], 'nineteen messages, one of them often')
    await attempt(302)
    await watchWebhooks(world)
    await watchWebhooks(world)
    assert.deepEqual(await told(accountId), ['webhook_failing'])
    await attempt(200)
    await watchWebhooks(world)
    assert.deepEqual(await told(accountId), ['webhook_failing over'])
    for (let n = 0; n < 20; n++) await attempt(500)
    await watchWebhooks(world)
    assert.deepEqual(await told(accountId), ['webhook_failing over', 'webhook_failing'])
    await db.query('update webhooks set enabled = false where id = $1', [id])
    await watchWebhooks(world)
    assert.deepEqual(await told(accountId), ['webhook_failing over', 'webhook_failing over'])
  })
})
