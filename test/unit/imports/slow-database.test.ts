/** An import where each statement takes longer than its turn. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { askConfirmation } from '#marketing/forms/confirm.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { freshOptions } from '#marketing/imports/options.ts'
import { prepareFile } from '#marketing/imports/prepare.ts'
import { importTask } from '#marketing/imports/run.ts'
import { insertImport } from '#marketing/imports/store.ts'
import { addToSegment, forgetMember } from '#marketing/segments/members.ts'
import { trackImported } from '#marketing/segments/tracked.ts'
import { noDestination } from '#platform/queue/entry.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'
import { makeOwner } from '../segments/stage.ts'

test('an import ends where each look at the clock finds its turn over', async t => {
  const { db } = await testDatabase(t)
  const fake = fakeWorld({ db })
  const { projectId } = await makeOwner(fake)
  let passed = 0
  const monotonic = () => fake.clock.monotonic() + 1_000 * passed++
  const world = { ...fake, clock: { ...fake.clock, monotonic } }
  const tenant = (await tenantOf(world, projectId, 'live'))!
  const id = world.ids.next()
  const options = freshOptions('csv', 'operator')
  await db.transaction(tx =>
    insertImport(tx, tenant, { id, options, at: new Date(world.clock.now()) }),
  )
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
  let turns = 0
  while (await task.runSlice(world, about)) assert.ok(++turns < 10, 'it makes no way')
  const [row] = await db.query('select status, counts from imports where id = $1', [id])
  assert.partialDeepStrictEqual(row, { status: 'done', counts: { lines: 2, created: 2 } })
})
