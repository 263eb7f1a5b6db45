/** What a node has written whose clock was wrong binds nobody once clocks are right again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJobRunner } from '#platform/queue/jobs.ts'
import { createPresence } from '#platform/queue/nodes.ts'
import { testDatabase } from '../../support/database.ts'
import { defaultStartMs, fakeWorld } from '../../support/fake-world.ts'

const yearMs = 365 * 86_400_000
const hourMs = 3_600_000

test('a job that ran by a clock an hour, or years, ahead runs again by the right one', async t => {
  const { db } = await testDatabase(t)
  const job = { name: 'tidying', everyMs: 60_000, run: async () => {} }
  const stepAt = (startMs: number) => createJobRunner(fakeWorld({ db, startMs }), [job]).step()
  for (const aheadMs of [hourMs, 9 * yearMs]) {
    assert.deepEqual(await stepAt(defaultStartMs + aheadMs), ['tidying'])
    assert.deepEqual(await stepAt(defaultStartMs), ['tidying'])
    assert.deepEqual(await stepAt(defaultStartMs), [], 'but not twice in its time')
    assert.deepEqual(await stepAt(defaultStartMs - 2_000), [], 'nor by a clock a little behind')
  }
})

test('a node that died with a clock years ahead is not among the nodes for years', async t => {
  const { db } = await testDatabase(t)
  const ahead = fakeWorld({ db, startMs: defaultStartMs + 9 * yearMs, seed: 1 })
  const gone = createPresence(ahead, 'gone')
  await gone.start()
  const world = fakeWorld({ db })
  const presence = createPresence(world, 'here')
  await presence.start()
  t.after(() => presence.stop())
  const rows = await db.query<{ hostname: string }>('select hostname from nodes')
  assert.deepEqual(rows, [{ hostname: 'here' }])
})
