/** A caller's trace, from the call to the webhooks (docs/operating.md#traces). */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import {
  eventOf,
  type ServiceOptions,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { handOver, idIn, loggedIn, submissionStage } from '../support/submission.ts'
import { until } from '../support/until.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
const tracestate = 'congo=t61rcWkgMzE'
const email = {
  from: 'Shop <hello@shop.test>',
  to: ['ana@here.test'],
  subject: 'Oi',
  text: 'Oi',
}

interface Post {
  readonly headers: IncomingHttpHeaders
  readonly body: { readonly type: string; readonly data: { readonly email_id: string } }
}

/** Whoever webhooks post to. */
async function receiver(t: TestContext): Promise<{ url: string; posts: readonly Post[] }> {
  const posts: Post[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    posts.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(200).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, posts }
}

/** The post of an event of an email. */
const postOf = (posts: readonly Post[], id: string, type: string): Promise<Post> =>
  until(
    async () => posts.find(one => one.body.type === type && one.body.data.email_id === id),
    `the post of ${type}`,
  )

async function subscribe({ call }: TestService, url: string, events: string[]): Promise<string> {
  const made = await call('POST', '/v1/webhooks', { body: { url, events } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.body.id
}

describe('a trace', () => {
  it('of a call goes with the email to its webhooks, and nowhere else', async t => {
    const { url, posts } = await receiver(t)
    const lines: object[] = []
    const log: ServiceOptions['log'] = {
      debug() {},
      warn() {},
      error() {},
      info: fields => void lines.push(fields),
    }
    const service = await startTestService(t, {
      zones,
      log,
      settings: { MALOTE_MAIL_LOG: 'domains' },
    })
    await subscribe(service, url, ['accepted', 'delivered'])
    const headers = { traceparent, tracestate }
    const { body: sent } = await service.call('POST', '/v1/emails', { body: email, headers })
    for (const type of ['accepted', 'delivered']) {
      const post = await postOf(posts, sent.id, type)
      assert.equal(post.headers.traceparent, traceparent)
      assert.equal(post.headers.tracestate, tracestate)
    }
    assert.doesNotMatch(service.mx.received[0]!.content.toString(), /4bf92f35|congo/i)
    await until(async () => lines.some(one => 'trace_id' in one && one.trace_id === traceId))
  })

  it('that is malformed is as if it were not there', async t => {
    const { url, posts } = await receiver(t)
    const service = await startTestService(t, { zones })
    await subscribe(service, url, ['accepted'])
    for (const given of ['00-1-2-01', `${traceparent}-x`, traceparent.toUpperCase()]) {
      const headers = { traceparent: given, tracestate }
      const { status, body: sent } = await service.call('POST', '/v1/emails', {
        body: email,
        headers,
      })
      assert.equal(status, 202)
      const post = await postOf(posts, sent.id, 'accepted')
      assert.equal(post.headers.traceparent, undefined)
      assert.equal(post.headers.tracestate, undefined)
    }
  })

  it('of a batch is that of each of its emails, however many hear of them', async t => {
    const { url, posts } = await receiver(t)
    const service = await startTestService(t, {
      zones,
      settings: { MALOTE_ROLES: 'api,webhooks,jobs' },
    })
    // More posts than are made in the transaction of the call.
    for (let n = 0; n < 11; n++) await subscribe(service, `${url}?${n}`, ['accepted'])
    const emails = Array.from({ length: 100 }, () => email)
    const headers = { traceparent }
    const sent = await service.call('POST', '/v1/emails/batch', { body: { emails }, headers })
    assert.equal(sent.status, 202)
    await until(async () => posts.length >= 1_100, '1,100 posts')
    assert.deepEqual(new Set(posts.map(post => post.headers.traceparent)), new Set([traceparent]))
  })

  it('of a test webhook, and of sending once more, is that of the call that asks for it', async t => {
    const { url, posts } = await receiver(t)
    const service = await startTestService(t, { zones })
    const webhook = await subscribe(service, url, ['delivered', 'accepted'])
    const { body: sent } = await service.call('POST', '/v1/emails', { body: email })
    await eventOf(service, sent.id, 'delivered')
    assert.equal((await postOf(posts, sent.id, 'delivered')).headers.traceparent, undefined)
    const headers = { traceparent }
    const again = await service.call('POST', `/v1/emails/${sent.id}/resend`, {
      body: { all: true },
      headers,
    })
    assert.equal(again.status, 202, JSON.stringify(again.body))
    assert.equal((await postOf(posts, again.body.id, 'accepted')).headers.traceparent, traceparent)
    const before = posts.length
    await service.call('POST', `/v1/webhooks/${webhook}/test`, { headers })
    await until(async () =>
      posts
        .slice(before)
        .some(({ headers: said, body }) => said.traceparent === traceparent && 'test' in body.data),
    )
  })

  it('comes by SMTP in fields of ours, which no receiver sees', async t => {
    const { url, posts } = await receiver(t)
    const on = await submissionStage(t)
    await subscribe(on.service, url, ['delivered'])
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    t.after(() => caller.close())
    const handed = async (fields: string) => {
      const message = `From: hello@shop.test\nTo: ana@here.test\n${fields}Subject: Oi\n\nOi\n`
      const id = idIn(await handOver(caller, ['ana@here.test'], message))
      return (await postOf(posts, id, 'delivered')).headers
    }
    const told = await handed(
      `X-Malote-Traceparent: ${traceparent}\nX-Malote-Tracestate: ${tracestate}\n`,
    )
    assert.equal(told.traceparent, traceparent)
    assert.equal(told.tracestate, tracestate)
    assert.doesNotMatch(on.service.mx.received[0]!.content.toString(), /traceparent|congo/i)
    assert.equal((await handed('X-Malote-Traceparent: 00-1-2-3\n')).traceparent, undefined)
    // A field that is not ours is the message's own, and carried.
    assert.equal((await handed(`Traceparent: ${traceparent}\n`)).traceparent, undefined)
    assert.match(on.service.mx.received[2]!.content.toString(), /^Traceparent: 00-4bf9/m)
  })
})
