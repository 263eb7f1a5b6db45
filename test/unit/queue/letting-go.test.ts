/** What waits for us is let go at once; what a receiver has put off keeps its time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { enqueue } from '#platform/queue/enqueue.ts'
import { letGoWork } from '#platform/queue/retry.ts'
import { postpone } from '#platform/queue/store.ts'
import { makeProject } from '../../support/call.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

it('Work that is let go comes soon; what was put off by its receiver comes when it was to', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  const { accountId, projectId } = await makeProject(world)
  const now = world.clock.now()
  const ends = [{ tried: false, ours: true }, { tried: true }, { tried: false }] as const
  const works = ends.map((_, n) => ({
    ...{ kind: 'delivery', subject: world.ids.next(), projectId, n, dueAt: now },
  }))
  await db.transaction(tx => enqueue(tx, world, works))
  // Each has waited before, for whatever reason.
  const rows = await db.query<{ id: string; n: number }>(
    'update queue set attempt = 3 returning id, n',
  )
  const dueAt = now + 3_600_000
  await postpone(
    db,
    rows.map(({ id, n }) => ({ id, dueAt, ...ends[n]! })),
  )
  const part = { accountId, domain: null }
  await letGoWork(world, { kinds: ['delivery'], part, dueAt: now + 2_000, limit: 10 })
  const after = await db.query<{ due_at: Date }>('select due_at from queue order by n')
  assert.deepEqual(
    after.map(row => row.due_at.getTime() - now),
    [2_000, 3_600_000, 3_600_000],
  )
})
