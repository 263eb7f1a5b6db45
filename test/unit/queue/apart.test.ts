/** Work kept apart from the loops: nothing is overlooked while a loop lets go of it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { nextApart, putApart } from '#platform/queue/apart.ts'
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
