/** Resend's own SDK on templates, broadcasts and events. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Resend } from 'resend'
import { startTestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

async function start(t: TestContext) {
  const service = await startTestService(t, {})
  const baseUrl = `http://127.0.0.1:${service.port}/resend`
  const key = await service.key('test', 'admin')
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body === undefined ? { key } : { key, body })
  return { service, call, resend: new Resend(key, { baseUrl }) }
}

function data<T>(answer: { data: T | null; error: unknown }): T {
  assert.equal(answer.error, null, JSON.stringify(answer.error))
  return answer.data!
}

const from = 'Loja <oi@shop.test>'

describe('templates', () => {
  it('are made of their place-holders, published, and sent by id and by alias', async t => {
    const { call, resend } = await start(t)
    const made = data(
      await resend.templates.create({
        name: 'Pedido',
        alias: 'order-paid',
        subject: 'Pedido {{{ORDER}}}',
        html: '<p>Oi {{{NAME|você}}}, pedido {{{ORDER}}}</p>',
        variables: [
          { key: 'ORDER', type: 'string' },
          { key: 'NAME', type: 'string', fallbackValue: 'você' },
        ],
      }),
    )
    assert.equal(made.object, 'template')
    const published = data(await resend.templates.publish(made.id))
    assert.equal(published.id, made.id)
    for (const id of [made.id, 'order-paid']) {
      const sent = data(
        await resend.emails.send({
          from,
          to: 'ana@here.test',
          template: { id, variables: { ORDER: '4812' } },
        }),
      )
      const { body: email } = await call('GET', `/v1/emails/${sent.id}`)
      assert.equal(email.subject, 'Pedido 4812')
      const { body: content } = await call('GET', `/v1/emails/${sent.id}/content`)
      assert.match(content.html, /Oi você, pedido 4812/)
    }
    const read = data(await resend.templates.get('order-paid'))
    assert.deepEqual(
      [read.id, read.status, read.alias, read.variables?.map(one => one.key)],
      [made.id, 'published', 'order-paid', ['order', 'name']],
    )
    data(await resend.templates.update(made.id, { name: 'Pago', html: '<p>{{{ORDER}}}</p>' }))
    const after = data(await resend.templates.get(made.id))
    assert.deepEqual(
      [after.name, after.subject, after.html, after.has_unpublished_versions],
      ['Pago', 'Pedido {{ order }}', '<p>{{ order }}</p>', true],
    )
    const copy = data(await resend.templates.duplicate(made.id))
    assert.equal(data(await resend.templates.list()).data.length, 2)
    assert.equal(data(await resend.templates.remove(copy.id)).deleted, true)
    const wrong = await resend.templates.create({ name: 'x', html: 'x', from })
    assert.equal((wrong.error as unknown as { param: string }).param, 'from')
    assert.equal((await resend.templates.get('nobody')).error?.name, 'not_found')
  })
})

describe('broadcasts', () => {
  it('go to a segment, now or later, and are taken back', async t => {
    const { call, resend } = await start(t)
    const segment = data(await resend.segments.create({ name: 'Todos' }))
    data(await resend.contactProperties.create({ key: 'company', type: 'string' }))
    for (const name of ['Ana', 'Bia']) {
      const email = `${name.toLowerCase()}@here.test`
      data(await resend.contacts.create({ email, firstName: name, segments: [{ id: segment.id }] }))
    }
    const letter = {
      segmentId: segment.id,
      from,
      subject: 'Oi {{{contact.first_name|gente}}} {{{contact.company|aí}}}',
      previewText: 'Só hoje',
      html: '<p>Oi <a href="https://shop.test/">loja</a> <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">sair</a></p>',
    }
    const made = data(await resend.broadcasts.create(letter))
    const draft = data(await resend.broadcasts.get(made.id))
    assert.deepEqual(
      [draft.object, draft.status, draft.segment_id, draft.subject, draft.preview_text],
      [
        'broadcast',
        'draft',
        segment.id,
        'Oi {{ contact.first_name | default: "gente" }} {{ contact.properties.company | default: "aí" }}',
        'Só hoje',
      ],
    )
    data(await resend.broadcasts.update(made.id, { name: 'Natal', text: 'Oi' }))
    assert.match(String(data(await resend.broadcasts.get(made.id)).html), /unsubscribe_url/)
    data(await resend.broadcasts.send(made.id, { scheduledAt: 'in 2 hours' }))
    assert.equal(data(await resend.broadcasts.get(made.id)).status, 'queued')
    data(await resend.broadcasts.cancel(made.id))
    assert.equal(data(await resend.broadcasts.get(made.id)).status, 'draft')
    data(await resend.broadcasts.send(made.id))
    await until(
      async () => data(await resend.broadcasts.get(made.id)).status === 'sent',
      'the broadcast',
    )
    const { body: emails } = await call('GET', `/v1/emails?campaign_id=${made.id}`)
    assert.deepEqual(emails.data.map((one: { subject: string }) => one.subject).sort(), [
      'Oi Ana aí',
      'Oi Bia aí',
    ])
    const links = data(await resend.broadcasts.clickedLinks(made.id))
    assert.deepEqual(
      links.data.map(one => one.url),
      ['https://shop.test/'],
    )
    const atOnce = data(await resend.broadcasts.create({ ...letter, send: true }))
    await until(
      async () => data(await resend.broadcasts.get(atOnce.id)).status === 'sent',
      'the second',
    )
    assert.equal(data(await resend.broadcasts.list()).data.length, 2)
    const copy = data(await resend.broadcasts.duplicate(made.id))
    assert.equal(data(await resend.broadcasts.remove(copy.id)).deleted, true)
    const nobody = await resend.broadcasts.create({ from, subject: 'x', html: 'x' } as never)
    assert.equal((nobody.error as unknown as { param: string }).param, 'segment_id')
  })
})

describe('events', () => {
  it('are what people did', async t => {
    const { call, resend } = await start(t)
    data(await resend.contacts.create({ email: 'ana@here.test' }))
    const sent = data(
      await resend.events.send({
        event: 'order.paid',
        email: 'ana@here.test',
        payload: { total: 12 },
      }),
    )
    assert.deepEqual([sent.object, sent.event], ['event', 'order.paid'])
    const { body } = await call('GET', '/v1/activity?name=order.paid')
    assert.equal(body.data[0].data.total, 12)
    const wrong = await resend.events.send({ event: 'Order Paid', email: 'ana@here.test' })
    assert.equal(wrong.error?.name, 'validation_error')
    assert.match(wrong.error!.message, /^Um nome tem letras/)
    for (const [given, param] of [
      [{ event: 'Order Paid' }, 'event'],
      [{ event: 'order.paid', payload: 'x' }, 'payload'],
      [{ event: 'order.paid', name: 'x' }, 'name'],
    ] as const) {
      const refusal = await call('POST', '/resend/events/send', {
        ...given,
        email: 'ana@here.test',
      })
      assert.deepEqual([refusal.status, refusal.body.param], [422, param])
    }
  })
})
