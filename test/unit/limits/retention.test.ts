/** Old mail is forgotten by the age that the plan keeps; one person is erased on request. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, beforeEach, describe, it } from 'node:test'
import { erasePerson } from '#boot/lifecycle.ts'
import { violations } from '#faces/doctor/invariants-store.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Entry } from '#platform/queue/entry.ts'

import { type Attempt, insertAttempts } from '#platform/webhooks/attempts-store.ts'
import { createSettler, type WebhookResult } from '#platform/webhooks/settle.ts'
import { insertWebhook, loadPosts, type WebhookMessage } from '#platform/webhooks/store.ts'
import { insertSoftBounces } from '#sending/suppression/store.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { record } from '#sending/timeline/record.ts'
import { forget } from '#sending/timeline/retention.ts'
import { mergeUsage, usageOf } from '#tenants/limits/usage.ts'
import { claimDue } from '../../support/claims.ts'
import { testDatabase } from '../../support/database.ts'
import type { FakeWorld } from '../../support/fake-world.ts'
import { waitersFor } from '../../support/locks.ts'
import { type Customer, setStage } from './stage.ts'

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())
const [world] = stage.worlds
/** Its pauses take no time: nobody turns the clock on meanwhile. */
const restless = { ...world, clock: { ...world.clock, sleep: async () => {} } }
const day = 24 * 3_600_000
const rules = await readFile(new URL('../../../db/invariants.sql', import.meta.url), 'utf8')

const countOf = async (table: string, { projectId }: Customer): Promise<number> => {
  const [row] = await db.query<{ n: number }>(
    `select count(*)::integer as n from ${table} where project_id = $1`,
    [projectId],
  )
  return row!.n
}

/** Delivers everything that waits, without a server. */
async function deliverAll(on: FakeWorld, { projectId }: Customer): Promise<void> {
  const open = await db.query<{ email_id: string; n: number }>(
    `select email_id, n from recipients where project_id = $1 and state = 'queued'`,
    [projectId],
  )
  const at = on.clock.now()
  const details = { provider: 'provider_1' }
  await db.transaction(async tx => {
    for (const type of ['sent', 'delivered'] as const) {
      await record(
        tx,
        on,
        open.map(({ email_id, n }) => ({ projectId, emailId: email_id, n, type, at, details })),
      )
    }
  })
  await db.query(`delete from queue where project_id = $1 and kind in ('delivery', 'bulk')`, [
    projectId,
  ])
}

/** Runs the job until it has nothing left to do. */
async function forgetAll(): Promise<void> {
  for (;;) {
    const running = forget(world)
    const ticking = setInterval(() => void world.clock.advance(20), 5)
    const { partitions, emails } = await running
    clearInterval(ticking)
    if (partitions + emails === 0) return
  }
}

async function somebodyWaits(words = ''): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if ((await waitersFor(db, words)) > 0) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  assert.fail('nobody waits')
}

const broken = async (): Promise<unknown[]> => violations(db, rules)

beforeEach(() => ensurePartitions(world))

describe('retention', () => {
  it('keeps 7 days on Free and 30 on Pro, and whatever is not finished', async () => {
    const free = await stage.account({})
    const pro = await stage.account({ plan: 'pro', trustLevel: 3 })
    for (const one of [free, pro]) {
      await one.batch(0, 3)
      await deliverAll(world, one)
    }
    await free.send(0)
    await world.clock.advance(7 * day + 1_000)
    await forgetAll()
    assert.equal(await countOf('emails', free), 1)
    assert.equal(await countOf('events', free), 2)
    assert.equal(await countOf('recipients', free), 1)
    assert.equal(await countOf('email_contents', free), 1)
    assert.equal(await countOf('emails', pro), 3)
    await world.clock.advance(23 * day)
    await forgetAll()
    assert.equal(await countOf('emails', pro), 0)
    assert.equal(await countOf('events', pro), 0)
    assert.deepEqual(await broken(), [])
  })

  it('looks into no project that has nothing old, however many there are', async () => {
    const [old, fresh] = [await stage.account({}), await stage.account({})]
    const looked = new Set<unknown>()
    const transaction: typeof db.transaction = work =>
      db.transaction(tx =>
        work({
          ...tx,
          query: (text, values) => {
            if (text.includes('from emails')) looked.add(values?.[0])
            return tx.query(text, values)
          },
        }),
      )
    await old.batch(0, 1)
    await deliverAll(world, old)
    await world.clock.advance(7 * day + 1_000)
    await fresh.batch(0, 1)
    await forget({ ...world, db: { ...db, transaction } })
    assert.deepEqual([looked.has(old.projectId), looked.has(fresh.projectId)], [true, false])
    assert.deepEqual([await countOf('emails', old), await countOf('emails', fresh)], [0, 1])
    await deliverAll(world, fresh)
  })

  it('makes way where its looks alone take longer than it has', async () => {
    const free = await stage.account({})
    await free.batch(0, 3)
    await deliverAll(world, free)
    await world.clock.advance(7 * day + 1_000)
    for (let runs = 0; (await countOf('emails', free)) > 0; runs++) {
      assert.ok(runs < 50, 'it makes no way')
      await forget(restless, 0)
    }
  })

  it('waits for an email before its recipients, as everybody does who locks both', async () => {
    const free = await stage.account({})
    await free.send(0)
    await deliverAll(world, free)
    await world.clock.advance(7 * day + 1_000)
    let forgetting: Promise<void> | undefined
    await db.transaction(async tx => {
      await tx.query('select from emails where project_id = $1 for update', [free.projectId])
      forgetting = forgetAll()
      // Weeks that are to go wait, too, for a moment each.
      await somebodyWaits('from emails')
      const locked = 'select from recipients where project_id = $1 for update nowait'
      await tx.query(locked, [free.projectId])
    })
    await forgetting
    assert.equal(await countOf('emails', free), 0)
  })

  it('keeps mail to which something happened lately, and its last event stays the last', async () => {
    const free = await stage.account({})
    await free.batch(0, 1)
    await deliverAll(world, free)
    await world.clock.advance(5 * day)
    const [row] = await db.query<{ email_id: Uuid; n: number }>(
      'select email_id, n from recipients where project_id = $1',
      [free.projectId],
    )
    const happened = (at: number) =>
      db.transaction(tx =>
        record(tx, world, [
          { projectId: free.projectId, emailId: row!.email_id, n: row!.n, type: 'opened', at },
        ]),
      )
    const lately = world.clock.now()
    await happened(lately)
    // Told late: an older one.
    await happened(lately - day)
    const [email] = await db.query<{ last: Date }>(
      'select last_event_at as last from emails where project_id = $1',
      [free.projectId],
    )
    assert.equal(email!.last.getTime(), lately)
    await world.clock.advance(3 * day)
    await forgetAll()
    assert.equal(await countOf('emails', free), 1)
    await world.clock.advance(5 * day)
    await forgetAll()
    assert.equal(await countOf('emails', free), 0)
  })

  it('drops whole weeks past 90 days, and none with work to do', async () => {
    const scale = await stage.account({ plan: 'scale', trustLevel: 3 })
    await scale.batch(0, 2)
    await deliverAll(world, scale)
    const partitions = async (): Promise<number> =>
      (
        await db.query(
          `select relname from pg_class where relname like 'events\\_20%' and relkind = 'r'`,
        )
      ).length
    const before = await partitions()
    await world.clock.advance(89 * day)
    await forgetAll()
    assert.equal(await countOf('emails', scale), 2)
    await world.clock.advance(8 * day)
    const held = await stage.account({ plan: 'scale', trustLevel: 3 })
    await ensurePartitions(world)
    await held.send(0)
    await forgetAll()
    assert.equal(await countOf('emails', scale), 0)
    assert.ok((await partitions()) < before + 13)
    await world.clock.advance(100 * day)
    await forgetAll()
    assert.equal(await countOf('emails', held), 1)
    assert.deepEqual(await broken(), [])
  })

  it("takes projects in turn, so that no backlog keeps another's mail", async () => {
    const large = await stage.account({ plan: 'pro', trustLevel: 3 })
    const small = await stage.account({ plan: 'pro', trustLevel: 3 })
    for (let i = 0; i < 5; i++) await large.batch(0, 100)
    await small.batch(0, 3)
    for (const one of [large, small]) await deliverAll(world, one)
    await world.clock.advance(30 * day + 1_000)
    // Two batches' worth of time, of which the larger would take three.
    let spent = 0
    const sleep = async (ms: number): Promise<void> => {
      spent += ms
    }
    const clock = { ...world.clock, now: () => world.clock.now(), monotonic: () => spent, sleep }
    await forget({ ...world, clock }, 30)
    assert.equal(await countOf('emails', small), 0)
    assert.ok((await countOf('emails', large)) > 0)
    await forgetAll()
    assert.equal(await countOf('emails', large), 0)
  })
})

describe('erasing an address', () => {
  it('takes the person out of every email and cancels what waits; figures stay', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    const { projectId } = customer
    await customer.send(0, { recipients: 3 })
    await customer.send(0)
    await deliverAll(world, customer)
    await customer.send(0)
    const all = await db.query<{ email_id: string; n: number; address: string }>(
      'select email_id, n, address from recipients where project_id = $1 order by email_id, n',
      [projectId],
    )
    const before = await usageOf(db, [projectId], { from: '2027-01-01', to: '2030-01-01' })
    // The second of three, the only one of the second email, and one who still waits.
    for (const i of [1, 3, 4]) {
      const erased = await erasePerson(restless, projectId, all[i]!.address.toUpperCase())
      assert.deepEqual(erased, { emails: 1, underWay: 0 })
    }
    const dump = JSON.stringify(
      await Promise.all(
        ['emails', 'recipients', 'events', 'email_contents', 'queue', 'posts'].map(table =>
          db.query(`select * from ${table} where project_id = $1`, [projectId]),
        ),
      ),
    )
    for (const i of [1, 3, 4]) assert.ok(!dump.includes(all[i]!.address), all[i]!.address)
    for (const i of [0, 2]) assert.ok(dump.includes(all[i]!.address))
    const emails = await db.query<{ subject: string; status: string }>(
      'select subject, status from emails where project_id = $1 order by id',
      [projectId],
    )
    assert.deepEqual(emails, [
      { subject: 'Olá', status: 'delivered' },
      { subject: '', status: 'delivered' },
      { subject: '', status: 'cancelled' },
    ])
    const usage = await usageOf(db, [projectId], { from: '2027-01-01', to: '2030-01-01' })
    const sum = (rows: typeof usage, name: 'delivered' | 'cancelled'): number =>
      rows.reduce((total, row) => total + row[name], 0)
    assert.equal(sum(usage, 'delivered'), sum(before, 'delivered'))
    assert.equal(sum(usage, 'cancelled'), 1)
    assert.deepEqual(await broken(), [])
  })
})

describe('erasing an address that webhooks tell of', () => {
  it('leaves it in no table: not in posts, not in days of bounces, not by a late answer', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    const { projectId } = customer
    await subscribe(customer)
    await customer.send(0, { recipients: 2 })
    await customer.send(0)
    const [gone, stays, alone] = await db.query<{ address: string; email_id: Uuid }>(
      'select address, email_id from recipients where project_id = $1 order by email_id, n',
      [projectId],
    )
    // Posts that name nobody as recipient tell of a person, too, by what the caller wrote.
    await db.query(
      `update posts set body = replace(body, '"metadata":{}', $2)
       where event_id in (select id from events where email_id = $1)`,
      [alone!.email_id, `"metadata":{"who":"${alone!.address}"}`],
    )
    await deliverAll(world, customer)
    await customer.send(0)
    await db.query(
      `update recipients set address = $2 where project_id = $1 and state = 'queued'`,
      [projectId, gone!.address],
    )
    await insertSoftBounces(
      db,
      [gone, alone, stays].map(one => ({ projectId, address: one!.address, day: '2027-01-15' })),
    )
    const inHand = await claimPosts()

    for (const one of [gone!, alone!]) await erasePerson(restless, projectId, one.address)

    const settle = createSettler(world)
    await Promise.all(inHand.map(({ entry, post }) => settle(entry, failed(post))))
    assert.deepEqual(await tablesWith(gone!.address), [])
    assert.deepEqual(await tablesWith(alone!.address), [])
    const others = await tablesWith(stays!.address)
    for (const table of ['posts', 'soft_bounces', 'webhook_attempts']) {
      assert.ok(others.includes(table), table)
    }
    assert.deepEqual(await owed(projectId, 'cancelled'), ['erased+0@erased.invalid'])
    assert.deepEqual(await owed(projectId, 'delivered'), [stays!.address])
    assert.deepEqual(await broken(), [])
  })

  it('forgets the days of bounces of one whose emails are gone already', async () => {
    const { projectId } = await stage.account({ plan: 'pro', trustLevel: 3 })
    const address = 'long.gone@there.test'
    await insertSoftBounces(db, [{ projectId, address, day: '2027-01-15' }])
    assert.deepEqual(await erasePerson(restless, projectId, address), { emails: 0, underWay: 0 })
    assert.deepEqual(await tablesWith(address), [])
  })

  async function subscribe({ projectId }: Customer): Promise<void> {
    const id = world.ids.next()
    const events = ['accepted', 'delivered', 'cancelled']
    const url = 'https://hooks.example.com/'
    const secret = Buffer.alloc(24)
    const createdAt = world.clock.now()
    await insertWebhook(db, { projectId, id, url, events, secret, createdAt, madeBy: 'live' })
  }

  /** Somebody has all posts in hand at this moment, and of each an attempt is logged. */
  async function claimPosts(): Promise<readonly { entry: Entry; post: WebhookMessage }[]> {
    const now = world.clock.now()
    const claim = { kind: 'webhook' as const, now, leaseUntil: now + 60_000, limit: 100 }
    const entries = await claimDue(db, claim)
    const wanted = entries.map(({ projectId, subject }) => ({ projectId, postId: subject }))
    const posts = await loadPosts(db, wanted, now)
    await insertAttempts(db, [...posts.values()].map(attemptOf))
    return entries.map(entry => ({ entry, post: posts.get(entry.subject)! }))
  }

  const attemptOf = ({ projectId, webhookId, eventId, body }: WebhookMessage): Attempt => ({
    projectId,
    webhookId,
    id: world.ids.next(),
    eventId,
    at: world.clock.now(),
    durationMs: 1,
    statusCode: 500,
    error: null,
    responseBody: null,
    nextAttemptAt: null,
    requestBody: body,
  })

  const failed = (post: WebhookMessage): WebhookResult => ({
    kind: 'failed',
    attempt: attemptOf(post),
    dueAt: world.clock.now() + 1,
  })

  /** Every table that holds an address, but the list that keeps us from writing to it. */
  async function tablesWith(address: string): Promise<string[]> {
    const tables = await db.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'suppressions'
       order by relname`,
    )
    assert.ok(tables.length > 30)
    const found = tables.map(async ({ name }) => {
      const rows = await db.query(
        `select from "${name}" t where position($1 in lower(t::text)) > 0 limit 1`,
        [address],
      )
      return rows.length > 0 ? [name] : []
    })
    return (await Promise.all(found)).flat()
  }

  /** To whom the posts of a type refer. */
  async function owed(projectId: Uuid, type: string): Promise<string[]> {
    const rows = await db.query<{ recipient: string }>(
      `select body::jsonb->'data'->>'recipient' as recipient from posts
       where project_id = $1 and body::jsonb->>'type' = $2 order by id`,
      [projectId, type],
    )
    return rows.map(row => row.recipient)
  }
})

describe('erasing while somebody else is busy with the email', () => {
  it('waits for the queue first, as everybody does who locks both', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    const { projectId } = customer
    await customer.send(0)
    const [one] = await db.query<{ address: string }>(
      'select address from recipients where project_id = $1',
      [projectId],
    )
    let erasing: ReturnType<typeof erasePerson> | undefined
    await db.transaction(async tx => {
      await tx.query('select id from queue where project_id = $1 for update', [projectId])
      erasing = erasePerson(restless, projectId, one!.address)
      await somebodyWaits()
      await tx.query('select id from emails where project_id = $1 for update nowait', [projectId])
    })
    assert.deepEqual(await erasing, { emails: 1, underWay: 0 })
    assert.deepEqual(await broken(), [])
  })
})

describe('usage', () => {
  it('equals the rows, per day, stream and provider, also after its shards are merged', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    for (let i = 0; i < 12; i++) await customer.send(0, { recipients: 2 })
    await customer.send(0, { stream: 'marketing' })
    await deliverAll(world, customer)
    const range = { from: '2027-01-01', to: '2030-01-01' }
    const usage = await usageOf(db, [customer.projectId], range)
    const shown = usage.map(({ stream, provider, accepted, delivered, finals }) => ({
      stream,
      provider,
      accepted,
      delivered,
      finals,
    }))
    assert.deepEqual(shown, [
      { stream: 'marketing', provider: '', accepted: 1, delivered: 0, finals: 0 },
      { stream: 'marketing', provider: 'provider_1', accepted: 0, delivered: 1, finals: 1 },
      { stream: 'transactional', provider: '', accepted: 24, delivered: 0, finals: 0 },
      { stream: 'transactional', provider: 'provider_1', accepted: 0, delivered: 24, finals: 24 },
    ])
    await world.clock.advance(3 * day)
    await mergeUsage(world)
    await mergeUsage(world)
    assert.deepEqual(await usageOf(db, [customer.projectId], range), usage)
    const shards = await db.query('select shard from usage where project_id = $1', [
      customer.projectId,
    ])
    assert.equal(shards.length, 4)
    assert.deepEqual(await broken(), [])
  })

  it('is caught by the invariants where it differs', async () => {
    const customer = await stage.account({ plan: 'pro', trustLevel: 3 })
    await customer.send(0)
    assert.deepEqual(await broken(), [])
    await db.query('update usage set accepted = accepted + 1 where project_id = $1', [
      customer.projectId,
    ])
    assert.deepEqual(
      (await violations(db, rules)).map(one => one.name),
      ['accepted recipients are counted once'],
    )
    await db.query('update usage set accepted = accepted - 1 where project_id = $1', [
      customer.projectId,
    ])
  })
})
