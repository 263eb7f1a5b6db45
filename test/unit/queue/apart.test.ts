/** Work kept apart from the loops: nothing is overlooked while a loop lets go of it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { bringBack, nextApart, putApart } from '#platform/queue/apart.ts'
import { shiftLine } from '#platform/queue/apart-store.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const { db } = await testDatabase()
const kind = 'test'
const rounds = 200

it('work whose entry gives way to the next is held or apart, whenever one looks', async () => {
  const world = fakeWorld({ db })
  const add = async (dueAt: number): Promise<Uuid> => {
    const projectId = world.ids.next()
    const work = [{ kind, projectId, subject: projectId, dueAt }]
    await db.transaction(tx => enqueue(tx, world, work))
    return projectId
  }
  for (let round = 0; round < rounds; round += 1) {
    const projectId = await add(world.clock.now() + 1_000)
    const of = { kind, projectId }
    await db.query('update queue set held = true, ready = false where project_id = $1', [projectId])
    const giveWay = db.transaction(async tx => {
      await tx.query('delete from queue where project_id = $1', [projectId])
      const dueAt = world.clock.now() + 14 * 86_400_000
      await enqueue(tx, world, [{ kind, projectId, subject: projectId, dueAt }])
    })
    let looks = 0
    while (await putApart(db, of, 0)) looks += 1
    assert.equal((await nextApart(db, of, 2)).length, 1, `after ${looks} looks of round ${round}`)
    await giveWay
  }
})

it('is found by an index, however much waits beside it', async () => {
  await db.query(
    `insert into queue (id, kind, project_id, subject, due_at, created_at, ready)
     select gen_random_uuid(), 'bulk', gen_random_uuid(), gen_random_uuid(), now(), now(), n % 2 = 0
     from generate_series(1, 5000) n`,
  )
  await db.query('analyze queue')
  const whole: string[] = []
  const explaining: Sql = {
    async query(text, values) {
      const plan = await db.query<Record<'QUERY PLAN', string>>(`explain ${text}`, values)
      if (plan.some(row => /Seq Scan on queue/.test(row['QUERY PLAN']))) whole.push(text)
      return db.query(text, values)
    },
  }
  const projectId = fakeWorld({ db }).ids.next()
  const of = { kind, projectId }
  await putApart(explaining, of, 0)
  await bringBack(explaining, of, 0)
  await shiftLine(explaining, of, 1, 1_000)
  await nextApart(explaining, of, 2)
  assert.deepEqual(whole, [])
})
