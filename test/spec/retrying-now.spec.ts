/** The operator has what waits for its next try at a domain tried at once; nothing else moves. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dashboardSettings, signInOperator } from '../support/operator.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'there.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}

describe('the queue of a destination', () => {
  it('says whose mail waits, and is tried now', async t => {
    let busy = true
    const service = await startTestService(t, {
      zones,
      settings: dashboardSettings,
      mx: {
        misbehave(stage, socket) {
          if (stage !== 'rcpt' || !busy) return false
          socket.write('451 4.7.1 try later\r\n')
          return true
        },
      },
    })
    const { world } = service
    const ask = await signInOperator(service)

    const send = async (to: string, more: object = {}) => {
      const letter = { from: 'hello@shop.test', subject: 'Hi', text: 'Hi', ...more }
      return (await service.call('POST', '/v1/emails', { body: { ...letter, to: [to] } })).body.id
    }
    const statusOf = async (id: string) =>
      (await service.call('GET', `/v1/emails/${id}`)).body.status
    busy = false
    const before = await send('before@here.test')
    await until(async () => (await statusOf(before)) === 'delivered', 'the first delivery')
    busy = true
    const tomorrow = new Date(world.clock.now() + 86_400_000).toISOString()
    const here = await send('ana@here.test')
    const there = await send('bia@there.test')
    const planned = await send('caio@here.test', { scheduled_at: tomorrow })
    for (const id of [here, there]) {
      await until(async () => (await statusOf(id)) === 'deferred', 'the first tries')
    }
    const queue = await ask('GET', '/api/operator/queue')
    const waiting = queue.body.destinations.find(
      (one: { domain: string }) => one.domain === 'here.test',
    )
    assert.equal(waiting.waiting, 2)
    // Of one that was delivered there and one that waits.
    const lastHour = { answers: 2, deferred: 1 }
    assert.deepEqual(waiting.accounts, [
      {
        id: service.shown.account,
        name: 'owner@malote.test',
        waiting: 2,
        last_hour: lastHour,
      },
    ])
    assert.deepEqual(waiting.last_hour, lastHour)

    busy = false
    const moved = await ask('POST', '/api/operator/queue/retry', { domain: 'HERE.test' })
    assert.deepEqual(moved.body, { domain: 'here.test', moved: 1 })
    await until(async () => (await statusOf(here)) === 'delivered', 'the second try')
    assert.equal(await statusOf(there), 'deferred')
    assert.equal(await statusOf(planned), 'queued')
    const again = await ask('POST', '/api/operator/queue/retry', { domain: 'here.test' })
    assert.equal(again.body.moved, 0)
  })
})
