/** The hourly sweep of tracked segments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorId } from '#kernel/base/ids.ts'
import { trackedSweep } from '#marketing/segments/tracked.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

test('a segment that still waits for its last sweep is put in line once', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  const at = new Date(world.clock.now())
  const [account, project, segment] = [floorId(1), floorId(2), floorId(3)]
  await db.query(
    `insert into accounts (id, name, email, created_at) values ($1, 'Ana', 'a@a.test', $2)`,
    [account, at],
  )
  await db.query(
    `insert into projects (id, account_id, name, created_at) values ($1, $2, 'Press', $3)`,
    [project, account, at],
  )
  await db.query(
    `insert into segments (project_id, id, name, kind, filter, tracked, created_at, updated_at)
     values ($1, $2, 'In', 'dynamic', '{}', true, $3, $3)`,
    [project, segment, at],
  )
  const waiting = async () =>
    (await db.query(`select id from queue where kind = 'membership' and subject = $1`, [segment]))
      .length
  await trackedSweep.run(world)
  await trackedSweep.run(world)
  assert.equal(await waiting(), 1)
  await db.query('delete from queue')
  await trackedSweep.run(world)
  assert.equal(await waiting(), 1)
})
