/** A node that stood still past its lease writes nothing of what another has done meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { createTaskLoop } from '#platform/queue/tasks.ts'
import { simulatedTask } from '#sending/intake/captured.ts'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

test('the outcomes of simulators are there once, whoever makes them', async t => {
  const settings = { MALOTE_ROLES: 'api', MALOTE_LEASE_SECONDS: '1' }
  const { call, key: newKey, world } = await startTestService(t, { settings })
  const key = await newKey('test', 'admin', { rate: 0 })
  const emails = [1, 2].map(email => ({
    from: 'a@shop.test',
    to: Array.from({ length: 50 }, (_, i) => `bounced@h${i}.e${email}.test`),
    subject: 'Hello',
    text: 'Hi',
  }))
  assert.equal((await call('POST', '/v1/emails/batch', { key, body: { emails } })).status, 202)

  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>()
  let stands = 0
  const standing: World = {
    ...world,
    runtime: createRuntime(),
    db: {
      query: (...asked) => world.db.query(...asked),
      close: () => world.db.close(),
      async transaction(work) {
        stands++
        await goesOn
        return world.db.transaction(work)
      },
    },
  }
  const [slow, other] = [standing, world].map(one => createTaskLoop(one, simulatedTask))
  t.after(() => Promise.all([slow!.stop(0), other!.stop(0)]))
  assert.equal(await slow!.step(), 2)
  await until(async () => stands > 0, 'the slow node stands before its transaction')
  await until(async () => {
    await other!.step()
    return (await world.db.query('select from queue')).length === 0
  }, 'another has done the work')
  const outcomes = async () =>
    (await world.db.query(`select from events where type = 'bounced'`)).length
  assert.equal(await outcomes(), 100)
  goOn()
  await until(async () => slow!.inHand === 0, 'the slow one has ended')
  assert.equal(await outcomes(), 100)
})
