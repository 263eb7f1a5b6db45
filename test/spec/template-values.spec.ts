/** What a call gives for the names of a template (docs/contract.md#templates). */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Called, refused } from '../support/called.ts'
import { startTestService } from '../support/service.ts'

const email = { from: 'a@shop.test', to: ['b@example.org'] }

async function setStage(t: TestContext) {
  const service = await startTestService(t)
  const key = await service.key('test', 'admin')
  const call = service.as(key)
  const make = async (html: string, more = {}) => {
    const { body } = await call('POST', '/v1/templates', {
      name: 'Offer',
      default_language: 'en',
      variants: { en: { subject: 'Hi', html } },
      ...more,
    })
    return body.id as string
  }
  const publish = (id: string) => call('POST', `/v1/templates/${id}/publish`)
  return {
    call,
    make,
    publish,
    async published(html: string, more = {}) {
      const id = await make(html, more)
      const { status, body } = await publish(id)
      assert.equal(status, 201, JSON.stringify(body))
      return id
    },
    send: (id: string, variables: unknown, more = {}) =>
      call('POST', '/v1/emails', { ...email, ...more, template: { id, variables } }),
    async shown({ body }: Called) {
      return (await call('GET', `/v1/emails/${body.id}/content`)).body.html as string
    },
  }
}

describe('the values of a template', () => {
  it('are dates only where there is such a day', async t => {
    const { published, send } = await setStage(t)
    const id = await published('<p>{{ due | date: "long" }}</p>', {
      variables: [{ key: 'due', type: 'date' }],
    })
    for (const due of ['2026-12-20', '2028-02-29', '2026-12-20T09:00:00-03:00']) {
      assert.equal((await send(id, { due })).status, 202, due)
    }
    for (const due of ['2026-02-30', 'order 12', 'Dec 5', '2026-12-20T09:00', '']) {
      const { status, body } = await send(id, { due })
      assert.deepEqual([due, status, body.error?.param], [due, 400, 'template.variables.due'])
    }
  })

  it('are all judged by a check', async t => {
    const { call, published } = await setStage(t)
    const variables = [
      { key: 'a', type: 'string' },
      { key: 'n', type: 'number', required: true },
      { key: 'm', type: 'string', required: true },
    ]
    const id = await published('<p>{{ a }} {{ n }} {{ m }}</p>', { variables })
    const check = async (more: object) => {
      const { body } = await call('POST', '/v1/emails/check', { ...email, ...more })
      return body.checks
        .filter((one: { level: string }) => one.level === 'error')
        .map((one: { code: string; param: string }) => `${one.code} ${one.param}`)
        .sort()
    }
    assert.deepEqual(await check({ template: { id, variables: { n: 'x', q: 1 } }, text: 't' }), [
      'invalid_field template.variables.n',
      'invalid_field template.variables.q',
      'invalid_field text',
      'missing_field template.variables.a',
      'missing_field template.variables.m',
    ])
    const beside = { html: 'h', text: 't', template: { id, variables: { a: 'a', n: 1, m: 'm' } } }
    assert.deepEqual(await check(beside), ['invalid_field html', 'invalid_field text'])
    assert.deepEqual(await check({ template: { id: 'tpl_x' }, html: 'h' }), [
      'invalid_field html',
      'invalid_field template.id',
    ])
  })

  it('make no subject that a call could not give', async t => {
    const { make, publish, send } = await setStage(t)
    const id = await make('<p>x</p>', {
      variables: [{ key: 'a', type: 'string' }],
      variants: { en: { subject: '{{ a }}', html: '<p>x</p>' } },
    })
    assert.equal((await publish(id)).status, 201)
    assert.equal((await send(id, { a: 'x'.repeat(998) })).status, 202)
    const long = { a: 'x'.repeat(999) }
    assert.deepEqual(refused(await send(id, long)), [400, 'invalid_field', 'subject'])
    assert.equal((await send(id, long, { subject: 'short' })).status, 202)
  })

  it('are those of an event and a topic, where the template prints them', async t => {
    const { call, published, send, shown } = await setStage(t)
    const id = await published('<p>{{ event.total }} {{ topic.name }}</p>')
    assert.deepEqual(refused(await send(id, {})), [
      400,
      'missing_field',
      'template.variables.event.total',
    ])
    const given = { event: { total: 3 }, topic: { name: 'News' } }
    assert.equal(await shown(await send(id, given)), '<p>3 News</p>')
    const seen = await call('POST', `/v1/templates/${id}/preview`, { variables: given })
    assert.equal(seen.body.html, '<p>3 News</p>')
    for (const key of ['event', 'topic']) {
      const wrong = await send(id, { ...given, [key]: 'x' })
      assert.deepEqual(refused(wrong), [400, 'invalid_field', `template.variables.${key}`])
    }
  })

  it('fall back to what stands for a property that a contact does not have', async t => {
    const { call, published, send, shown } = await setStage(t)
    await call('POST', '/v1/contact-properties', { key: 'city', type: 'string', fallback: 'town' })
    await call('POST', '/v1/contact-properties', { key: 'club', type: 'string' })
    const html = '<p>{{ contact.properties.city }}</p>'
    const id = await published(html)
    assert.equal(await shown(await send(id, {})), '<p>town</p>')
    const contact = { properties: { city: 'Olinda' } }
    assert.equal(await shown(await send(id, { contact })), '<p>Olinda</p>')
    const without = { first_name: 'Ana', properties: { city: null } }
    assert.equal(await shown(await send(id, { contact: without })), '<p>town</p>')
    const bare = await published('<p>{{ contact.properties.club }}</p>')
    assert.deepEqual(refused(await send(bare, { contact })), [
      400,
      'missing_field',
      'template.variables.contact.properties.club',
    ])
  })

  it('are looked at in the language of the contact', async t => {
    const { call, make } = await setStage(t)
    const variants = { en: { subject: 'en', html: 'x' }, pt: { subject: 'pt', html: 'x' } }
    const id = await make('', { variants })
    const made = await call('POST', '/v1/contacts', { email: 'ana@b.example', language: 'pt-BR' })
    const preview = async (body: object) =>
      (await call('POST', `/v1/templates/${id}/preview`, body)).body.subject
    const contact_id = made.body.id
    assert.equal(await preview({ contact_id }), 'pt')
    assert.equal(await preview({ contact_id, language: 'en' }), 'en')
    assert.equal(await preview({}), 'en')
  })

  it('are encoded once in an address', async t => {
    const { published, send, shown } = await setStage(t)
    const variables = [{ key: 'q', type: 'string' }]
    const id = await published(
      '<a href="https://e.test/?q={{ q | url_encode }}&amp;r={{ q }}">{{ q | url_encode }}</a>',
      { variables },
    )
    assert.equal(
      await shown(await send(id, { q: `a b&'"` })),
      `<a href="https://e.test/?q=a%20b%26&#39;%22&amp;r=a%20b%26&#39;%22">a%20b%26&#39;%22</a>`,
    )
  })
})

describe('a template', () => {
  it('loops over no text of a contact, a topic or the project', async t => {
    const { make, publish } = await setStage(t)
    for (const name of ['contact.first_name', 'topic.name', 'project.name', 'today']) {
      const id = await make(`{% for x in ${name} %}{{ x }}{% endfor %}`)
      const answer = await publish(id)
      assert.deepEqual(refused(answer), [400, 'invalid_field', 'variants.en.html'], name)
      assert.match(answer.body.error.message, new RegExp(name.replace('.', '\\.')))
    }
  })

  it('that is a layout has the place of what is in it among its text', async t => {
    const { make, publish } = await setStage(t)
    for (const html of [
      '<p title="{{ content }}">a</p>',
      '<a href="{{content}}">a</a>',
      '<!-- {{ content }} -->',
      '<style>{% if today %}{{ content }}{% endif %}</style>',
    ]) {
      const id = await make('', { kind: 'layout', variants: { en: { html } } })
      assert.deepEqual(refused(await publish(id)), [400, 'invalid_field', 'variants.en.html'], html)
    }
    for (const raw of ['<i title="{{ content }}"></i>', '<i title={{ content }}></i>']) {
      const mjml = `<mjml><mj-body><mj-raw>${raw}</mj-raw></mj-body></mjml>`
      const id = await make('', { kind: 'layout', variants: { en: { mjml } } })
      assert.deepEqual(refused(await publish(id)), [400, 'invalid_field', 'variants.en.mjml'], raw)
    }
    const html = '<!--[if mso]><b><![endif]--><td>{% if today %}{{- content -}}{% endif %}</td>'
    const id = await make('', { kind: 'layout', variants: { en: { html } } })
    assert.equal((await publish(id)).status, 201)
  })

  it('that is a layout stands in no layout', async t => {
    const { call, published } = await setStage(t)
    const layout = { kind: 'layout', variants: { en: { html: '<b>{{ content }}</b>' } } }
    const id = await published('', layout)
    const body = { ...layout, name: 'Inner', default_language: 'en' }
    const made = await call('POST', '/v1/templates', { ...body, layout_id: id })
    assert.deepEqual(refused(made), [400, 'invalid_field', 'layout_id'])
    const other = await call('POST', '/v1/templates', body)
    const changed = await call('PATCH', `/v1/templates/${other.body.id}`, { layout_id: id })
    assert.deepEqual(refused(changed), [400, 'invalid_field', 'layout_id'])
  })
})
