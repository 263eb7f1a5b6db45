/** Test keys lie in CI and in notebooks: what a live key set up is beyond them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { postedInVain } from '../support/happened.ts'
import { bouncesTogether, owedPosts, waitingWork } from '../support/kept.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const hook = (path: string) => ({
  body: { url: `https://127.0.0.1:9/${path}`, events: ['accepted'] },
})
const letter = { from: 'a@shop.test', to: ['b@here.test'], subject: 'Hello', text: 'Hi' }
const quiet = { settings: { MALOTE_ROLES: 'api' } }

describe('a test key', () => {
  it('reads, but never changes, what a live key made', async t => {
    const { call, key: newKey } = await startTestService(t, quiet)
    const key = await newKey('test', 'admin', { rate: 0 })
    const webhook =
      `/v1/webhooks/${(await call('POST', '/v1/webhooks', hook('live'))).body.id}` as const
    const made = await call('POST', '/v1/domains', { body: { name: 'live-made.test' } })
    assert.equal(made.status, 201)
    const domain = `/v1/domains/${made.body.id}` as const
    const attacks = [
      ['POST', `${webhook}/rotate-secret`],
      ['PATCH', webhook, { url: 'https://127.0.0.1:9/elsewhere' }],
      ['PATCH', webhook, { enabled: false }],
      ['DELETE', webhook],
      ['POST', `${domain}/rotate-keys`],
      ['DELETE', domain],
    ] as const
    for (const [method, path, body] of attacks) {
      const { status, body: answer } = await call(method, path, { key, ...(body ? { body } : {}) })
      assert.deepEqual(
        [status, answer.error?.code],
        [403, 'live_key_required'],
        `${method} ${path}`,
      )
    }
    const before = (await call('GET', webhook)).body
    assert.deepEqual((await call('GET', webhook, { key })).body, before)
    assert.equal(before.url, 'https://127.0.0.1:9/live')
    assert.equal((await call('DELETE', webhook)).status, 200)
    assert.equal((await call('DELETE', domain)).status, 200)
  })

  it('reads nothing of what was posted of live mode, and sends none of it again', async t => {
    const service = await startTestService(t, quiet)
    const { call, key: newKey } = service
    const key = await newKey('test', 'admin', { rate: 0 })
    const made = (await call('POST', '/v1/webhooks', hook('live'))).body.id
    const posted = (isTest: boolean) =>
      postedInVain(service, made, JSON.stringify({ type: 'delivered', data: { test: isTest } }))
    const ids = { live: await posted(false), test: await posted(true) }
    const path = `/v1/webhooks/${made}/attempts` as const
    const seen = async (by: object) => (await call('GET', path, by)).body.data.length
    assert.deepEqual([await seen({}), await seen({ key })], [2, 1])
    const again = (id: string, by: object) => call('POST', `${path}/${id}/resend`, by)
    assert.equal((await again(ids.live, { key })).status, 404)
    assert.equal((await again(ids.test, { key })).status, 202)
    assert.equal((await again(ids.live, {})).status, 202)
  })

  it('does as it likes with what a test key made', async t => {
    const { call, key: newKey } = await startTestService(t, quiet)
    const key = await newKey('test', 'admin', { rate: 0 })
    const made = await call('POST', '/v1/webhooks', { ...hook('test'), key })
    const webhook = `/v1/webhooks/${made.body.id}` as const
    assert.equal((await call('POST', `${webhook}/rotate-secret`, { key })).status, 200)
    const paused = await call('PATCH', webhook, { body: { enabled: false }, key })
    assert.equal(paused.status, 200)
    assert.equal((await call('DELETE', webhook, { key })).status, 200)
    const domain = await call('POST', '/v1/domains', { body: { name: 'test-made.test' }, key })
    assert.equal((await call('DELETE', `/v1/domains/${domain.body.id}`, { key })).status, 200)
  })

  it('makes webhooks that hear of test mode only; those of a live key hear of both', async t => {
    const { call, key: newKey, world } = await startTestService(t, quiet)
    const key = await newKey('test', 'admin', { rate: 0 })
    await call('POST', '/v1/webhooks', { ...hook('test'), key })
    await call('POST', '/v1/webhooks', hook('live'))
    const posted = async () => {
      const posts = await owedPosts(world.db)
      return posts.map(({ url }) => url.split('/').at(-1)).sort()
    }
    assert.equal((await call('POST', '/v1/emails', { body: letter })).status, 202)
    assert.deepEqual(await posted(), ['live'])
    assert.equal((await call('POST', '/v1/emails', { body: letter, key })).status, 202)
    assert.deepEqual(await posted(), ['live', 'live', 'test'])
  })

  it('has the outcomes of very many simulators right behind the answer, some at a time', async t => {
    const { call, key: newKey, world } = await startTestService(t)
    const key = await newKey('test', 'admin', { rate: 0 })
    const to = (email: number) =>
      Array.from({ length: 50 }, (_, i) => `bounced@h${i}.e${email}.test`)
    const emails = Array.from({ length: 20 }, (_, i) => ({ ...letter, to: to(i) }))
    const sent = await call('POST', '/v1/emails/batch', { key, body: { emails } })
    assert.equal(sent.status, 202)
    const together = () => bouncesTogether(world.db)
    await until(async () => {
      const waiting = await waitingWork(world.db)
      return !waiting.some(one => one.kind === 'simulated')
    }, 'nothing is left to do')
    const counts = await together()
    const all = counts.reduce((sum, one) => sum + one, 0)
    assert.equal(all, 1_000)
    assert.ok(Math.max(...counts) <= 100, `${counts} in a transaction`)
    // A few are there before the answer.
    const few = await call('POST', '/v1/emails', { key, body: { ...letter, to: to(99) } })
    assert.equal(few.status, 202)
    assert.equal(
      (await together()).reduce((sum, one) => sum + one, 0),
      1_050,
    )
  })
})
