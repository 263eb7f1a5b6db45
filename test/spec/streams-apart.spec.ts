/** Each stream's mail is sent, and told of, by the nodes that are there for it (docs/operating.md). */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { nodesSeen } from '../support/kept.ts'
import { startNode } from '../support/nodes.ts'
import { eventOf, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
}

const streams = ['transactional', 'marketing'] as const
type Stream = (typeof streams)[number]

/** The emails that webhooks have told of as delivered. */
async function startReceiver(
  t: TestContext,
): Promise<{ readonly url: string; heard: Set<string> }> {
  const heard = new Set<string>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    heard.add(JSON.parse(body).data.email_id)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard }
}

/** A node beside the API's that is there for one stream. */
function nodeOf(service: TestService, stream: Stream, ...roles: string[]) {
  return startNode(service, { MALOTE_ROLES: roles, MALOTE_STREAMS: [stream] }, { listen: false })
}

async function send({ call }: TestService, stream: Stream): Promise<string> {
  const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Oi', text: 'Oi', stream }
  const sent = await call('POST', '/v1/emails', { body })
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  return sent.body.id
}

describe('nodes of one stream', () => {
  for (const [stream, other] of [streams, streams.toReversed()] as [Stream, Stream][]) {
    it(`deliver ${stream} mail and leave the other to others`, async t => {
      const service = await startTestService(t, { zones, settings: { MALOTE_ROLES: 'api' } })
      const left = await send(service, other)
      const first = await nodeOf(service, stream, 'deliver')
      await eventOf(service, await send(service, stream), 'delivered')
      const types = (await service.timeline(left)).map(event => event.type)
      assert.deepEqual(types, ['accepted', 'queued'])
      const second = await nodeOf(service, other, 'deliver')
      await eventOf(service, left, 'delivered')
      await Promise.all([first.stop(0), second.stop(0)])
    })

    it(`post webhooks of ${stream} mail and leave the other's to others`, async t => {
      const settings = { MALOTE_ROLES: 'api,deliver' }
      const service = await startTestService(t, { zones, settings })
      const { url, heard } = await startReceiver(t)
      const webhook = { url, events: ['delivered'] }
      const made = await service.call('POST', '/v1/webhooks', { body: webhook })
      assert.equal(made.status, 201)
      const left = await send(service, other)
      await eventOf(service, left, 'delivered')
      const first = await nodeOf(service, stream, 'webhooks')
      const taken = await send(service, stream)
      await until(async () => heard.has(taken), 'its webhook')
      assert.ok(!heard.has(left))
      const second = await nodeOf(service, other, 'webhooks')
      await until(async () => heard.has(left), 'the webhook of the other')
      await Promise.all([first.stop(0), second.stop(0)])
    })
  }

  it('say in the list of nodes which they are', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const second = await nodeOf(service, 'marketing', 'deliver', 'webhooks')
    assert.deepEqual(await nodesSeen(service.world.db), [
      { roles: ['api'], streams: [...streams] },
      { roles: ['deliver', 'webhooks'], streams: ['marketing'] },
    ])
    await second.stop(0)
  })
})
