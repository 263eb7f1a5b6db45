/**
 * What webhooks made on Resend's surface post: held against the schemas of Resend's own OpenAPI, and
 * verified by its SDK and by the scheme as it is documented.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it, type TestContext } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Resend } from 'resend'
import { parse } from 'yaml'
import type { Mode } from '#kernel/routes/route.ts'
import { dataOf } from '#platform/webhooks/enqueue.ts'
import type { EventDetails, EventType } from '#sending/events/event.ts'
import { inResendForm } from '#sending/timeline/resend-form.ts'
import { eventOf, startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { type Post, receiver } from './receiver.ts'

/** Resend's own description, where it is on this machine; else bodies are held to this test alone. */
const description = new URL('../../../../shared/corpora/resend/openapi.yaml', import.meta.url)
const theirs = existsSync(description) ? parse(readFileSync(description, 'utf8')) : null
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
if (theirs !== null) ajv.addSchema({ ...theirs, $id: 'https://resend.test/' })

/** All that its documentation names, but for what is received. */
const types = [
  ...['sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'opened', 'clicked'].map(
    one => `email.${one}`,
  ),
  ...['failed', 'scheduled', 'suppressed'].map(one => `email.${one}`),
  ...['contact', 'domain'].flatMap(noun =>
    ['created', 'updated', 'deleted'].map(one => `${noun}.${one}`),
  ),
]

/** But for our region and for the DMARC record, which are none of theirs (docs/resend.md). */
function assertTheirs(body: Body): void {
  if (theirs === null) return
  const event = theirs.webhooks[body.type]
  assert.ok(event, `${body.type} is an event of Resend's`)
  const { $ref } = event.post.requestBody.content['application/json'].schema
  const check = ajv.getSchema(`https://resend.test/${$ref}`)!
  const { data } = structuredClone(body)
  if (data.region !== undefined) data.region = 'us-east-1'
  data.records = data.records?.filter((one: { record: string }) => one.record !== 'DMARC')
  assert.ok(check({ ...body, data }), `${JSON.stringify(check.errors)} in ${JSON.stringify(body)}`)
}

interface Body {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: of any event
  readonly data: any
}

function assertSigned(post: Post, secret: string): void {
  const {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  } = post.headers as Record<string, string>
  assert.equal(post.headers['webhook-id'], undefined)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${post.body}`).digest('base64')
  assert.ok(signature!.split(' ').includes(`v1,${mac}`))
  const verified = new Resend('re_1').webhooks.verify({
    payload: post.body,
    headers: { id: id!, timestamp: timestamp!, signature: signature! },
    webhookSecret: secret,
  })
  assert.deepEqual(verified, JSON.parse(post.body))
}

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

const email = {
  from: 'Shop <hello@shop.test>',
  subject: 'Your order',
  html: '<p>Hi</p>',
  tags: [{ name: 'order', value: '1042' }],
}

async function stage(t: TestContext, mode: Mode = 'live') {
  const service = await startTestService(t, { zones })
  const key = await service.key(mode, 'admin', { rate: 0 })
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  const hooks = await receiver(t)
  const made = await call('POST', '/resend/webhooks', {
    endpoint: hooks.url,
    events: [
      ...['sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'opened', 'clicked'],
      ...['failed', 'suppressed', 'scheduled'],
    ]
      .map(name => `email.${name}`)
      .concat('contact.created', 'contact.updated', 'contact.deleted', 'domain.*'),
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, signing_secret: secret } = made.body as { id: string; signing_secret: string }
  const ofType = (type: string, n = 1) =>
    until(
      async () => {
        const found = hooks.posts.filter(one => JSON.parse(one.body).type === type)
        return found[n - 1]
      },
      `${type} (${hooks.posts.map(one => JSON.parse(one.body).type)})`,
    )
  const told = async (type: string, n = 1) => {
    const post = await ofType(type, n)
    assertSigned(post, secret)
    const body = JSON.parse(post.body)
    assertTheirs(body)
    return body
  }
  return { service, call, hooks, id, secret, told }
}

describe('a webhook made on Resend’s surface', () => {
  it('posts Resend’s bodies of what happens to emails, with headers of Svix', async t => {
    const { service, call, told, hooks } = await stage(t)
    const sent = await call('POST', '/resend/emails', {
      ...email,
      to: ['ana@here.test', 'bia@here.test'],
    })
    await eventOf(service, sent.body.id, 'delivered', 2)
    const both = [await told('email.delivered'), await told('email.delivered', 2)]
    assert.deepEqual(both.map(one => one.data.to).sort(), [['ana@here.test'], ['bia@here.test']])
    const read = await call('GET', `/resend/emails/${sent.body.id}`)
    assert.deepEqual(Object.keys(both[0]).sort(), ['created_at', 'data', 'type'])
    const { to: _, ...data } = both[0].data
    assert.deepEqual(data, {
      email_id: sent.body.id,
      message_id: read.body.message_id,
      created_at: read.body.created_at,
      from: email.from,
      subject: email.subject,
      tags: { order: '1042' },
    })
    assert.equal((await told('email.sent')).data.email_id, sent.body.id)
    await call('POST', '/resend/suppressions', { email: 'eva@here.test' })
    await call('POST', '/resend/emails', { ...email, to: ['ana@here.test', 'eva@here.test'] })
    const suppressed = await until(async () =>
      hooks.posts.find(one => one.body.includes('"email.suppressed"')),
    )
    // Theirs knows bounces and complaints only; what is on our list for another reason says so.
    assert.equal(JSON.parse(suppressed.body).data.suppressed.reason, 'manual')
    const at = new Date(service.world.clock.now() + 3_600_000).toISOString()
    await call('POST', '/resend/emails', { ...email, to: 'ana@here.test', scheduled_at: at })
    const scheduled = await told('email.scheduled')
    assert.deepEqual([scheduled.data.to, scheduled.data.scheduled_at], [['ana@here.test'], at])
  })

  it('tells what went wrong in their words, in test mode as well', async t => {
    const { call, told } = await stage(t, 'test')
    for (const name of ['bounced', 'complained', 'deferred']) {
      await call('POST', '/resend/emails', { ...email, to: `${name}@here.test` })
    }
    const { data } = await told('email.bounced')
    assert.deepEqual([data.bounce.type, data.bounce.subType], ['Permanent', 'General'])
    assert.match(data.bounce.diagnosticCode[0], /^smtp; 550 5\.1\.1 /)
    assert.match(data.bounce.message, /bounced@here\.test/)
    assert.equal(data.test, true)
    assert.deepEqual((await told('email.complained')).data.to, ['complained@here.test'])
    await told('email.delivery_delayed')
    const html = '<a href="https://shop.test/">Shop</a> <a href="{{unsubscribe_url}}">Leave</a>'
    for (const name of ['opened', 'clicked']) {
      const body = { ...email, to: [`${name}@here.test`], stream: 'marketing', tags: {}, html }
      assert.equal((await call('POST', '/v1/emails', body)).status, 202)
    }
    await told('email.opened')
    const { click } = (await told('email.clicked')).data
    assert.match(click.link, /^https?:/)
  })

  it('tells of contacts and domains', async t => {
    const { call, told } = await stage(t)
    const made = await call('POST', '/resend/contacts', {
      email: 'ana@here.test',
      first_name: 'Ana',
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const created = await told('contact.created')
    assert.equal(created.data.id, made.body.id)
    assert.deepEqual([created.data.email, created.data.first_name], ['ana@here.test', 'Ana'])
    await call('PATCH', `/resend/contacts/${made.body.id}`, { unsubscribed: true })
    assert.equal((await told('contact.updated')).data.unsubscribed, true)
    await call('DELETE', `/resend/contacts/${made.body.id}`)
    assert.equal((await told('contact.deleted')).data.email, 'ana@here.test')
    const domain = await call('POST', '/resend/domains', { name: 'other.test' })
    const registered = await told('domain.created')
    const { records, ...head } = registered.data
    assert.deepEqual([head.id, head.name, head.status], [domain.body.id, 'other.test', 'pending'])
    assert.deepEqual(records, domain.body.records)
    await call('DELETE', `/resend/domains/${domain.body.id}`)
    assert.equal((await told('domain.deleted')).data.id, domain.body.id)
  })

  it('repeats the same body, by itself and when it is asked to', async t => {
    const { service, call, hooks, id, told, secret } = await stage(t)
    hooks.answers.push(500)
    await call('POST', '/resend/emails', { ...email, to: 'ana@here.test' })
    await call('PATCH', `/resend/webhooks/${id}`, { events: ['email.delivered'] })
    await until(async () => hooks.posts.length > 0, 'a post that fails')
    const [refused] = hooks.posts
    await until(async () => (await call('GET', `/v1/webhooks/${id}/attempts`)).body.data.length > 0)
    service.turn(60_000)
    const again = await until(
      async () => hooks.posts.filter(one => one.body === refused!.body)[1],
      'the second attempt',
    )
    assert.equal(again.headers['svix-id'], refused!.headers['svix-id'])
    assertSigned(again, secret)
    await told(JSON.parse(refused!.body).type)
    const [attempt] = (await call('GET', `/v1/webhooks/${id}/attempts`)).body.data.slice(-1)
    const same = () => hooks.posts.filter(one => one.headers['svix-id'] === attempt.event_id)
    const before = same().length
    const resent = await call('POST', `/v1/webhooks/${id}/attempts/${attempt.id}/resend`)
    assert.equal(resent.status, 202)
    const third = await until(async () => same()[before], 'the one asked for')
    assertSigned(third, secret)
    assert.equal((await call('POST', `/v1/webhooks/${id}/test`)).status, 202)
    const example = await until(
      async () =>
        hooks.posts.find(one => JSON.parse(one.body).data.from === 'Shop <hello@example.com>'),
      'the example',
    )
    assertTheirs(JSON.parse(example.body))
    assertSigned(example, secret)
  })

  it('posts examples of every type that fit', async t => {
    const { call, hooks } = await stage(t)
    for (const type of types) {
      const made = await call('POST', '/resend/webhooks', { endpoint: hooks.url, events: [type] })
      assert.equal(made.status, 201, `${type} ${JSON.stringify(made.body)}`)
      await call('POST', `/v1/webhooks/${made.body.id}/test`)
      const post = await until(
        async () => hooks.posts.find(one => JSON.parse(one.body).type === type),
        type,
      )
      if (type.startsWith('contact.')) continue
      assertTheirs(JSON.parse(post.body))
      assert.equal((await call('DELETE', `/resend/webhooks/${made.body.id}`)).status, 200)
    }
  })

  it('leaves the others as they are', async t => {
    const { service, call } = await stage(t)
    const own = await receiver(t)
    await call('POST', '/v1/webhooks', { url: own.url, events: ['delivered', 'domain.created'] })
    const sent = await call('POST', '/resend/emails', { ...email, to: 'ana@here.test' })
    await eventOf(service, sent.body.id, 'delivered')
    const post = await until(async () => own.posts[0], 'our post')
    const body = JSON.parse(post.body)
    assert.deepEqual([body.type, body.data.recipient], ['delivered', 'ana@here.test'])
    assert.ok(post.headers['webhook-signature'])
    assert.equal(post.headers['svix-id'], undefined)
    await call('POST', '/v1/domains', { name: 'third.test' })
    const domain = await until(async () => own.posts.find(one => /domain\.created/.test(one.body)))
    assert.equal(JSON.parse(domain.body).data.domain.name, 'third.test')
  })
})

describe('a bounce and a suppression in Resend’s words', () => {
  const envelope = {
    id: '00000000-0000-7000-8000-000000000000',
    sender: 'hello@shop.test',
    to: ['ana@here.test'],
    subject: 'Hi',
    createdAt: 0,
    messageId: '<a@shop.test>',
  }
  const told = (type: EventType, details: EventDetails) => {
    const event = { type, at: 0, recipient: 'ana@here.test', details }
    const { type: name, data } = inResendForm(
      event,
      { mode: 'live', tags: null },
      envelope,
      () => '!',
    )!
    const body = {
      type: name,
      created_at: new Date(0).toISOString(),
      data: dataOf({ data }) as Body['data'],
    }
    assertTheirs(body)
    return body.data
  }

  it('say Permanent of addresses that are no good alone', () => {
    const cases: [EventDetails, string, string][] = [
      [{ cause: 'unknown_user', smtp_code: '550 5.1.1' }, 'Permanent', 'General'],
      [{ cause: 'mailbox_full', counts: false, bounced_as: 'soft' }, 'Transient', 'MailboxFull'],
      [{ cause: 'too_big', counts: false, bounced_as: 'soft' }, 'Transient', 'MessageTooLarge'],
      [{ cause: 'retries_exhausted', counts: false, bounced_as: 'soft' }, 'Transient', 'General'],
      [
        { cause: 'spam_content', counts: false, bounced_as: 'policy' },
        'Transient',
        'ContentRejected',
      ],
      [{ cause: 'virus', counts: false, bounced_as: 'policy' }, 'Transient', 'AttachmentRejected'],
      [
        { cause: 'blocklisted', counts: false, bounced_as: 'policy' },
        'Undetermined',
        'Undetermined',
      ],
    ]
    for (const [details, type, subType] of cases) {
      const { bounce } = told('bounced', details)
      assert.deepEqual([details.cause, bounce.type, bounce.subType], [details.cause, type, subType])
    }
  })

  it('say why an address is on the list', () => {
    const reasons = {
      hard_bounce: 'bounce',
      repeated_soft_bounce: 'bounce',
      complaint: 'complaint',
    }
    for (const [reason, theirs] of Object.entries(reasons)) {
      assert.equal(told('suppressed', { reason }).suppressed.reason, `previous_${theirs}`)
    }
  })
})
