/** Very many posts of one moment: written as what is owed, and posted all the same. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { createTaskLoop } from '#platform/queue/tasks.ts'
import { enqueueWebhooks } from '#platform/webhooks/enqueue.ts'
import { eraseMessages } from '#platform/webhooks/erase-store.ts'
import { fanOutTask } from '#platform/webhooks/fan-out.ts'
import { webhooksLifecycle } from '#platform/webhooks/lifecycle.ts'
import { testDatabase } from '../../support/database.ts'
import { answer, type Stage, setStage } from './stage.ts'

const { db } = await testDatabase()
const webhooks = 10

async function count(table: 'posts' | 'notices_owed'): Promise<number> {
  const [row] = await db.query<{ n: number }>(`select count(*)::integer as n from ${table}`)
  return row!.n
}

/** So many facts of one moment, in one transaction; returns their ids. */
async function happenTogether(
  { world, project }: Stage,
  many: number,
  words = '',
): Promise<string[]> {
  const { projectId } = project
  const notices = Array.from({ length: many }, (_, n) => {
    const eventId = world.ids.next()
    const at = world.clock.now()
    return { projectId, mode: 'live' as const, eventId, type: 'bounced', at, data: { n, words } }
  })
  await db.transaction(tx => enqueueWebhooks(tx, world, notices))
  return notices.map(one => one.eventId)
}

async function makePosts(stage: Stage): Promise<number> {
  const loop = createTaskLoop(stage.world, fanOutTask)
  let slices = 0
  for (; (await count('notices_owed')) > 0; slices++) {
    await stage.world.clock.advance(100)
    await loop.step()
    while (loop.inHand > 0) await new Promise(resolve => setTimeout(resolve, 1))
  }
  return slices
}

describe('Posts to many webhooks', () => {
  beforeEach(() => db.query('truncate posts, notices_owed'))

  const setUp = async (): Promise<Stage> => {
    const stage = await setStage(db, () => answer(200))
    for (let n = 0; n < webhooks; n++) {
      const url = `https://hooks.example.com/${n}`
      await stage.hook(url, n === 0 ? ['bounced', 'sent'] : ['bounced'])
    }
    await stage.hook('https://hooks.example.com/other', ['sent'])
    return stage
  }

  it('are written at once as long as they are few', async () => {
    const stage = await setUp()
    await happenTogether(stage, 100)
    assert.deepEqual([await count('posts'), await count('notices_owed')], [1_000, 0])
  })

  it('are owed where they are long, and fewer of them are made at a time', async () => {
    const stage = await setUp()
    await happenTogether(stage, 40, 'x'.repeat(100_000))
    assert.deepEqual([await count('posts'), await count('notices_owed')], [0, 40])
    const slices = await makePosts(stage)
    assert.equal(await count('posts'), 400)
    assert.ok(slices >= 4, `40 MB in ${slices} transactions`)
  })

  it('are owed where they are more, and made some at a time: each once, with the same body', async () => {
    const stage = await setUp()
    const ids = await happenTogether(stage, 250)
    assert.deepEqual([await count('posts'), await count('notices_owed')], [0, 250])
    assert.equal(await makePosts(stage), 3)
    const rows = await db.query<{ event: string; webhooks: number; bodies: number }>(
      `select event_id as event, count(distinct webhook_id)::integer as webhooks,
         count(distinct body)::integer as bodies
       from posts group by event_id having count(*) = $1 order by event_id`,
      [webhooks],
    )
    assert.deepEqual(
      rows,
      ids.toSorted().map(event => ({ event, webhooks, bodies: 1 })),
    )
    // As many at a time as each webhook has shown that it takes.
    while ((await count('posts')) > 0) {
      await stage.world.clock.advance(200)
      await stage.work()
    }
    assert.equal(stage.received.length, 2_500)
  })

  it('are not made for a webhook that is paused or gone by then', async () => {
    const stage = await setUp()
    await happenTogether(stage, 250)
    await db.query(`update webhooks set enabled = false where url like '%/0'`)
    await db.query(`delete from webhooks where url like '%/1'`)
    await makePosts(stage)
    assert.equal(await count('posts'), 250 * (webhooks - 2))
  })

  it('are taken out with the events that they tell of, and with the project', async () => {
    const stage = await setUp()
    const { projectId } = stage.project
    const [first] = await happenTogether(stage, 250)
    await db.transaction(tx => eraseMessages(tx, projectId, [first!]))
    assert.equal(await count('notices_owed'), 249)
    await db.transaction(tx => webhooksLifecycle.endProjects!(tx, [projectId]))
    assert.equal(await count('notices_owed'), 0)
  })
})
