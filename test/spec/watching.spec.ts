/** What a monitoring system reads of a node (docs/operating.md#watching). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'

import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import own from '../../package.json' with { type: 'json' }
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** The value of a sample by its name and all of its labels; undefined: there is none. */
function valueIn(text: string, name: string, labels: Record<string, string> = {}) {
  const wanted = JSON.stringify(Object.entries(labels).sort())
  for (const line of text.split('\n')) {
    const [, of, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const pairs = [...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, one]) => [key, one])
    if (of === name && JSON.stringify(pairs.sort()) === wanted) return Number(value)
  }
  return undefined
}

describe('the metrics of a node', () => {
  it('say what became of email and of posts', async t => {
    let status = 200
    const receiver = createServer((_, response) => response.writeHead(status).end())
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    t.after(() => receiver.close().closeAllConnections())
    const { call } = await startTestService(t, {
      settings: { MALOTE_ROLES: 'api,webhooks', MALOTE_DATA_DIR: tmpdir() },
    })
    const read = async () => String((await call('GET', '/metrics')).body)
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const made = await call('POST', '/v1/webhooks', { body: { url, events: ['delivered'] } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const body = { from: 'hello@shop.test', subject: 'Hello', text: 'Hi' }
    for (const to of [['ana@here.test'], ['bia@here.test', 'cai@here.test']]) {
      assert.equal((await call('POST', '/v1/emails', { body: { ...body, to } })).status, 202)
    }
    const refused = await call('POST', '/v1/emails', { body: { ...body, to: [] } })
    assert.equal(refused.status, 400)
    const of = { stream: 'transactional', mode: 'live', provider: '' }
    const text = await read()
    assert.equal(valueIn(text, 'malote_events_total', { ...of, type: 'accepted' }), 2)
    assert.equal(valueIn(text, 'malote_events_total', { ...of, type: 'delivered' }), undefined)
    assert.equal(
      valueIn(text, 'malote_build_info', { node: process.version, version: own.version }),
      1,
    )
    for (const name of ['malote_disk_free_bytes', 'process_resident_memory_bytes']) {
      assert.ok(valueIn(text, name)! > 1_000_000, name)
    }
    const posts = async () => {
      const now = await read()
      return ['delivered', 'failed'].map(result =>
        valueIn(now, 'malote_webhook_posts_total', { result }),
      )
    }
    await call('POST', `/v1/webhooks/${made.body.id}/test`)
    await until(async () => (await posts())[0] === 1)
    status = 500
    await call('POST', `/v1/webhooks/${made.body.id}/test`)
    await until(async () => (await posts())[1] === 1)
    assert.deepEqual(await posts(), [1, 1])
  })
})
