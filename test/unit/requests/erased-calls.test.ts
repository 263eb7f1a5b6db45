/** A call that comes into the log while a person is being erased from it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { erasePerson } from '#boot/lifecycle.ts'
import { minuteMs } from '#kernel/base/durations.ts'
import { floorId } from '#kernel/base/ids.ts'
import { flushAfterMs } from '#tenants/requests/request-log.ts'
import type { Shown } from '../../support/called.ts'
import { wroteCallLate } from '../../support/happened.ts'
import { loggedCalls } from '../../support/kept.ts'
import { startTestService, type TestService } from '../../support/service.ts'

async function list(service: TestService): Promise<Shown<'requests.list'>['data']> {
  const { status, body } = await service.call('GET', '/v1/requests')
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

describe('the request log', () => {
  it('is emptied of a call that is noted after the erasing began', async t => {
    const service = await startTestService(t)
    const { world, projectId } = service
    let isFirst = true
    const sleep = async (ms: number): Promise<void> => {
      if (isFirst) await service.call('GET', '/v1/emails?to=ana%40here.test')
      isFirst = false
      await world.clock.sleep(ms)
    }
    const clock = { ...world.clock, sleep }
    await erasePerson({ ...world, clock }, projectId, 'ana@here.test')
    const [last] = await list(service)
    const { body } = await service.call('GET', `/v1/requests/${last!.id}`)
    assert.deepEqual([isFirst, body.query], [false, null])
  })

  it('is emptied of a call that another machine writes a quarter of an hour late', async t => {
    const service = await startTestService(t)
    const { world, projectId } = service
    const late = floorId(world.clock.now() - 15 * minuteMs)
    const sleep = async (ms: number): Promise<void> => {
      if (ms === 2 * flushAfterMs) {
        await service.call('GET', '/v1/emails?to=ana%40here.test')
        await list(service)
        await wroteCallLate(world.db, '/v1/emails', late)
      }
      await world.clock.sleep(ms)
    }
    const clock = { ...world.clock, sleep }
    await erasePerson({ ...world, clock }, projectId, 'ana@here.test')
    const found = (await loggedCalls(world.db)).filter(one => one.id === late)
    assert.deepEqual(
      found.map(({ query }) => query),
      [null],
    )
  })

  it('is not done with a person while another process may have noted calls', async t => {
    const { world, projectId } = await startTestService(t)
    const erase = (isComplete: boolean) => {
      const ask = async () => ({ answers: [], isComplete })
      const siblings = { number: 1, count: 2, tell() {}, ask }
      return erasePerson({ ...world, siblings }, projectId, 'ana@here.test')
    }
    assert.equal((await erase(false)).underWay, 1)
    assert.equal((await erase(true)).underWay, 0)
  })
})
