/** One receiver that hangs must not delay others: W4 with 500 hung endpoints at once. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { createEndpointLimiter, type SlotDecision } from '#platform/webhooks/endpoint-limiter.ts'
import { enqueueWebhooks } from '#platform/webhooks/enqueue.ts'
import { insertWebhook } from '#platform/webhooks/store.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { type FakeWorld, fakeWorld, until } from '../../support/fake-world.ts'
import { answer, setStage } from './stage.ts'

const { db: bare } = await testDatabase()

/** Statements and transactions under way. */
let underWay = 0
async function counted<T>(work: Promise<T>): Promise<T> {
  underWay++
  return work.finally(() => void underWay--)
}
const db: Db = {
  query: (text, values) => counted(bare.query(text, values)),
  transaction: work => counted(bare.transaction(work)),
  close: () => bare.close(),
}

/** Waits until the database has nothing left to do, nor what its answers set off. */
async function idle(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = underWay === 0 ? quiet + 1 : 0) {
    await new Promise(resolve => void setImmediate(resolve))
  }
}

async function addWebhook(world: FakeWorld, projectId: Uuid, url: string): Promise<void> {
  await insertWebhook(db, {
    projectId,
    id: world.ids.next(),
    url,
    events: ['delivered'],
    secret: world.random.bytes(24),
    createdAt: world.clock.now(),
    madeBy: 'live',
  })
}

/** So many things happen in each of the projects. */
async function notify(
  world: FakeWorld,
  projects: readonly { projectId: Uuid }[],
  count: number,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const notices = projects.map(({ projectId }) => ({
      projectId,
      eventId: world.ids.next(),
      mode: 'live' as const,
      type: 'delivered',
      at: world.clock.now(),
      data: {},
    }))
    await db.transaction(tx => enqueueWebhooks(tx, world, notices))
  }
}

describe('500 receivers that hang, each with ten posts waiting', () => {
  it('delay the posts of ten others by less than a second at p95', async () => {
    const doneAt: number[] = []
    const stage = await setStage(db, async one => {
      if (one.url.includes('/hung')) {
        await stage.world.clock.sleep(15_000)
        return { kind: 'failure', reason: 'timeout', message: 'no answer' }
      }
      await stage.world.clock.sleep(20)
      doneAt.push(stage.world.clock.now() - startedAt)
      return answer(200)
    })
    const { world } = stage
    const projects = await Promise.all(Array.from({ length: 510 }, () => makeProject(world)))
    for (const [i, { projectId }] of projects.entries()) {
      const kind = i < 500 ? 'hung' : 'well'
      await addWebhook(world, projectId, `https://hooks.example.com/${kind}/${i}`)
    }
    // The posts of those that hang are all older in the queue than those of the others.
    const startedAt = world.clock.now()
    for (const some of [projects.slice(0, 500), projects.slice(500)]) {
      await notify(world, some, 10)
      await world.clock.advance(1)
    }
    // Whatever a claim and its settling cost in real time, here each takes a hundredth of a second.
    let steps = 0
    while (doneAt.length < 100) {
      assert.ok(++steps < 5_000, 'the others are served at all')
      await stage.loop.step()
      await world.clock.advance(10)
      await idle()
    }
    const sorted = doneAt.toSorted((a, b) => a - b)
    assert.ok(sorted[94]! < 1_000, `p95 is ${sorted[94]} ms`)
    assert.ok(stage.received.filter(one => one.url.includes('/hung')).length >= 500)
    // Nothing is lost: once they answer, the rest is posted.
    await world.clock.advance(15_001)
    await until(() => stage.loop.inHand === 0, 'time-outs are settled')
    const [row] = await db.query<{ left: number }>('select count(*)::integer as left from queue')
    assert.equal(row!.left, 5_000)
  })
})

describe('A project with fifty webhooks at one host, which takes 15 seconds for an answer', () => {
  it('has a quarter of the places there, and all is posted once the host is well', async () => {
    let [isSlow, held, peak] = [false, 0, 0]
    let arrivedAt = 0
    const stage = await setStage(db, async one => {
      if (one.url.includes('/well')) {
        arrivedAt = stage.world.clock.now()
        return answer(200)
      }
      peak = Math.max(peak, ++held)
      await stage.world.clock.sleep(isSlow ? 14_900 : 5)
      held--
      return answer(200)
    })
    const { world } = stage
    const turns = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        await stage.loop.step()
        await world.clock.advance(10)
        await idle()
      }
    }
    const [slow, other] = [await makeProject(world), await makeProject(world)]
    for (let i = 0; i < 50; i++) {
      await addWebhook(world, slow.projectId, `https://hooks.example.com/slow/${i}`)
    }
    await addWebhook(world, other.projectId, 'https://hooks.example.com/well')
    // Well at first, each has room for very many.
    for (let round = 0; round < 6; round++) {
      await notify(world, [slow], 5)
      await turns(8)
    }
    assert.equal(held, 0)
    isSlow = true
    await notify(world, [slow], 20)
    await turns(40)
    const startedAt = world.clock.now()
    await notify(world, [other], 1)
    await turns(20)
    assert.ok(peak > 200 && peak <= 500, `${peak} at a time`)
    assert.ok(arrivedAt - startedAt < 200, 'another customer of the host does not notice')
    isSlow = false
    await world.clock.advance(15_000)
    await turns(60)
    const [row] = await db.query<{ left: number }>('select count(*)::integer as left from queue')
    assert.equal(row!.left, 0)
  })
})

describe('The places of a line', () => {
  const hook = '00000000-0000-7000-8000-000000000001'
  const other = '00000000-0000-7000-8000-000000000002'
  const to = (webhookId: Uuid) => ({ webhookId, url: `https://${webhookId}.example.com` })
  const one = (projectId: Uuid) => ({ projectId }) as Entry

  it('grow while a receiver answers and shrink while it hangs', async () => {
    const world = fakeWorld({ db })
    const places = createEndpointLimiter(world, 1000)
    const enterNow = (id: string): boolean => {
      const turn = places.enter(one(id), to(id))
      return !(turn instanceof Promise) && turn.kind === 'go'
    }
    const fill = (id: string): number => {
      let count = 0
      while (enterNow(id)) count++
      return count
    }
    assert.equal(fill(hook), 2)
    for (const _ of [1, 2]) places.leave(hook, { ok: true, durationMs: 10 })
    // The one that found no place above was unproven and sent away; now there are four.
    assert.equal(fill(hook), 4)
    for (let i = 0; i < 4; i++) places.leave(hook, { ok: false, durationMs: 15_000 })
    assert.equal(fill(hook), 1)
    const turn = (await places.enter(one(hook), to(hook))) as SlotDecision & { kind: 'later' }
    assert.equal(turn.kind, 'later')
    assert.ok(turn.afterMs > 10_000 && turn.afterMs <= 60_000, `after ${turn.afterMs} ms`)
    assert.equal(fill(other), 2, 'nobody else notices')
  })

  it('are handed on in order to those who wait, and all of them return', async () => {
    const world = fakeWorld({ db })
    const places = createEndpointLimiter(world, 1000)
    places.enter(one(hook), to(hook))
    places.leave(hook, { ok: true, durationMs: 5 })
    const turns: number[] = []
    const entering = Array.from({ length: 50 }, async (_, i) => {
      const turn = await places.enter(one(hook), to(hook))
      if (turn.kind === 'go') turns.push(i)
      return turn.kind
    })
    for (let i = 0; i < 50; i++) {
      await new Promise(resolve => void setImmediate(resolve))
      places.leave(hook, { ok: true, durationMs: 5 })
    }
    const kinds = await Promise.all(entering)
    assert.deepEqual(new Set(kinds), new Set(['go']))
    assert.deepEqual(
      turns,
      turns.toSorted((a, b) => a - b),
    )
  })

  it('call for more where they were short themselves, and not for another of the host', async () => {
    const world = fakeWorld({ db })
    let calls = 0
    const places = createEndpointLimiter(world, 40, () => void calls++)
    const { began, ended, choose } = places.crowding(1)
    const hooks = [hook, other] as Uuid[]
    const entries = hooks.map((id): Entry[] =>
      Array.from({ length: 9 }, () => ({ ...one(hook), destination: destinationOf(id) })),
    )
    const [mine, others] = entries as [Entry[], Entry[]]
    // Both are proven, and have more room than the ten places of their host.
    for (const [i, webhookId] of hooks.entries()) {
      for (let n = 0; n < 20; n++) {
        places.enter(entries[i]![0]!, { webhookId, url: 'https://hooks.example.com' })
        places.leave(webhookId, { ok: true, durationMs: 5 })
        ended(entries[i]![0]!)
      }
    }
    for (const entry of [...mine.slice(0, 1), ...others]) began(entry)
    assert.equal(choose()({ projectId: hook, destination: mine[0]!.destination }, 5), 0)
    ended(mine[0]!)
    assert.equal(calls, 0, 'the host has as good as no room yet')
    for (const entry of others.slice(0, 3)) ended(entry)
    assert.equal(calls, 0)
    ended(others[3]!)
    assert.equal(calls, 1, 'half of it is free')
  })

  it('let everybody who waits go on when a line becomes slow', async () => {
    const world = fakeWorld({ db })
    const places = createEndpointLimiter(world, 1000)
    places.enter(one(hook), to(hook))
    places.leave(hook, { ok: true, durationMs: 5 })
    const entering = Array.from(
      { length: 20 },
      async () => (await places.enter(one(hook), to(hook))).kind,
    )
    places.leave(hook, { ok: false, durationMs: 15_000 })
    const kinds = await Promise.race([
      Promise.all(entering),
      new Promise(r => void setTimeout(r, 500)),
    ])
    assert.deepEqual((kinds as string[]).filter(kind => kind === 'go').length, 3)
    assert.equal((kinds as string[]).length, 20)
  })
})
