/** How many webhooks there may be: each multiplies every event, towards a host of the caller's choice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'

const hook = (url: string) => ({ body: { url, events: ['delivered'] } })

describe('the webhooks of a project', () => {
  it('are at most 50, also when many are made at once, and there is room again after a deletion', async t => {
    const { call } = await startTestService(t)
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        call('POST', '/v1/webhooks', hook(`https://127.0.0.1:9/${n}`)),
      ),
    )
    const made = all.filter(one => one.status === 201)
    assert.equal(made.length, 50)
    for (const { status, body } of all.filter(one => one.status !== 201)) {
      assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_field', 'url'])
    }
    await call('DELETE', `/v1/webhooks/${made[0]!.body.id}`)
    const again = await call('POST', '/v1/webhooks', hook('https://127.0.0.1:9/again'))
    assert.equal(again.status, 201)
  })

  it('post to a URL ten times at most, in whatever spelling, made or changed', async t => {
    const { call } = await startTestService(t)
    const url = 'https://127.0.0.1:9/events'
    const many = Array.from({ length: 12 }, () => call('POST', '/v1/webhooks', hook(url)))
    const all = await Promise.all(many)
    assert.equal(all.filter(one => one.status === 201).length, 10)
    for (const spelled of ['HTTPS://127.0.0.1:9/events', 'https://127.0.0.1:9/x/../events']) {
      const twice = await call('POST', '/v1/webhooks', hook(spelled))
      assert.deepEqual([twice.status, twice.body.error?.param], [400, 'url'], spelled)
    }
    const other = (await call('POST', '/v1/webhooks', hook(`${url}/2`))).body
    const moved = await call('PATCH', `/v1/webhooks/${other.id}`, { body: { url } })
    assert.deepEqual([moved.status, moved.body.error?.param], [400, 'url'])
    const kept = await call('PATCH', `/v1/webhooks/${other.id}`, { body: { url: `${url}/2` } })
    assert.equal(kept.status, 200)
  })
})
