/** The secret of a webhook: shown once, and signing on for a day after it was replaced. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { answer, setStage, verifies } from './stage.ts'

const { db } = await testDatabase()
const url = 'https://hooks.example.com/in'
const hourMs = 3_600_000

describe('The secret', () => {
  it('is shown at creation only, and a rotated one signs on for 24 hours', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id, secret } = await stage.hook(url)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
    const read = await stage.call('webhooks.get', { params: { id } })
    assert.deepEqual(Object.keys(read.body as object), [
      'id',
      'url',
      'events',
      'enabled',
      'created_at',
    ])
    const rotated = await stage.call('webhooks.rotateSecret', { params: { id } })
    const fresh = (rotated.body as { secret: string }).secret
    assert.deepEqual(rotated, { status: 200, body: { id, secret: fresh } })
    assert.notEqual(fresh, secret)
    await stage.happen()
    await stage.work()
    await stage.world.clock.advance(24 * hourMs - 1)
    await stage.happen()
    await stage.work()
    await stage.world.clock.advance(1)
    await stage.happen()
    await stage.work()
    const seen = stage.received.map(one => [verifies(secret, one), verifies(fresh, one)])
    assert.deepEqual(seen, [
      [true, true],
      [true, true],
      [false, true],
    ])
  })
})

describe('A secret that is replaced again and again', () => {
  it('signs until its own 24 hours are over, so that a double click breaks nothing', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id, secret } = await stage.hook(url)
    const rotate = async () =>
      ((await stage.call('webhooks.rotateSecret', { params: { id } })).body as { secret: string })
        .secret
    const second = await rotate()
    await stage.world.clock.advance(hourMs)
    const third = await rotate()
    for (const ms of [0, 23 * hourMs, hourMs]) {
      await stage.world.clock.advance(ms)
      await stage.happen()
      await stage.work()
    }
    const seen = stage.received.map(one => [secret, second, third].map(s => verifies(s, one)))
    assert.deepEqual(seen, [
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ])
  })

  it('has at most nine others beside the new one', async () => {
    const stage = await setStage(db, () => answer(200))
    const { id, secret } = await stage.hook(url)
    for (let i = 0; i < 9; i++) await stage.call('webhooks.rotateSecret', { params: { id } })
    await stage.happen()
    await stage.work()
    await stage.call('webhooks.rotateSecret', { params: { id } })
    await stage.happen()
    await stage.work()
    assert.deepEqual(
      stage.received.map(one => verifies(secret, one)),
      [true, false],
    )
  })
})
