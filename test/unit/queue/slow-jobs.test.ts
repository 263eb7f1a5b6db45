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
  const stopped = runner.stop(1_000)
  release()
  await stopped
  assert.ok(isOver, 'the end waits for it')
})

test('the end of a node waits no longer than it may for a job that hangs', async t => {
  const { db } = await testDatabase(t)
  const world = fakeWorld({ db })
  let begun = 0
  const runner = createJobRunner(world, [
    { name: 'hangs', everyMs: 60_000, run: () => new Promise(() => void begun++) },
  ])
  runner.start()
  await until(() => begun === 1, 'it is under way')
  let isStopped = false
  const stopped = runner.stop(2_000).then(() => {
    isStopped = true
  })
  await world.clock.advance(1_999)
  assert.equal(isStopped, false)
  await world.clock.advance(1)
  assert.equal(isStopped, true)
  await stopped
})
