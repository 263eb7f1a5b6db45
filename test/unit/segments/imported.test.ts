/** People of an import in tracked segments. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { listenToActivity } from '#marketing/activity/listeners.ts'
import { trackingListener } from '#marketing/segments/tracked.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { readyImport } from '../imports/stage.ts'
import { makeOwner } from './stage.ts'

test('are judged by the import, and not once more by what they join', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  listenToActivity(world, trackingListener)
  const { projectId } = await makeOwner(world)
  const at = new Date(world.clock.now())
  const [topic, segment] = [world.ids.next(), world.ids.next()]
  await db.query(
    `insert into topics (project_id, id, name, joined_by, double_opt_in, public, created_at)
     values ($1, $2, '{"en":"News"}', 'choice', false, true, $3)`,
    [projectId, topic, at],
  )
  const filter = { field: 'email', op: 'contains', value: '@b.example' }
  await db.query(
    `insert into segments (project_id, id, name, kind, filter, tracked, created_at, updated_at)
     values ($1, $2, 'In', 'dynamic', $3, true, $4, $4)`,
    [projectId, segment, filter, at],
  )
  const csv = 'email\nana@b.example\nbia@b.example\n'
  const consent = { basis: 'consent', wording: 'I agree.', source: 'fair', at: null }
  const options = { topics: [topic], consent, run_sequences: true }
  const { turn } = await readyImport(world, projectId, { csv, options })
  while (await turn());
  const countOf = async (sql: string, of: Uuid): Promise<number> =>
    Number((await db.query<{ count: number }>(sql, [of]))[0]!.count)
  const inside = 'select count(*) from tracked_members where segment_id = $1'
  assert.equal(await countOf(inside, segment), 2)
  const waiting = `select count(*) from queue where kind = 'membership' and project_id = $1`
  assert.equal(await countOf(waiting, projectId), 0)
})
