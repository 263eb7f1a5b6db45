/** A job that takes long, as one does that asks DNS servers that say nothing, is waited for shortly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJobRunner } from '#platform/queue/jobs.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld, until } from '../../support/fake-world.ts'

test('jobs go on beside one that takes long, which is not begun again meanwhile', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let begun = 0
  let isOver = false
  const runner = createJobRunner(world, [
    {
      name: 'slow',
      everyMs: 60_000,
      async run() {
        begun++
        await held
        isOver = true
      },
    },
    { name: 'small', everyMs: 60_000, run: async () => {} },
  ])
  const first = runner.step()
  await until(() => begun === 1, 'the slow one is under way')
  await world.clock.advance(60_000)
  assert.deepEqual(await first, ['small'])
  await world.clock.advance(60_000)
  assert.deepEqual(await runner.step(), ['small'])
  assert.equal(begun, 1)
  const stopped = runner.stop()
  release()
  await stopped
  assert.ok(isOver, 'the end waits for it')
})
