/** Resend's own SDK, pointed at Malote: what its users do daily, and how refusals reach them. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Resend } from 'resend'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { eventOf, startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { receiver } from './receiver.ts'

const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
} as const

async function start(t: TestContext) {
  const service = await startTestService(t, { zones })
  const sdk = async (mode: Mode = 'live', scope: Scope = 'admin') =>
    new Resend(await service.key(mode, scope, { rate: 0 }), {
      baseUrl: `http://127.0.0.1:${service.port}/resend`,
    })
  return { service, sdk, resend: await sdk() }
}

const email = {
  from: 'Shop <hello@shop.test>',
  to: 'ana@here.test',
  subject: 'Olá',
  html: '<p>Oi</p>',
}
const english = { headers: { 'Accept-Language': 'en' } }

/** What the SDK answers when all is well. */
function data<T>(answer: { data: T | null; error: unknown }): T {
  assert.equal(answer.error, null)
  return answer.data!
}

describe('emails', () => {
  it('are sent, delivered and read', async t => {
    const { service, resend } = await start(t)
    const { id } = data(
      await resend.emails.send({
        ...email,
        cc: ['rui@here.test'],
        replyTo: 'answers@shop.test',
        text: 'Oi',
        tags: [{ name: 'order', value: '1042' }],
        headers: { 'X-Order': '1042' },
        attachments: [{ filename: 'a.txt', content: Buffer.from('attached') }],
      }),
    )
    await eventOf(service, id, 'delivered', 2)
    const read = data(await resend.emails.get(id))
    assert.equal(read.object, 'email')
    assert.equal(read.last_event, 'delivered')
    assert.deepEqual(read.to, ['ana@here.test'])
    assert.deepEqual(read.cc, ['rui@here.test'])
    assert.equal(read.bcc, null)
    assert.deepEqual(read.reply_to, ['answers@shop.test'])
    assert.deepEqual(read.tags, [{ name: 'order', value: '1042' }])
    assert.equal(read.html, '<p>Oi</p>')
    assert.equal(read.scheduled_at, null)
    const wire = service.mx.received[0]!.content.toString()
    assert.ok(wire.includes(`Message-ID: ${read.message_id}`))
    assert.match(wire, /^X-Order: 1042\r$/m)
    assert.match(wire, /filename="?a\.txt/)
    assert.ok(wire.includes(Buffer.from('attached').toString('base64')))
  })

  it('are sent in batches and listed by page', async t => {
    const { sdk } = await start(t)
    const resend = await sdk('test')
    const sent = data(await resend.batch.send(Array(5).fill(email)))
    assert.equal(sent.data.length, 5)
    const ids: string[] = []
    let after: string | undefined
    do {
      const page = data(await resend.emails.list({ limit: 2, ...(after ? { after } : {}) }))
      assert.equal(page.object, 'list')
      ids.push(...page.data.map(one => one.id))
      after = page.has_more ? ids.at(-1) : undefined
    } while (after)
    assert.deepEqual(ids.sort(), sent.data.map(one => one.id).sort())
    const refused = await resend.batch.send([email, { ...email, to: 'nobody@' }], english)
    assert.equal(refused.error?.name, 'validation_error')
    assert.equal((refused.error as { param?: string }).param, 'emails[1].to[0]')
  })

  it('are scheduled, moved and cancelled', async t => {
    const { service, resend } = await start(t)
    const { id } = data(await resend.emails.send({ ...email, scheduledAt: 'in 2 hours' }))
    const first = data(await resend.emails.get(id))
    assert.equal(first.last_event, 'scheduled')
    const distance = Date.parse(first.scheduled_at!) - service.world.clock.now()
    assert.ok(Math.abs(distance - 2 * 3_600_000) < 60_000)
    const later = new Date(service.world.clock.now() + 86_400_000).toISOString()
    assert.equal(data(await resend.emails.update({ id, scheduledAt: later })).id, id)
    assert.equal(data(await resend.emails.get(id)).scheduled_at, later)
    assert.deepEqual(data(await resend.emails.cancel(id)), { object: 'email', id })
    assert.equal(data(await resend.emails.get(id)).last_event, 'canceled')
    const again = await resend.emails.cancel(id, english)
    assert.equal(again.error?.statusCode, 422)
  })

  it('are sent once under an idempotency key', async t => {
    const { sdk } = await start(t)
    const resend = await sdk('test')
    const key = { idempotencyKey: 'welcome/7' }
    const first = data(await resend.emails.send(email, key))
    assert.equal(data(await resend.emails.send(email, key)).id, first.id)
    const other = await resend.emails.send({ ...email, subject: 'Other' }, key)
    assert.equal(other.error?.name, 'invalid_idempotent_request')
    assert.equal(other.error?.statusCode, 409)
  })
})

describe('refusals', () => {
  it('have the names and statuses that the SDK knows', async t => {
    const { service, sdk, resend } = await start(t)
    const baseUrl = `http://127.0.0.1:${service.port}/resend`
    const sender = await sdk('live', 'send')
    const cases = [
      [resend.emails.send({ ...email, to: [] }, english), 422, 'missing_required_field'],
      [resend.emails.send({ ...email, from: 'x' }, english), 422, 'invalid_from_address'],
      [resend.emails.send({ ...email, from: 'a@other.test' }), 403, 'validation_error'],
      [resend.emails.send(email, { idempotencyKey: 'é' }), 400, 'invalid_idempotency_key'],
      [
        resend.emails.send({ ...email, attachments: [{ path: 'https://a.test/b.pdf' }] }, english),
        422,
        'invalid_attachment',
      ],
      [
        resend.emails.send({ ...email, html: '', template: { id: 'x' } } as never),
        422,
        'validation_error',
      ],
      [resend.emails.get('msg_00000000000070008000000000000000'), 404, 'not_found'],
      [resend.emails.get('49a3999c-0ce1-4ea6-ab68-afcd6dc2e794'), 404, 'not_found'],
      [sender.domains.list(), 401, 'restricted_api_key'],
      [new Resend('re_123', { baseUrl }).emails.send(email), 403, 'invalid_api_key'],
      [resend.automations.get('x'), 404, 'not_found'],
      [resend.contacts.get({ email: 'nobody@b.test' }), 404, 'not_found'],
      [resend.templates.remove('x'), 404, 'not_found'],
      [resend.apiKeys.create({ name: 'x' }), 404, 'not_found'],
    ] as const
    for (const [answer, statusCode, name] of cases) {
      const { data, error } = await answer
      assert.equal(data, null)
      assert.equal(`${error!.statusCode} ${error!.name}`, `${statusCode} ${name}`, error!.message)
      assert.match(error!.message, /^\p{Lu}.*\.$/u)
    }
  })

  it('have a rate that is told apart', async t => {
    const { service } = await start(t)
    const { key } = await createKey(service.world, {
      projectId: service.projectId,
      mode: 'test',
      scope: 'admin',
      rate: 1,
    })
    const slow = new Resend(key, { baseUrl: `http://127.0.0.1:${service.port}/resend` })
    const answers = await Promise.all([slow.emails.list(), slow.emails.list(), slow.emails.list()])
    const refused = answers.filter(answer => answer.error)
    assert.ok(refused.length >= 1)
    assert.equal(refused[0]!.error!.name, 'rate_limit_exceeded')
    assert.equal(refused[0]!.headers!['retry-after'], '1')
  })
})

describe('domains', () => {
  it('are created, published, verified, listed and removed', async t => {
    const { service, resend } = await start(t)
    const made = data(
      await resend.domains.create({ name: 'mail.loja.com.br', region: 'sa-east-1' }),
    )
    assert.equal(made.status, 'pending')
    const dkim = made.records.filter(one => one.record === 'DKIM')
    assert.equal(dkim.length, 2)
    assert.match(dkim[0]!.name, /\._domainkey\.mail$/)
    await publish(service, made.id)
    assert.deepEqual(data(await resend.domains.verify(made.id)), { object: 'domain', id: made.id })
    const read = data(await resend.domains.get(made.id))
    assert.equal(read.status, 'verified')
    assert.ok(
      read.records.filter(one => one.record === 'DKIM').every(one => one.status === 'verified'),
    )
    const listed = data(await resend.domains.list())
    assert.deepEqual(listed.data.map(one => one.name).sort(), ['mail.loja.com.br', 'shop.test'])
    const same = await resend.domains.update({
      id: made.id,
      tls: 'opportunistic',
      openTracking: false,
    })
    assert.equal(data(same).id, made.id)
    const other = await resend.domains.update({ id: made.id, clickTracking: true }, english)
    assert.match(other.error!.message, /click_tracking/)
    assert.equal(data(await resend.domains.remove(made.id)).deleted, true)
    assert.equal((await resend.domains.get(made.id)).error?.name, 'not_found')
    const taken = await resend.domains.create({ name: 'shop.test' }, english)
    assert.equal(taken.error?.statusCode, 403)
  })

  it('are claimed', async t => {
    const { service, resend } = await start(t)
    const claim = data(await resend.domains.claims.create({ name: 'ours.com.br' }))
    assert.equal(claim.object, 'domain_claim')
    assert.equal(claim.status, 'pending')
    assert.equal(
      data(await resend.domains.claims.get(claim.domain_id!)).record.value,
      claim.record.value,
    )
    const { records } = data(await resend.domains.get(claim.domain_id!))
    const names = records.map(({ record, value }) => `${record} ${value}`)
    assert.deepEqual(names, [`Claim ${claim.record.value}`])
    service.dns.set('_malote-claim.ours.com.br', 'TXT', [claim.record.value])
    const won = data(await resend.domains.claims.verify(claim.domain_id!))
    assert.equal(won.status, 'completed')
    assert.equal(data(await resend.domains.get(won.domain_id!)).name, 'ours.com.br')
  })
})

describe('webhooks', () => {
  it('are managed, and what they post is verified by the SDK', async t => {
    const { resend } = await start(t)
    const hooks = await receiver(t)
    const made = data(
      await resend.webhooks.create({
        endpoint: hooks.url,
        events: ['email.delivered', 'email.delivery_delayed'],
      }),
    )
    assert.match(made.signing_secret, /^whsec_/)
    const { id } = data(await resend.emails.send(email))
    const post = await until(async () => hooks.posts[0], 'a post')
    const {
      'svix-id': eventId,
      'svix-timestamp': timestamp,
      'svix-signature': signature,
    } = post.headers as Record<string, string>
    const verified = resend.webhooks.verify({
      payload: post.body,
      headers: { id: eventId!, timestamp: timestamp!, signature: signature! },
      webhookSecret: made.signing_secret,
    }) as unknown as { type: string; data: { email_id: string } }
    assert.equal(verified.type, 'email.delivered')
    assert.equal(verified.data.email_id, id)

    const read = data(await resend.webhooks.get(made.id))
    assert.deepEqual(read.events, ['email.delivered', 'email.delivery_delayed'])
    assert.equal(read.endpoint, hooks.url)
    await resend.webhooks.update(made.id, { status: 'disabled', events: ['email.bounced'] })
    const [listed] = data(await resend.webhooks.list()).data
    assert.equal(listed!.status, 'disabled')
    assert.deepEqual(listed!.events, ['email.bounced'])
    const rotated = data(await resend.webhooks.rotateSigningSecret(made.id))
    assert.notEqual(rotated.signing_secret, made.signing_secret)
    await resend.webhooks.update(made.id, { events: ['contact.created', 'email.sent'] })
    assert.deepEqual(data(await resend.webhooks.get(made.id)).events, [
      'contact.created',
      'email.sent',
    ])
    const unknown = await resend.webhooks.update(made.id, { events: ['email.received'] }, english)
    assert.equal(unknown.error?.name, 'validation_error')
    assert.equal(data(await resend.webhooks.remove(made.id)).deleted, true)
    assert.equal((await resend.webhooks.get(made.id)).error?.statusCode, 404)
  })
})

describe('suppressions', () => {
  it('are added, found, listed and removed, one or many', async t => {
    const { service, resend } = await start(t)
    const first = data(await resend.suppressions.add({ email: 'ana@here.test' }))
    assert.equal(data(await resend.suppressions.add({ email: 'ANA@here.test' })).id, first.id)
    const refused = await resend.emails.send(email, english)
    assert.match(refused.error!.message, /suppression list/)
    for (const key of [first.id, 'ana@here.test']) {
      const entry = data(await resend.suppressions.get(key))
      assert.equal(entry.origin, 'manual')
      assert.equal(entry.source_id, null)
    }
    const many = data(
      await resend.suppressions.batch.add({ emails: ['a@b.test', 'c@d.test', 'ana@here.test'] }),
    )
    assert.equal(many.data[2]!.id, first.id)
    assert.equal(data(await resend.suppressions.list({ origin: 'manual' })).data.length, 3)
    assert.equal(data(await resend.suppressions.list({ origin: 'bounce' })).data.length, 0)
    const removed = data(
      await resend.suppressions.batch.remove({ emails: ['a@b.test', 'c@d.test'] }),
    )
    assert.ok(removed.data.every(one => one.deleted))
    assert.equal(data(await resend.suppressions.remove('ana@here.test')).deleted, true)
    assert.equal((await resend.suppressions.get(first.id)).error?.name, 'not_found')
    const { id } = data(await resend.emails.send(email))
    await eventOf(service, id, 'delivered')
  })
})

it('files come as any of their clients writes them', async t => {
  const { service } = await start(t)
  const forms: readonly unknown[] = [
    'aGk=',
    [104, 105],
    { type: 'Buffer', data: [104, 105] },
    { 0: 104, 1: 105 },
  ]
  for (const content of forms) {
    const attachments = [{ filename: 'a.txt', content }]
    const sent = await service.call('POST', '/resend/emails', { body: { ...email, attachments } })
    assert.equal(sent.status, 200, JSON.stringify([content, sent.body]))
    const received = await until(async () => service.mx.received.pop(), 'the message')
    assert.match(received.content.toString(), /\r\naGk=\r\n/)
  }
  for (const content of [[256], [1.5], [-1], ['a'], { 1: 104 }, { a: 1 }]) {
    const attachments = [{ filename: 'a.txt', content }]
    const sent = await service.call('POST', '/resend/emails', { body: { ...email, attachments } })
    assert.deepEqual([sent.status, sent.body.code], [422, 'invalid_field'], JSON.stringify(content))
  }
})

it('what is no text where one belongs is the caller’s fault, whatever it says of itself', async t => {
  const { service } = await start(t)
  const odd = { toString: 1, valueOf: 1 }
  const content = { type: 'Buffer', data: [odd] }
  const cases = [
    ['POST', '/emails', { ...email, scheduled_at: odd }, 'scheduled_at'],
    ['POST', '/emails', { ...email, attachments: [{ filename: 'a', content }] }, 'attachments'],
    ['POST', '/suppressions', { email: odd }, 'email'],
    ['POST', '/suppressions/batch/add', { emails: [odd] }, 'emails[0]'],
    ['POST', '/suppressions/batch/remove', { ids: [odd] }, 'ids[0]'],
  ] as const
  for (const [method, path, body, param] of cases) {
    const answer = await service.call(method, `/resend${path}`, { body })
    assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_field'], param)
    assert.ok(answer.body.param.startsWith(param), `${answer.body.param} for ${param}`)
  }
})

/** Puts the records of a domain into the simulated DNS. */
async function publish(service: TestService, id: string): Promise<void> {
  const { body } = await service.call('GET', `/v1/domains/${id}`)
  for (const { name, type, value, priority } of body.records) {
    const record = type === 'MX' ? `${priority} ${value}` : value
    service.dns.set(name, type, [record])
  }
}
