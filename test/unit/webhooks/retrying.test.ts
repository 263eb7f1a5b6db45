/** When webhooks are tried again, and what stays the same from attempt to attempt. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { read, show } from '#kernel/base/ids.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { earliestDue } from '#platform/queue/store.ts'
import { type Attempt, keptAttempts } from '#platform/webhooks/attempts-store.ts'
import { createWebhookLoop } from '#platform/webhooks/dispatch.ts'
import { createSettler, postCounter, type WebhookResult } from '#platform/webhooks/settle.ts'
import { claimDue } from '../../support/claims.ts'
import { testDatabase } from '../../support/database.ts'
import { until } from '../../support/fake-world.ts'
import { lossyDb } from '../../support/lost-answer.ts'
import { answer, type Receiver, type Stage, setStage } from './stage.ts'

const { db } = await testDatabase()
const url = 'https://hooks.example.com/in'

const schedule = [
  '0:00:00',
  '0:00:30',
  '0:02:30',
  '0:12:30',
  '0:42:30',
  '1:42:30',
  '3:42:30',
  '7:42:30',
  '15:42:30',
  '27:42:30',
  '43:42:30',
  '67:42:30',
]

const clockTime = (ms: number): string => {
  const seconds = Math.round(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Lets time pass until nothing is owed any more; never is anything done before it is due. */
async function letPass(stage: Stage): Promise<void> {
  for (;;) {
    await stage.work()
    const dueAt = await earliestDue(db, 'webhook')
    if (dueAt === null) return
    await stage.world.clock.advance(dueAt - stage.world.clock.now() - 1)
    assert.equal(await stage.loop.step(), 0, 'nothing is claimed a millisecond early')
    await stage.world.clock.advance(1)
  }
}

const emptied = async (): Promise<void> => {
  const [row] = await db.query<{ left: number }>(
    'select (select count(*) from queue) + (select count(*) from posts) as left',
  )
  assert.equal(row!.left, 0, 'nothing is left in the queue or in posts')
}

describe('A webhook whose receiver is down', () => {
  for (const [name, receiver] of Object.entries<Receiver>({
    'refuses connections': () => ({ kind: 'failure', reason: 'network', message: 'refused' }),
    'answers 500': () => answer(500),
    redirects: () => answer(302),
    'answers 410': () => answer(410),
    'answers 429': () => answer(429),
  })) {
    it(`is tried exactly twelve times over three days when it ${name}`, async () => {
      const stage = await setStage(db, receiver)
      const { secret } = await stage.hook(url)
      const eventId = await stage.happen('delivered', { n: 1 })
      await letPass(stage)
      const start = stage.received[0]!.at
      assert.deepEqual(
        stage.received.map(one => clockTime(one.at - start)),
        schedule,
      )
      const [first] = stage.received
      for (const one of stage.received) {
        assert.equal(one.headers['webhook-id'], show('evt', eventId))
        assert.equal(one.body, first!.body)
        assert.equal(one.headers['webhook-timestamp'], String(Math.floor(one.at / 1000)))
        assert.doesNotThrow(() => verifyAt(secret, one.body, one.headers, one.at))
      }
      const signatures = new Set(stage.received.map(one => one.headers['webhook-signature']))
      assert.equal(signatures.size, 12)
      await emptied()
    })
  }

  it('is tried again counted from the end of the attempt, here a time-out of 15 s', async () => {
    const stage = await setStage(db, async () => {
      await stage.world.clock.sleep(15_000)
      return { kind: 'failure', reason: 'timeout', message: 'no answer' }
    })
    await stage.hook(url)
    await stage.happen()
    for (let i = 0; i < 3; i++) {
      await stage.loop.step()
      await until(() => stage.received.length === i + 1, 'it is posted')
      await stage.world.clock.advance(15_000)
      await until(() => stage.loop.inHand === 0, 'it is settled')
      const [row] = await db.query<{ due_at: Date }>('select due_at from queue')
      const wait = row!.due_at.getTime() - stage.world.clock.now()
      assert.equal(wait, [30_000, 120_000, 600_000][i])
      await stage.world.clock.advance(wait)
    }
    await db.query('delete from queue')
    await db.query('delete from posts')
  })

  it('gets nothing more once it has acknowledged', async () => {
    const stage = await setStage(db, () => answer(stage.received.length < 3 ? 503 : 204))
    await stage.hook(url)
    await stage.happen()
    await letPass(stage)
    assert.equal(stage.received.length, 3)
    await emptied()
  })
})

describe('A post whose lease is lost', () => {
  it('is left to whoever has it now, and comes again with the same webhook-id', async () => {
    let hang = true
    let leaseMs = 0
    const stage = await setStage(db, async () => {
      if (hang) await stage.world.clock.sleep(leaseMs * 2)
      return answer(200)
    })
    leaseMs = stage.world.settings.MALOTE_LEASE_SECONDS * 1000
    await stage.hook(url)
    await stage.happen()
    await stage.loop.step()
    await until(() => stage.received.length === 1, 'it is posted')
    // This node froze; its lease ran out, and another node takes over.
    hang = false
    await stage.world.clock.advance(leaseMs + 1000)
    const other = createWebhookLoop(stage.world)
    await other.step()
    await until(() => stage.received.length === 2, 'it is posted again')
    await stage.world.clock.advance(leaseMs)
    await until(() => stage.loop.inHand + other.inHand === 0, 'both are settled')
    assert.equal(stage.received[0]!.headers['webhook-id'], stage.received[1]!.headers['webhook-id'])
    const [row] = await db.query<{ count: number }>(
      'select count(*)::integer as count from webhook_attempts where project_id = $1',
      [stage.project.projectId],
    )
    assert.equal(row!.count, 1, 'only the holder of the lease writes')
    await emptied()
  })
})

const attemptAt = (
  { world, project }: Stage,
  id: string,
  { entry, nextAttemptAt = null }: { entry: Entry; nextAttemptAt?: number | null },
): Attempt => ({
  projectId: project.projectId,
  webhookId: read('whk', id)!,
  id: world.ids.next(),
  eventId: entry.subject,
  at: world.clock.now(),
  durationMs: 1,
  statusCode: nextAttemptAt === null ? 200 : 500,
  error: null,
  responseBody: null,
  nextAttemptAt,
  requestBody: '{}',
})

/** What the metrics say of posts. */
const countedOf = async ({ world }: Stage): Promise<Record<string, number>> => {
  const { values } = await world.runtime.get(postCounter, undefined).get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]))
}

describe('A failure whose commit took effect and was not answered', () => {
  it('counts once, be there more of them than the log keeps', async () => {
    const lossy = lossyDb(db)
    const stage = await setStage(lossy, () => answer(500))
    const { world } = stage
    const { id } = await stage.hook(url)
    const count = keptAttempts + 2
    for (let i = 0; i < count; i++) await stage.happen()
    const now = world.clock.now()
    const dueAt = now + 30_000
    const claim = {
      kind: 'webhook',

      now,
      leaseUntil: now + 60_000,
      limit: count,
    } as const
    const entries = await claimDue(db, claim)
    const settle = createSettler(world)
    const failureOf = (entry: Entry): WebhookResult => ({
      kind: 'failed',
      dueAt,
      attempt: attemptAt(stage, id, { entry, nextAttemptAt: dueAt }),
    })
    lossy.loseNext()
    await Promise.all(entries.map(entry => settle(entry, failureOf(entry))))
    const counts = await db.query(
      'select tries, held, count(*)::integer as posts from queue group by 1, 2',
    )
    assert.deepEqual(counts, [{ tries: 1, held: false, posts: count }])
    assert.deepEqual(await countedOf(stage), { failed: count })
    // Waiting for room is no attempt.
    await db.query('update queue set held = true')
    await Promise.all(entries.map(entry => settle(entry, { kind: 'later', dueAt })))
    const waiting = await db.query('select distinct tries, held from queue')
    assert.deepEqual(waiting, [{ tries: 1, held: false }])
    assert.deepEqual(world.complaints, [])
    await db.query('delete from queue')
    await db.query('delete from posts')
  })
})

describe('An acknowledgement whose commit took effect and was not answered', () => {
  it('counts once, and is not told as lost', async () => {
    const lossy = lossyDb(db)
    const stage = await setStage(lossy, () => answer(200))
    const { world } = stage
    const { id } = await stage.hook(url)
    await stage.happen()
    const now = world.clock.now()
    const [entry] = await claimDue(db, { kind: 'webhook', now, leaseUntil: now + 60_000, limit: 1 })
    lossy.loseNext()
    await createSettler(world)(entry!, {
      kind: 'delivered',
      attempt: attemptAt(stage, id, { entry: entry! }),
    })
    await emptied()
    assert.deepEqual(await countedOf(stage), { delivered: 1 })
    assert.deepEqual(world.complaints, [])
  })
})

describe('An outcome whose entry somebody else has locked', () => {
  it('keeps those of others waiting for ten seconds, no longer', async () => {
    const stage = await setStage(db, () => answer(200))
    const { world } = stage
    await stage.hook(url)
    for (let i = 0; i < 2; i++) await stage.happen()
    const now = world.clock.now()
    const claim = { kind: 'webhook', now, leaseUntil: now + 60_000, limit: 2 } as const
    const [locked, free] = await claimDue(db, claim)
    const settle = createSettler(world)
    const outcomes: Promise<void>[] = []
    await db.transaction(async tx => {
      await tx.query('select from queue where id = $1 for update', [locked!.id])
      outcomes.push(settle(locked!, { kind: 'dropped' }))
      await new Promise(setImmediate)
      let isWritten = false
      const written = settle(free!, { kind: 'dropped' })
      outcomes.push(
        written.then(() => {
          isWritten = true
        }),
      )
      await world.clock.advance(10_000)
      await until(() => isWritten, 'the other is written')
    })
    await Promise.all(outcomes)
    await emptied()
  })
})

/** The public library reads the machine's clock; here it stands where the attempt was made. */
function verifyAt(
  secret: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  at: number,
): void {
  const realNow = Date.now
  Date.now = () => at
  try {
    new Webhook(secret).verify(body, { ...headers })
  } finally {
    Date.now = realNow
  }
}
