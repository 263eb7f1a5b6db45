/** What the surface answers to programs that look at more than Resend's SDK does. */
import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { startTestService } from '../../support/service.ts'

const email = { from: 'Loja <oi@shop.test>', to: 'ana@here.test', subject: 's', text: 't' }

async function start(t: TestContext) {
  const service = await startTestService(t, {})
  const key = await service.key('test', 'admin')
  return (method: string, path: string, body?: unknown, headers = {}) =>
    service.call(method, `/resend${path}`, {
      key,
      headers,
      ...(body === undefined ? {} : { body }),
    })
}

it('has the statuses of Resend', async t => {
  const call = await start(t)
  const headers = { 'idempotency-key': 'once' }
  for (const n of [1, 2]) {
    assert.equal((await call('POST', '/emails', email, headers)).status, 200, `time ${n}`)
  }
  assert.equal((await call('POST', '/emails/batch', [email])).status, 200)
  const segment = await call('POST', '/segments', { name: 'All' })
  const topic = await call('POST', '/topics', { name: 'News', default_subscription: 'opt_in' })
  const property = await call('POST', '/contact-properties', { key: 'city', type: 'string' })
  const contact = await call('POST', '/contacts', { email: 'ana@here.test' })
  const template = await call('POST', '/templates', { name: 'x', subject: 's', html: '<p>x</p>' })
  const letter = { from: email.from, subject: 's', html: '<p>x</p>' }
  const broadcast = await call('POST', '/broadcasts', { ...letter, segment_id: segment.body.id })
  for (const made of [segment, topic, property, contact, template, broadcast]) {
    assert.equal(made.status, 201, JSON.stringify(made.body))
  }
  for (const [path, body] of [
    [`/templates/${template.body.id}/publish`],
    [`/templates/${template.body.id}/duplicate`],
    [`/contacts/${contact.body.id}/segments/${segment.body.id}`],
    [`/broadcasts/${broadcast.body.id}/send`, { scheduled_at: 'in 2 hours' }],
  ] as const) {
    const answer = await call('POST', path, body)
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`)
  }
  const event = { event: 'order.paid', email: 'ana@here.test' }
  assert.equal((await call('POST', '/events/send', event)).status, 202)
})

it('names the fields that were written', async t => {
  const call = await start(t)
  const param = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body)
    assert.equal(answer.status, 422, JSON.stringify(answer.body))
    return answer.body.param
  }
  const bad = '<p>{% include "x" %}</p>'
  const base = { name: 'x', subject: 's', html: '<p>x</p>' }
  assert.equal(await param('POST', '/templates', { name: 'x' }), 'html')
  assert.equal(await param('POST', '/templates', { ...base, html: bad }), 'html')
  assert.equal(await param('POST', '/templates', { ...base, subject: '{{ x' }), 'subject')
  const variables = [{ key: 'A', type: 'number', fallback_value: 'x' }]
  assert.equal(
    await param('POST', '/templates', { ...base, variables }),
    'variables[0].fallback_value',
  )
  const { body: made } = await call('POST', '/templates', { ...base, html: '<p>{{{NOPE}}}</p>' })
  assert.equal(await param('POST', `/templates/${made.id}/publish`), 'html')
  assert.equal(await param('PATCH', `/templates/${made.id}`, { text: bad }), 'text')
  const property = { key: 'n', type: 'number' }
  const wrong = { ...property, fallback_value: 'x' }
  assert.equal(await param('POST', '/contact-properties', wrong), 'fallback_value')
  assert.equal((await call('POST', '/contact-properties', property)).status, 201)
  const change = { fallback_value: 'x' }
  assert.equal(await param('PATCH', '/contact-properties/n', change), 'fallback_value')
  const letter = { from: email.from, subject: 's', html: '<p>x</p>' }
  const { body: segment } = await call('POST', '/segments', { name: 'All' })
  const own = { ...letter, segment_id: segment.id }
  assert.equal(await param('POST', '/broadcasts', { ...own, segment_id: 'seg_x' }), 'segment_id')
  assert.equal(await param('POST', '/broadcasts', { ...own, html: bad }), 'html')
  assert.equal(await param('POST', '/broadcasts', { ...own, preview_text: '{{ x' }), 'preview_text')
})
