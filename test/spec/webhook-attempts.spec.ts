/**
 * The log of a webhook's attempts, read as the list that it is (docs/contract.md#lists,
 * docs/contract.md#attempts-and-secrets).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'

import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('the attempts of a webhook', () => {
  it('come newest first, page by page', async t => {
    const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.after(() => receiver.close().closeAllConnections())
    const { call } = await startTestService(t, { settings: { MALOTE_ROLES: 'api,webhooks' } })
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const made = await call('POST', '/v1/webhooks', { body: { url, events: ['delivered'] } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const path = `/v1/webhooks/${made.body.id}` as const
    const events: string[] = []
    for (let n = 0; n < 3; n++) {
      events.unshift((await call('POST', `${path}/test`)).body.event_id)
      await until(async () => (await call('GET', `${path}/attempts`)).body.data.length === n + 1)
    }
    const told = async (query: string) => {
      const { status, body } = await call('GET', `${path}/attempts?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return { ...body, events: body.data.map((one: { event_id: string }) => one.event_id) }
    }
    const all = await told('')
    assert.deepEqual([all.events, all.has_more], [events, false])
    const [newest] = all.data
    assert.equal(newest.type, 'delivered')
    assert.match(newest.email_id, /^msg_/)
    assert.match(newest.recipient, /^\S+@\S+$/)
    const first = await told('limit=2')
    assert.deepEqual([first.events, first.has_more], [events.slice(0, 2), true])
    const rest = await told(`limit=2&starting_after=${first.data[1].id}`)
    assert.deepEqual([rest.events, rest.has_more], [events.slice(2), false])
    for (const [query, param] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['starting_after=att_1', 'starting_after'],
      [`starting_after=${events[0]}`, 'starting_after'],
    ]) {
      const { status, body } = await call('GET', `${path}/attempts?${query}`)
      assert.deepEqual([status, body.error.param], [400, param], query)
    }
  })

  it('are found by event, email and result, and what failed is posted again', async t => {
    let isDown = true
    const posts: string[] = []
    const receiver = createServer((request, response) => {
      posts.push(String(request.headers['webhook-id']))
      response.writeHead(isDown ? 500 : 200).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t.after(() => receiver.close().closeAllConnections())
    const { call } = await startTestService(t, { settings: { MALOTE_ROLES: 'api,webhooks' } })
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const made = await call('POST', '/v1/webhooks', {
      body: { url, events: ['bounced', 'opened'] },
    })
    const path = `/v1/webhooks/${made.body.id}` as const
    const attempts = async (query = '') =>
      (await call('GET', `${path}/attempts?${query}`)).body.data
    const post = async () => {
      const before = posts.length
      const { body } = await call('POST', `${path}/test`)
      await until(async () => (await attempts()).length === before + 1)
      return body.event_id as string
    }
    const first = await post()
    const second = await post()
    isDown = false
    const third = await post()
    const ids = async (query: string) =>
      (await attempts(query)).map((one: { event_id: string }) => one.event_id)
    assert.deepEqual(await ids('state=failed'), [second, first])
    assert.deepEqual(await ids('state=acknowledged'), [third])
    assert.deepEqual(await ids('type=bounced'), [third, second, first])
    assert.deepEqual(await ids('type=opened'), [])
    const [{ email_id: email }] = await attempts()
    assert.deepEqual(await ids(`email_id=${email}&state=failed`), [second, first])
    assert.deepEqual(await ids('email_id=msg_1'), [])
    assert.equal((await call('GET', `${path}/attempts?state=none`)).body.error.param, 'state')

    const pressed = [1, 2, 3].map(() => call('POST', `${path}/resend-failed`))
    const resent = (await Promise.all(pressed)).toSorted((a, b) => b.body.resent - a.body.resent)
    assert.deepEqual([resent[0]?.status, resent[0]?.body], [202, { resent: 2 }])
    await until(async () => (await attempts()).length === 5, 'both once more')
    assert.deepEqual(
      (await ids('state=acknowledged')).toSorted(),
      [first, second, third].toSorted(),
    )
    assert.deepEqual((await call('POST', `${path}/resend-failed`)).body, { resent: 0 })
    await call('PATCH', path, { body: { enabled: false } })
    const paused = await call('POST', `${path}/resend-failed`)
    assert.deepEqual([paused.status, paused.body.error.param], [400, 'enabled'])
  })
})
