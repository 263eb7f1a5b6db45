/** Spans of an email at a collector that speaks OTLP (docs/operating.md#spans). */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/otlp.ts'
import {
  eventOf,
  type ServiceOptions,
  startTestService,
  type TestService,
} from '../support/service.ts'
import { handOver, idIn, loggedIn, submissionStage } from '../support/submission.ts'
import { until } from '../support/until.ts'
import type { MxOptions } from '../unit/smtp/mx.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${parentId}-01`
const email = (to: string) => ({
  from: 'Shop <hello@shop.test>',
  to: [to],
  subject: 'A secret matter',
  text: 'Oi',
})

/** Refuses a mailbox, and puts another off once. */
function moody(): NonNullable<MxOptions['misbehave']> {
  let isFirst = true
  return (stage, socket, line) => {
    if (stage !== 'rcpt') return false
    if (/bia@/.test(line)) return socket.write('550 5.1.1 <bia@here.test> is nobody\r\n')
    if (!/cai@/.test(line) || !isFirst) return false
    isFirst = false
    return socket.write('451 4.3.0 later\r\n')
  }
}

interface Stage {
  readonly service: TestService
  readonly collector: Collector
  /** traceparent of each post, by the type that it tells of. */
  readonly told: Map<string, { readonly traceparent: string; readonly tracestate: string }>
}

async function stage(t: TestContext, settings: Record<string, string> = {}): Promise<Stage> {
  const collector = await startCollector(t)
  const told: Stage['told'] = new Map()
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { traceparent: of = '', tracestate = '' } = request.headers
    told.set(JSON.parse(String(Buffer.concat(chunks))).type, {
      traceparent: String(of),
      tracestate: String(tracestate),
    })
    response.writeHead(204).end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  t.after(() => receiver.close().closeAllConnections())
  const service = await startTestService(t, {
    zones,
    mx: { misbehave: moody() },
    settings: { MALOTE_OTLP_URL: collector.url, ...settings },
  })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?key=hidden`
  const made = await service.call('POST', '/v1/webhooks', { body: { url, events: ['delivered'] } })
  assert.equal(made.status, 201)
  return { service, collector, told }
}

const spansOf = (collector: Collector, of: string, count: number): Promise<CollectedSpan[]> =>
  until(async () => {
    const found = collector.spans.filter(span => span.traceId === of)
    return found.length >= count && found
  }, `${count} spans of ${of}`)

const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.filter(span => span.name === name)
  assert.equal(found.length, 1, `${name} among ${spans.map(span => span.name)}`)
  return found[0]!
}

describe('spans', () => {
  it('of one email belong to its caller’s trace, from the call to the webhook', async t => {
    const { service, collector, told } = await stage(t)
    const headers = { traceparent, tracestate: 'congo=t61rcWkgMzE' }
    const before = Date.now()
    const sent = await service.call('POST', '/v1/emails', { body: email('ana@here.test'), headers })
    const spans = await spansOf(collector, traceId, 4)
    const [accepted, queue, deliver, webhook] = [
      'POST /v1/emails',
      'queue',
      'deliver',
      'webhook',
    ].map(name => named(spans, name)) as [
      CollectedSpan,
      CollectedSpan,
      CollectedSpan,
      CollectedSpan,
    ]
    assert.equal(accepted.parentId, parentId)
    for (const below of [queue, deliver, webhook]) assert.equal(below.parentId, accepted.spanId)
    assert.deepEqual(
      [accepted, queue, deliver, webhook].map(span => span.kind),
      ['server', 'internal', 'client', 'client'],
    )
    assert.equal(told.get('delivered')?.traceparent, `00-${traceId}-${webhook.spanId}-01`)
    assert.equal(told.get('delivered')?.tracestate, 'congo=t61rcWkgMzE')
    for (const span of spans) {
      assert.equal(span.state, 'congo=t61rcWkgMzE')
      assert.equal(span.hasFailed, false, span.name)
      assert.ok(span.end >= span.start, span.name)
      assert.ok(span.start >= BigInt(before - 5) * 1_000_000n, span.name)
      assert.ok(span.end <= BigInt(Date.now() + 5) * 1_000_000n, span.name)
    }
    assert.ok(queue.end <= deliver.end && deliver.start <= webhook.end)
    assert.deepEqual(accepted.attributes, {
      'http.request.method': 'POST',
      'http.route': '/v1/emails',
      'http.response.status_code': 202,
      'malote.request_id': sent.headers.get('request-id'),
    })
    const { 'malote.project_id': project, ...attributes } = deliver.attributes
    assert.match(String(project), /^prj_/)
    assert.deepEqual(attributes, {
      'malote.email_id': sent.body.id,
      'malote.recipient': 0,
      'malote.stream': 'transactional',
      'malote.outcome': 'delivered',
      'malote.attempt': 1,
      'malote.provider': 'other',
      'malote.tls': 'none',
      'malote.smtp_code': '250 2.0.0',
      'smtp.reply_code': 250,
      'server.address': 'mx.here.test',
    })
    assert.equal(webhook.attributes['http.response.status_code'], 204)
    assert.equal(webhook.attributes['server.address'], '127.0.0.1')
    assert.equal(collector.resource['service.name'], 'malote')
    assert.equal(collector.requests[0]!.path, '/v1/traces')
    const all = JSON.stringify(spans, (_, value) => (typeof value === 'bigint' ? '' : value))
    assert.doesNotMatch(all, /@here|@shop|secret matter|hidden/)
    const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    for (const span of spans) {
      for (const name of [span.name, ...Object.keys(span.attributes)]) {
        assert.ok(page.includes(`\`${name}\``), `${name} is on the page`)
      }
    }
  })

  it('say why an attempt came to nothing, and what the server answered', async t => {
    const { service, collector } = await stage(t)
    const send = (to: string) =>
      service.call('POST', '/v1/emails', { body: email(to), headers: { traceparent } })
    await send('bia@here.test')
    const bounced = named(await spansOf(collector, traceId, 3), 'deliver')
    assert.equal(bounced.hasFailed, true)
    assert.equal(bounced.fault, 'unknown_user')
    assert.equal(bounced.attributes['smtp.reply_code'], 550)
    assert.equal(bounced.attributes['malote.outcome'], 'bounced')

    const { body: later } = await send('cai@here.test')
    await eventOf(service, later.id, 'deferred')
    service.turn(120_000)
    await eventOf(service, later.id, 'delivered')
    const tries = await until(async () => {
      const found = collector.spans.filter(
        span => span.name === 'deliver' && span.attributes['malote.email_id'] === later.id,
      )
      return found.length === 2 && found
    })
    assert.deepEqual(
      tries.map(span => [span.attributes['malote.attempt'], span.attributes['malote.outcome']]),
      [
        [1, 'deferred'],
        [2, 'delivered'],
      ],
    )
    const waits = collector.spans.filter(span => span.name === 'queue')
    assert.equal(waits.length, 2, 'of each email one, before its first attempt')
  })

  it('begin a trace where the caller has none, or what it says is malformed', async t => {
    const { service, collector, told } = await stage(t)
    for (const headers of [{}, { traceparent: `${traceparent}-x` }]) {
      const known = new Set(collector.spans.map(span => span.traceId))
      await service.call('POST', '/v1/emails', { body: email('ana@here.test'), headers })
      const { traceId: begun } = await until(async () =>
        collector.spans.find(span => span.name === 'POST /v1/emails' && !known.has(span.traceId)),
      )
      const spans = await spansOf(collector, begun, 4)
      const accepted = named(spans, 'POST /v1/emails')
      assert.equal(accepted.parentId, '')
      assert.notEqual(accepted.traceId, traceId)
      const webhook = named(spans, 'webhook')
      assert.equal(
        told.get('delivered')?.traceparent,
        `00-${accepted.traceId}-${webhook.spanId}-01`,
      )
    }
  })

  it('are not there for who does not want to be recorded, whose trace goes on as it came', async t => {
    const { service, collector, told } = await stage(t, { MALOTE_OTLP_SHARE: '0' })
    const silent = `00-${traceId}-${parentId}-00`
    await service.call('POST', '/v1/emails', {
      body: email('ana@here.test'),
      headers: { traceparent: silent },
    })
    await until(async () => told.get('delivered')?.traceparent === silent)
    // Nobody's trace, of which no part is recorded.
    told.clear()
    await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
    await until(async () => told.get('delivered')?.traceparent === '')
    await service.call('POST', '/v1/emails', {
      body: email('ana@here.test'),
      headers: { traceparent },
    })
    const spans = await spansOf(collector, traceId, 4)
    assert.equal(spans.length, collector.spans.length)
  })

  it('of a message by SMTP begin where it is handed over', async t => {
    const collector = await startCollector(t)
    const on = await submissionStage(t, { settings: { MALOTE_OTLP_URL: collector.url } })
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    t.after(() => caller.close())
    const message = `From: hello@shop.test\nTo: ana@here.test\nX-Malote-Traceparent: ${traceparent}\n\nOi\n`
    const id = idIn(await handOver(caller, ['ana@here.test'], message))
    const spans = await spansOf(collector, traceId, 3)
    const handed = named(spans, 'SMTP submission')
    assert.equal(handed.kind, 'server')
    assert.equal(handed.parentId, parentId)
    assert.deepEqual(handed.attributes, { 'smtp.reply_code': 250, 'malote.email_id': id })
    assert.equal(named(spans, 'deliver').parentId, handed.spanId)
  })

  it('are lost while the collector is away, which is said once and harms nothing', async t => {
    const port = await freePort()
    const said: { fields: object; message: string }[] = []
    const say = (fields: object, message: string): void => void said.push({ fields, message })
    const log: ServiceOptions['log'] = { debug() {}, info: say, warn: say, error: say }
    const service = await startTestService(t, {
      zones,
      log,
      settings: { MALOTE_OTLP_URL: `http://127.0.0.1:${port}/` },
    })
    const send = async () => {
      const { body } = await service.call('POST', '/v1/emails', { body: email('ana@here.test') })
      await eventOf(service, body.id, 'delivered')
    }
    const about = () => said.filter(one => one.message.includes('traces'))
    await send()
    await until(async () => about().length === 1)
    assert.match(about()[0]!.message, /^traces cannot be sent/)
    assert.match(JSON.stringify(about()[0]!.fields), /ECONNREFUSED/)
    await send()
    const collector = await startCollector(t, port)
    collector.status = 400
    await send()
    await until(async () => collector.requests.length > 0)
    assert.equal(about().length, 1)
    collector.status = 200
    await send()
    await until(async () => about().length === 2)
    assert.equal(about()[1]!.message, 'traces are sent again')
    assert.ok(collector.spans.length > 0)
  })
})
