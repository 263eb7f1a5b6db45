/** People of an import in tracked segments. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { listenToActivity } from '#marketing/activity/listeners.ts'
import { askConfirmation } from '#marketing/forms/confirm.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { freshOptions } from '#marketing/imports/options.ts'
import { prepareFile } from '#marketing/imports/prepare.ts'
import { importTask } from '#marketing/imports/run.ts'
import { insertImport } from '#marketing/imports/store.ts'
import { addToSegment, forgetMember } from '#marketing/segments/members.ts'
import { trackImported, trackingListener } from '#marketing/segments/tracked.ts'
import { noDestination } from '#platform/queue/entry.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { makeOwner } from './stage.ts'

test('are judged by the import, and not once more by what they join', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  listenToActivity(world, trackingListener)
  const { projectId } = await makeOwner(world)
  const at = new Date(world.clock.now())
  const [topic, segment, id] = [world.ids.next(), world.ids.next(), world.ids.next()]
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
  const tenant = (await tenantOf(world, projectId, 'live'))!
  const options = {
    ...freshOptions('csv', 'operator'),
    topics: [topic],
    consent: { basis: 'consent', wording: 'I agree.', source: 'fair', at: null },
    run_sequences: true,
  }
  await db.transaction(tx => insertImport(tx, tenant, { id, options, at }))
  const file = Readable.from([Buffer.from('email\nana@b.example\nbia@b.example\n')])
  await prepareFile({ world, tenant }, id, file, { isPacked: false, startsAtOnce: true })
  const task = importTask({
    tenantOf,
    addToSegment,
    trackImported,
    askConfirmation,
    forget: forgetMember,
  })
  const about = { projectId, subject: id, n: 0, destination: noDestination }
  while (await task.runSlice(world, about));
  const countOf = async (sql: string, of: Uuid): Promise<number> =>
    Number((await db.query<{ count: number }>(sql, [of]))[0]!.count)
  const inside = 'select count(*) from tracked_members where segment_id = $1'
  assert.equal(await countOf(inside, segment), 2)
  const waiting = `select count(*) from queue where kind = 'membership' and project_id = $1`
  assert.equal(await countOf(waiting, projectId), 0)
})
