/** What emails shared goes in its time, too, where there is no end of emails that are to go. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floorId } from '#kernel/base/ids.ts'
import { insertContent } from '#sending/timeline/contents-store.ts'
import { forget } from '#sending/timeline/retention.ts'
import { startTestService } from '../../support/service.ts'

test('contents that nobody refers to are forgotten also when the time of a run is over', async t => {
  const { world, projectId } = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
  await insertContent(world.db, {
    projectId: projectId as never,
    id: floorId(1),
    content: { text: 'Hi' },
    at: world.clock.now() - 400 * 86_400_000,
  })
  const { contents } = await forget(world, 0)
  assert.equal(contents, 1)
})
