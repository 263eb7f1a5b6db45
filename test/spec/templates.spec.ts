/** Templates: drafts, versions, and letters made of them. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { type Called, type Caller, refused, type Shown } from '../support/called.ts'
import { publishedBefore } from '../support/happened.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

interface Stage {
  readonly service: TestService
  readonly call: Caller<unknown>
  make(more?: object): Promise<string>
  publish(id: string): Promise<Called<Shown<'templates.publish'>>>
}

const letter = {
  subject: 'Pedido {{ order_id }}',
  html: '<p>Oi {{ contact.first_name | default: "você" }}, {{ order_id }}</p>',
}
const receipt = {
  name: 'Recibo',
  alias: 'receipt',
  default_language: 'pt',
  variables: [{ key: 'order_id', type: 'string', sample: 'A-1' }],
  variants: { pt: letter },
}

async function setStage(t: TestContext): Promise<Stage> {
  const service = await startTestService(t)
  const key = await service.key('test', 'admin')
  const call = service.as(key)
  return {
    service,
    call,
    async make(more = {}) {
      const made = await call('POST', '/v1/templates', { ...receipt, ...more })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id
    },
    publish: id => call('POST', `/v1/templates/${id}/publish`),
  }
}

const email = { from: 'a@shop.test', to: ['b@example.org'] }

describe('templates', () => {
  it('are drafts until they are published, as versions that stay', async t => {
    const { call, make, publish } = await setStage(t)
    const id = await make()
    const path = `/v1/templates/${id}` as const
    const { body: draft } = await call('GET', path)
    assert.deepEqual(
      [draft.status, draft.kind, draft.alias, draft.published_version, draft.revision],
      ['draft', 'email', 'receipt', null, 1],
    )
    assert.deepEqual(draft.variants, receipt.variants)
    const first = await publish(id)
    assert.deepEqual([first.status, first.body.version], [201, 1])
    await call('PATCH', path, { variants: { pt: { ...letter, subject: 'Novo' } } })
    const seen = (await call('GET', path)).body
    assert.deepEqual(
      [seen.status, seen.published_version, seen.has_changes],
      ['published', 1, true],
    )
    assert.equal((await publish(id)).body.version, 2)
    const versions = await call('GET', `${path}/versions`)
    assert.deepEqual(
      versions.body.data.map((one: { version: number }) => one.version),
      [2, 1],
    )
    const page = await call('GET', `${path}/versions?limit=1`)
    assert.equal(page.body.has_more, true)
    const next = await call('GET', `${path}/versions?starting_after=2`)
    assert.deepEqual(
      next.body.data.map((one: { version: number }) => one.version),
      [1],
    )
    const restored = await call('POST', `${path}/versions/1/restore`)
    assert.deepEqual([restored.status, restored.body.variants.pt!.subject], [201, letter.subject])
    assert.deepEqual(refused(await call('POST', `${path}/versions/9/restore`)), [
      404,
      'resource_not_found',
      undefined,
    ])
    const copy = await call('POST', `${path}/duplicate`, { name: 'Cópia' })
    assert.deepEqual(
      [copy.status, copy.body.name, copy.body.alias, copy.body.status],
      [201, 'Cópia', null, 'draft'],
    )
    const list = await call('GET', '/v1/templates')
    assert.deepEqual(
      list.body.data.map((one: { name: string }) => one.name),
      ['Cópia', 'Recibo'],
    )
    assert.equal((await call('DELETE', path)).body.deleted, true)
    assert.equal((await call('GET', path)).status, 404)
  })

  it('are judged when they are saved and when they are published', async t => {
    const { call, make, publish } = await setStage(t)
    for (const [more, code, param] of [
      [{ variants: { pt: { html: '{{ a ' } } }, 'invalid_field', 'variants.pt.html'],
      [
        { variants: { pt: { subject: '{% include "x" %}' } } },
        'invalid_field',
        'variants.pt.subject',
      ],
      [{ variants: { pt: { html: '<a href={{ x }}>' } } }, 'invalid_field', 'variants.pt.html'],
      [{ variants: { pt: { html: '', mjml: '' } } }, 'invalid_field', 'variants.pt.mjml'],
      [{ variants: { pt: { htm: '' } } }, 'invalid_field', 'variants.pt.htm'],
      [{ variants: { 'not a tag': {} } }, 'invalid_field', 'variants.not a tag'],
      [{ default_language: '??' }, 'invalid_field', 'default_language'],
      [{ variables: [{ key: 'A', type: 'string' }] }, 'invalid_field', 'variables[0].key'],
      [
        {
          variables: [
            { key: 'a', type: 'string' },
            { key: 'a', type: 'number' },
          ],
        },
        'invalid_field',
        'variables[1].key',
      ],
      [{ variables: [{ key: 'contact', type: 'string' }] }, 'invalid_field', 'variables[0].key'],
      [
        { variables: [{ key: 'a', type: 'number', fallback: 'x' }] },
        'invalid_field',
        'variables[0].fallback',
      ],
      [{ layout_id: 'tpl_nothing' }, 'invalid_field', 'layout_id'],
      [{ name: ' ' }, 'missing_field', 'name'],
    ] as const) {
      const answer = await call('POST', '/v1/templates', { ...receipt, alias: null, ...more })
      assert.deepEqual(refused(answer), [400, code, param], JSON.stringify(more))
    }
    const id = await make()
    assert.deepEqual(refused(await call('POST', '/v1/templates', receipt)), [
      400,
      'invalid_field',
      'alias',
    ])
    const path = `/v1/templates/${id}` as const
    const broken = await call('PATCH', path, { variants: { pt: { html: 'a\n {{ x | nope }}' } } })
    assert.match(broken.body.error.message, /Linha 2, coluna 2\.|Line 2, column 2\./)
    assert.deepEqual(refused(await call('PATCH', path, { kind: 'layout' })), [
      400,
      'invalid_field',
      'kind',
    ])
    assert.deepEqual(refused(await call('PATCH', path, { revision: 7, name: 'x' })), [
      400,
      'invalid_field',
      'revision',
    ])
    assert.equal((await call('PATCH', path, { revision: 1, name: 'x' })).body.revision, 2)

    await call('PATCH', path, { variants: { pt: { subject: 'a', html: '{{ city }}' } } })
    assert.deepEqual(refused(await publish(id)), [400, 'invalid_field', 'variants.pt.html'])
    const { body: checked } = await call('POST', `${path}/check`)
    assert.equal(checked.ok, false)
    assert.ok(checked.checks.some((one: { code: string }) => one.code === 'variable_undeclared'))
    await call('PATCH', path, { variants: { pt: null, en: { subject: 'a', html: 'b' } } })
    assert.deepEqual(refused(await publish(id)), [400, 'missing_field', 'variants.pt'])
  })

  it('say where their Liquid is wrong, in the words of the reader', async t => {
    const { service } = await setStage(t)
    const key = await service.key('test', 'admin')
    const variables = [{ key: 'when', type: 'date' }]
    const save = (html: string, language: string) =>
      service.call('POST', '/v1/templates', {
        key,
        body: { ...receipt, alias: null, variables, variants: { pt: { subject: 's', html } } },
        headers: { 'accept-language': language },
      })
    for (const [html, en, pt] of [
      [
        'a\n  {% include "x" %}',
        'Tag "include" not found. Line 2, column 3.',
        'A marcação "include" não existe aqui. Linha 2, coluna 3.',
      ],
      [
        '{% if when %}',
        'Tag {% if when %} not closed. Line 1, column 1.',
        'A marcação {% if when %} não foi fechada. Linha 1, coluna 1.',
      ],
      [
        'ab {{ when',
        'Output "{{ when" not closed. Line 1, column 4.',
        'O valor "{{ when" não foi fechado. Linha 1, coluna 4.',
      ],
      [
        '{% for x in (1..5) %}{% endfor %}',
        'A loop goes over a declared list. Line 1, column 1.',
        'Um laço percorre uma lista declarada. Linha 1, coluna 1.',
      ],
      [
        '{{ when | date: "%Y" }}',
        'A date is written as short, medium, long, full, time, weekday. Line 1, column 1.',
        'Uma data se escreve como short, medium, long, full, time, weekday. Linha 1, coluna 1.',
      ],
      [
        '{{ 1 | currency: "reais" }}',
        '"reais" is no currency, such as BRL or USD. Line 1, column 1.',
        '"reais" não é uma moeda, como BRL ou USD. Linha 1, coluna 1.',
      ],
    ] as const) {
      for (const [language, said] of [
        ['en', en],
        ['pt', pt],
      ] as const) {
        const answer = await save(html, language)
        assert.deepEqual(refused(answer), [400, 'invalid_field', 'variants.pt.html'], html)
        assert.equal(answer.body.error.message, said)
      }
    }
  })

  it('loop over what is declared as a list, and over nothing else', async t => {
    const { call, make, publish } = await setStage(t)
    const html = '{% for x in order_id %}{{ x }}{% endfor %}'
    const id = await make({ variants: { pt: { subject: 's', html } } })
    assert.deepEqual(refused(await publish(id)), [400, 'invalid_field', 'variants.pt.html'])
    const variables = [{ key: 'order_id', type: 'list', required: null, sample: null }]
    const changed = await call('PATCH', `/v1/templates/${id}`, { variables })
    assert.deepEqual(changed.body.variables, [{ key: 'order_id', type: 'list' }])
    assert.equal((await publish(id)).status, 201)
  })

  it('choose the exact language, its base, or the one they are at home in', async t => {
    const { call, make, publish } = await setStage(t)
    const subject = (text: string) => ({ subject: text, html: text })
    const variants = { pt: subject('pt'), 'pt-BR': subject('br'), es: subject('es') }
    const id = await make({ default_language: 'es', variants })
    await publish(id)
    const preview = (language: string) =>
      call('POST', `/v1/templates/${id}/preview`, { language, version: 1 })
    for (const [language, chosen] of [
      ['pt-br', 'br'],
      ['pt-PT', 'pt'],
      ['pt', 'pt'],
      ['fr', 'es'],
    ] as const) {
      assert.equal((await preview(language)).body.subject, chosen, language)
    }
    await call('PATCH', `/v1/templates/${id}`, { variants: { pt: null } })
    const draft = await call('POST', `/v1/templates/${id}/preview`, { language: 'pt' })
    assert.equal(draft.body.subject, 'es')
    assert.deepEqual(refused(await preview('??')), [400, 'invalid_field', 'language'])
  })

  it('count the people who have no value', async t => {
    const { call, make, publish } = await setStage(t)
    await call('POST', '/v1/contact-properties', { key: 'city', type: 'string' })
    await call('POST', '/v1/contact-properties', { key: 'club', type: 'string', fallback: 'none' })
    await call('POST', '/v1/contacts', {
      email: 'ana@b.example',
      first_name: 'Ana',
      properties: { city: 'Recife' },
    })
    await call('POST', '/v1/contacts', { email: 'bia@b.example' })
    const html =
      '{{ contact.first_name }} {{ contact.properties.city | default: "x" }} {{ contact.properties.club }}'
    const id = await make({ variants: { pt: { ...letter, html } } })
    const { body } = await publish(id)
    const missing = body.findings.filter((one: { code: string }) => one.code === 'value_missing')
    assert.deepEqual(
      missing.map((one: { count: number; level: string }) => [one.count, one.level]),
      [[1, 'warning']],
    )
    const preview = await call('POST', `/v1/templates/${id}/preview`, {})
    assert.deepEqual(preview.body.missing, ['contact.first_name'])
    const { body: contacts } = await call('GET', '/v1/contacts')
    const ana = contacts.data.find((one: { email: string }) => one.email === 'ana@b.example')!.id
    const hers = await call('POST', `/v1/templates/${id}/preview`, { contact_id: ana })
    assert.deepEqual([hers.body.html, hers.body.missing], ['Ana Recife none', []])
    assert.equal(hers.body.bytes, 15)
    assert.equal(hers.body.subject, 'Pedido A-1')
    const nobody = await call('POST', `/v1/templates/${id}/preview`, { contact_id: 'con_x' })
    assert.deepEqual(refused(nobody), [400, 'invalid_field', 'contact_id'])
  })

  it('stand in layouts, which publish apart', async t => {
    const { call, make, publish } = await setStage(t)
    const layout = await make({
      name: 'Layout',
      alias: null,
      kind: 'layout',
      variables: [],
      variants: { pt: { html: '<body>[{{ content }}]</body>' } },
    })
    const id = await make({ layout_id: layout })
    assert.deepEqual(refused(await publish(id)), [400, 'invalid_field', 'layout_id'])
    assert.equal((await publish(layout)).status, 201)
    assert.equal((await publish(id)).status, 201)
    const { body } = await call('POST', `/v1/templates/${id}/preview`, {
      version: 1,
      variables: { order_id: 'Z' },
    })
    assert.equal(body.html, '<body>[<p>Oi você, Z</p>]</body>')
    const begun = process.cpuUsage()
    const styles = '<style '.repeat(30_000)
    const bodies = '<body '.repeat(30_000)
    // Each is one tag that is never closed, and what follows is the text of its style.
    for (const [html, shown] of [
      [`${styles}<body>d</body>`, `${styles}<body>d</body>`],
      [`${styles}</style>b<body>d</body>`, `${styles}</style>b<body>d</body>`],
      [bodies, ''],
    ] as const) {
      const given = { variants: { pt: { ...letter, html, preheader: 'p' } } }
      assert.equal((await call('PATCH', `/v1/templates/${id}`, given)).status, 200)
      const seen = await call('POST', `/v1/templates/${id}/preview`, {})
      const hidden = '<div style="display:none;max-height:0;overflow:hidden">p</div>'
      assert.equal(seen.body.html, `<body>${hidden}[${shown}]</body>`)
    }
    assert.ok(process.cpuUsage(begun).user < 4_000_000, 'it takes as long as it is')
    await call('PATCH', `/v1/templates/${id}`, { variants: { pt: letter } })
    assert.equal((await publish(id)).status, 201)
    const isChanged = async () => (await call('GET', `/v1/templates/${id}`)).body.has_changes
    assert.equal(await isChanged(), false)
    await call('PATCH', `/v1/templates/${layout}`, {
      variants: { pt: { html: '({{ content }})' } },
    })
    await publish(layout)
    assert.equal(await isChanged(), true, 'its version stands in the layout of before')
    assert.deepEqual(refused(await call('DELETE', `/v1/templates/${layout}`)), [
      400,
      'invalid_field',
      'id',
    ])
    const bare = await make({ alias: null, kind: 'layout', variants: { pt: { html: 'none' } } })
    assert.deepEqual(refused(await publish(bare)), [400, 'invalid_field', 'variants.pt.html'])
  })
})

describe('an email with a template', () => {
  it('is rendered when it is taken', async t => {
    const { service, call, make, publish } = await setStage(t)
    const id = await make({
      variants: {
        pt: letter,
        en: { subject: 'Order {{ order_id }}', html: '<p>Hi {{ order_id }}</p>' },
      },
    })
    const send = (template: object, more = {}) =>
      call('POST', '/v1/emails', { ...email, template, ...more })
    assert.deepEqual(refused(await send({ id })), [400, 'invalid_field', 'template.id'])
    await publish(id)
    const variables = { order_id: '<7>', contact: { first_name: 'Zé & Co' } }
    const sent = await send({ alias: 'receipt', variables })
    assert.equal(sent.status, 202)
    const bodyOf = async (msg: string) => (await call('GET', `/v1/emails/${msg}/content`)).body
    assert.equal((await bodyOf(sent.body.id)).html, '<p>Oi Zé &amp; Co, &lt;7&gt;</p>')
    assert.equal((await call('GET', `/v1/emails/${sent.body.id}`)).body.subject, 'Pedido <7>')
    const english = await send({ id, language: 'en-GB', variables }, { subject: 'Mine' })
    assert.equal((await bodyOf(english.body.id)).html, '<p>Hi &lt;7&gt;</p>')
    assert.equal((await call('GET', `/v1/emails/${english.body.id}`)).body.subject, 'Mine')
    const batch = await call('POST', '/v1/emails/batch', {
      emails: [
        { ...email, template: { id, variables } },
        { ...email, subject: 'a', text: 'b' },
      ],
    })
    assert.equal(batch.status, 202)
    const sender = await service.key('test', 'send')
    const bySender = await service.call('POST', '/v1/emails', {
      key: sender,
      body: { ...email, template: { id, variables } },
    })
    assert.equal(bySender.status, 202)
    const html = '<p>Nova {{ order_id }} <a href="{{ unsubscribe_url }}">sair</a></p>'
    await call('PATCH', `/v1/templates/${id}`, { variants: { pt: { ...letter, html } } })
    assert.equal((await publish(id)).body.version, 2)
    const name = 'template.variables.unsubscribe_url'
    assert.deepEqual(refused(await send({ id, variables })), [400, 'missing_field', name])
    const newest = await send({ id, variables }, { stream: 'marketing' })
    assert.match((await bodyOf(newest.body.id)).html, /^<p>Nova &lt;7&gt;/)
    const former = await send({ id, version: 1, variables })
    assert.equal((await bodyOf(former.body.id)).html, '<p>Oi Zé &amp; Co, &lt;7&gt;</p>')
    const checked = await call('POST', '/v1/emails/check', {
      ...email,
      template: { id, version: 1, variables },
    })
    assert.deepEqual(
      [checked.body.ok, checked.body.would],
      [true, 'capture'],
      JSON.stringify(checked.body),
    )
  })

  it('goes on as it was published, whatever is refused since', async t => {
    const { service, call, make, publish } = await setStage(t)
    const id = await make({ variants: { pt: { subject: 'Oi', html: '<p>Oi</p>' } } })
    await publish(id)
    const rewrite = (html: string) => publishedBefore(service.world.db, id, html)
    await rewrite('<p>{{ "2026-03-01" | date: "%d/%m/%Y" }}</p>')
    const sent = await call('POST', '/v1/emails', { ...email, template: { id } })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    const { body } = await call('GET', `/v1/emails/${sent.body.id}/content`)
    assert.match(body.html, /2026/)
    assert.equal((await call('POST', `/v1/templates/${id}/preview`, { version: 2 })).status, 200)
    await call('POST', '/v1/contacts', { email: 'ana@here.test' })
    const audience = { everybody: true }
    const content = { template_id: id }
    const campaign = { name: 'Natal', from: 'oi@shop.test', content, audience }
    const made = await call('POST', '/v1/campaigns', campaign)
    const sending = await call('POST', `/v1/campaigns/${made.body.id}/send`)
    assert.deepEqual([sending.status, sending.body.content.version], [202, 2])
    const path = `/v1/emails?campaign_id=${made.body.id}` as const
    const letter = await until(async () => (await call('GET', path)).body.data[0], 'the letter')
    const { body: merged } = await call('GET', `/v1/emails/${letter.id}/content`)
    assert.match(merged.html, /2026/)
    // What no reader of Liquid takes any more is the template's fault, not the service's.
    await rewrite('<p>{{ x | no_such_filter }}</p>')
    assert.deepEqual(refused(await call('POST', '/v1/emails', { ...email, template: { id } })), [
      400,
      'invalid_field',
      'template.id',
    ])
    const again = await call('POST', '/v1/campaigns', campaign)
    const flown = await call('POST', `/v1/campaigns/${again.body.id}/send`)
    assert.equal(flown.status, 400, JSON.stringify(flown.body))
  })

  it('is refused by the field that is wrong, in both languages', async t => {
    const { service, call, make, publish } = await setStage(t)
    const id = await make({ variables: [...receipt.variables, { key: 'total', type: 'number' }] })
    await publish(id)
    const good = { id, variables: { order_id: '1' } }
    for (const [template, more, code, param] of [
      [{}, {}, 'missing_field', 'template.id'],
      [{ id, alias: 'receipt' }, {}, 'invalid_field', 'template.alias'],
      [{ id: 'tpl_x' }, {}, 'invalid_field', 'template.id'],
      [{ alias: 'other' }, {}, 'invalid_field', 'template.alias'],
      [{ ...good, version: 4 }, {}, 'invalid_field', 'template.version'],
      [{ ...good, language: '??' }, {}, 'invalid_field', 'template.language'],
      [{ id }, {}, 'missing_field', 'template.variables.order_id'],
      [{ id, variables: { order_id: 5 } }, {}, 'invalid_field', 'template.variables.order_id'],
      [
        { id, variables: { order_id: 'a', total: 'b' } },
        {},
        'invalid_field',
        'template.variables.total',
      ],
      [
        { id, variables: { order_id: 'a', nope: 'b' } },
        {},
        'invalid_field',
        'template.variables.nope',
      ],
      [
        { id, variables: { order_id: 'a', contact: 'b' } },
        {},
        'invalid_field',
        'template.variables.contact',
      ],
      [good, { html: '<p>' }, 'invalid_field', 'html'],
      [good, { text: '' }, 'invalid_field', 'text'],
      [{ ...good, nope: 1 }, {}, 'invalid_field', 'template.nope'],
    ] as const) {
      const body = { ...email, template, ...more }
      const said = JSON.stringify([template, more])
      const answer = await call('POST', '/v1/emails', body)
      assert.deepEqual(refused(answer), [400, code, param], said)
      const key = await service.key('test', 'admin')
      const portuguese = await service.call('POST', '/v1/emails', {
        key,
        body,
        headers: { 'accept-language': 'pt' },
      })
      assert.notEqual(portuguese.body.error.message, answer.body.error.message, said)
      const inBatch = await call('POST', '/v1/emails/batch', { emails: [body] })
      assert.deepEqual(refused(inBatch), [400, code, `emails[0].${param}`], said)
      const { body: checked } = await call('POST', '/v1/emails/check', body)
      assert.deepEqual(
        checked.checks
          .filter((one: { level: string }) => one.level === 'error')
          .map((one: { code: string; param: string }) => [one.code, one.param]),
        [[code, param]],
        said,
      )
    }
    assert.deepEqual(refused(await call('POST', '/v1/emails', { ...email, text: 'x' })), [
      400,
      'missing_field',
      'subject',
    ])
  })
})
