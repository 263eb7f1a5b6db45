/** What a letter is written in: html, MJML, or blocks of the editor. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { refused } from '../support/called.ts'
import { startTestService } from '../support/service.ts'

async function setStage(t: TestContext) {
  const service = await startTestService(t)
  const key = await service.key('test', 'admin')
  const call = service.as(key)
  return {
    call,
    async make(variant: object, more: object = {}): Promise<string> {
      const made = await call('POST', '/v1/templates', {
        name: 'x',
        default_language: 'pt',
        variables: [
          { key: 'name', type: 'string', sample: 'Ana' },
          { key: 'link', type: 'string', sample: 'https://shop.example/a' },
        ],
        variants: { pt: { subject: 's', preheader: 'p', ...variant } },
        ...more,
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.id
    },
    publish: (id: string) => call('POST', `/v1/templates/${id}/publish`),
    async preview(id: string, variables?: object) {
      const seen = await call('POST', `/v1/templates/${id}/preview`, { variables })
      assert.equal(seen.status, 200, JSON.stringify(seen.body))
      return seen.body
    },
  }
}

const mjml = `<mjml><mj-body><mj-section><mj-column>
<mj-text>Oi {{ name | default: "você" }}{% if name == "Ana" %}!{% endif %}</mj-text>
<mj-button href="{{ link }}">Ver</mj-button>
</mj-column></mj-section></mj-body></mjml>`

const design = {
  style: { accent: '#facc15', width: 640, font: 'serif' },
  blocks: [
    { type: 'heading', text: 'Olá <{{ name }}>', level: 2, align: 'center' },
    {
      type: 'text',
      html: '<p onclick="x()">A <strong>B<script>evil()</script> <a href="{{ link }}" style="x">c</a></p><img src="x">',
    },
    { type: 'image', src: 'https://shop.example/a.png', alt: 'Uma "foto"', href: '{{ link }}' },
    { type: 'button', text: 'Comprar', href: 'https://shop.example/?n={{ name }}', full: true },
    {
      type: 'columns',
      columns: [[{ type: 'text', html: 'um' }], [{ type: 'heading', text: 'dois' }]],
    },
    { type: 'divider' },
    { type: 'spacer', height: 20 },
    { type: 'social', links: [{ network: 'instagram', href: 'https://ig.example/loja' }] },
    {
      type: 'product',
      image: 'https://shop.example/p.png',
      title: 'Caneca',
      price: 'R$ 10',
      href: 'https://shop.example/p',
      button: 'Quero',
    },
    { type: 'code', text: 'a < b\nc' },
    { type: 'html', html: '<table><tr><td>{{ name }}</td></tr></table>' },
    { type: 'footer', text: 'Loja & Cia' },
  ],
}

describe('a letter in MJML', () => {
  it('is compiled when it is looked at and when it is published', async t => {
    const { call, make, publish, preview } = await setStage(t)
    const id = await make({ mjml })
    const { html, text, bytes } = await preview(id)
    assert.match(html, /Oi Ana!<\/div>/)
    assert.match(html, /href="https:\/\/shop\.example\/a"/)
    assert.doesNotMatch(html, /<mj-|googleapis/)
    assert.match(text, /Oi Ana!/)
    assert.equal(bytes, Buffer.byteLength(html))
    const published = await publish(id)
    assert.equal(published.status, 201, JSON.stringify(published.body))
    const sent = await call('POST', '/v1/emails', {
      from: 'a@shop.test',
      to: ['b@example.org'],
      template: { id, variables: { link: 'www.shop.example/p' } },
    })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    const { body } = await call('GET', `/v1/emails/${sent.body.id}/content`)
    assert.match(body.html, /Oi você</)
    assert.match(body.html, /href="https:\/\/www\.shop\.example\/p"/)
    // What can be no link is none, and a letter with a hole is not taken.
    const refused = await call('POST', '/v1/emails', {
      from: 'a@shop.test',
      to: ['b@example.org'],
      template: { id, variables: { link: 'javascript:alert(1)' } },
    })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.code, 'missing_field')
    assert.equal(refused.body.error.param, 'template.variables.link')
  })

  it('is refused with line and column when it is published, not before', async t => {
    const { call, make, publish } = await setStage(t)
    const inColumn = (inner: string) =>
      `<mjml><mj-body><mj-section>\n<mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`
    for (const [source, place] of [
      [inColumn('<mj-nothing />'), /mj-nothing.*(Line|Linha) 2, (column|coluna) 12\./],
      [inColumn('<mj-text colour="x">a</mj-text>'), /colour.*(Line|Linha) 2/],
      [
        inColumn('<mj-include path="/etc/passwd" />'),
        /mj-include.*(Line|Linha) 2, (column|coluna) 12/,
      ],
      [inColumn('{% if name %}<mj-text>a</mj-text>{% endif %}'), /mj-raw.*(Line|Linha) 2/],
      [inColumn('<mj-text>a'), /<mj-text>.*(Line|Linha) 2, (column|coluna) 12\./],
      [inColumn('<mj-divider><mj-text>a</mj-text>'), /<mj-divider>.*(Line|Linha) 2/],
      [inColumn('a</mj-text>'), /<\/mj-text>.*(Line|Linha) 2, (column|coluna) 13\./],
      ['<mjml><mj-body><mj-section>', /<mj-section>.*(Line|Linha) 1, (column|coluna) 16\./],
      [inColumn('<mj-button href="a>b</mj-button>'), /<mj-button>.*(Line|Linha) 2/],
      ['no MJML at all', /./],
    ] as const) {
      const id = await make({ mjml: source })
      const answer = await publish(id)
      assert.deepEqual(refused(answer), [400, 'invalid_field', 'variants.pt.mjml'], source)
      assert.match(answer.body.error.message, place)
      const { body } = await call('POST', `/v1/templates/${id}/check`)
      assert.equal(body.ok, false)
      assert.equal(body.checks[0].param, 'variants.pt.mjml')
    }
    // Marks in attributes, comments and Liquid open and close nothing.
    const sound = inColumn(
      `<!-- <mj-text> --><mj-image alt='a > "b' src="https://a.example/a.png" /><mj-text>{% if name > "a" %}a{% endif %} < b</mj-text >`,
    )
    const well = await publish(await make({ mjml: sound }))
    assert.equal(well.status, 201, JSON.stringify(well.body))
    const unknown = await publish(await make({ mjml: mjml.replace('{{ name', '{{ nobody') }))
    assert.deepEqual(refused(unknown), [400, 'invalid_field', 'variants.pt.mjml'])
    const broken = await call('POST', '/v1/templates', {
      name: 'x',
      variants: { pt: { mjml: '<mjml>{{ a' } },
    })
    assert.deepEqual(refused(broken), [400, 'invalid_field', 'variants.pt.mjml'])
  })
})

describe('a letter of blocks', () => {
  it('is compiled, and what its author wrote stays in its place', async t => {
    const { call, make, publish, preview } = await setStage(t)
    const id = await make({ design })
    const kept = (await call('GET', `/v1/templates/${id}`)).body
    assert.deepEqual(kept.variants.pt!.design, design)
    const { html } = await preview(id, { name: '<b>"x"' })
    assert.match(html, /Olá &lt;&lt;b&gt;&quot;x&quot;&gt;<\/h2>/)
    assert.match(html, /<p>A <strong>B <a href="https:\/\/shop\.example\/a">c<\/a><\/strong><\/p>/)
    assert.doesNotMatch(html, /evil|onclick|mj-text|lqh/)
    assert.match(html, /alt="Uma &quot;foto&quot;"/)
    assert.match(html, /href="https:\/\/shop\.example\/\?n=%3Cb%3E%22x%22"/)
    assert.match(html, /a &lt; b<br>c/)
    assert.match(html, /Loja &amp; Cia/)
    assert.match(html, />um<[\s\S]*>dois</)
    assert.match(html, /max-width:640px/)
    assert.match(html, /<html lang="pt"/)
    const published = await publish(id)
    assert.equal(published.status, 201, JSON.stringify(published.body))
    const sent = await call('POST', '/v1/emails', {
      from: 'a@shop.test',
      to: ['b@example.org'],
      stream: 'marketing',
      template: { id, variables: { name: 'Ana', link: 'https://shop.example/a' } },
    })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    const { body } = await call('GET', `/v1/emails/${sent.body.id}/content`)
    assert.match(body.html, /<td>Ana<\/td>/)
  })

  it('is refused by the very field', async t => {
    const { call, make, publish } = await setStage(t)
    const param = 'variants.pt.design'
    for (const [blocks, code, at] of [
      [[{ type: 'banner' }], 'invalid_field', `${param}.blocks[0].type`],
      [[{ type: 'heading' }], 'missing_field', `${param}.blocks[0].text`],
      [[{ type: 'divider', text: 'a' }], 'invalid_field', `${param}.blocks[0].text`],
      [[{ type: 'spacer', height: 3 }], 'invalid_field', `${param}.blocks[0].height`],
      [[{ type: 'heading', text: 'a', colour: 1 }], 'invalid_field', `${param}.blocks[0].colour`],
      [[{ type: 'columns', columns: [] }], 'missing_field', `${param}.blocks[0].columns`],
      [
        [{ type: 'columns', columns: [[{ type: 'columns', columns: [[]] }]] }],
        'invalid_field',
        `${param}.blocks[0].columns[0][0].columns`,
      ],
      [
        [{ type: 'divider' }, { type: 'columns', columns: [[{ type: 'button', text: 'a' }]] }],
        'missing_field',
        `${param}.blocks[1].columns[0][0].href`,
      ],
      [[{ type: 'code', text: '{{ a' }], 'invalid_field', `${param}.blocks[0].text`],
      [
        [{ type: 'social', links: [{ network: 'x', href: '{% include "a" %}' }] }],
        'invalid_field',
        `${param}.blocks[0].links[0].href`,
      ],
      [
        Array.from({ length: 201 }, () => ({ type: 'divider' })),
        'invalid_field',
        `${param}.blocks`,
      ],
      [
        Array.from({ length: 101 }, () => ({
          type: 'columns',
          columns: [[{ type: 'divider' }], [{ type: 'divider' }]],
        })),
        'invalid_field',
        `${param}.blocks`,
      ],
    ] as const) {
      const variants = { pt: { design: { blocks } } }
      const answer = await call('POST', '/v1/templates', { name: 'x', variants })
      assert.deepEqual(refused(answer), [400, code, at])
    }
    const style = { design: { style: { accent: 'red' }, blocks: [] } }
    const wrong = await call('POST', '/v1/templates', { name: 'x', variants: { pt: style } })
    assert.deepEqual(refused(wrong), [400, 'invalid_field', `${param}.style.accent`])
    const nowhere = { blocks: [{ type: 'button', text: 'a', href: 'javascript:alert(1)' }] }
    const led = await publish(await make({ design: nowhere }))
    assert.deepEqual(refused(led), [400, 'invalid_field', `${param}.blocks[0].href`])
    const both = { pt: { design, html: 'a' } }
    const two = await call('POST', '/v1/templates', { name: 'x', variants: both })
    assert.deepEqual(refused(two), [400, 'invalid_field', 'variants.pt.design'])
  })

  it('stands in a layout, and may be one', async t => {
    const { make, publish, preview } = await setStage(t)
    const around = {
      blocks: [
        { type: 'heading', text: 'Loja' },
        { type: 'html', html: '{{ content }}' },
      ],
    }
    const layout = await make({ design: around }, { kind: 'layout' })
    assert.equal((await publish(layout)).status, 201)
    const id = await make(
      { design: { blocks: [{ type: 'text', html: 'dentro' }] } },
      { layout_id: layout },
    )
    const { html } = await preview(id)
    assert.equal(html.match(/<body/g)?.length, 1)
    assert.match(html, /Loja[\s\S]*dentro/)
    const none = await publish(await make({ design }, { kind: 'layout' }))
    assert.deepEqual(refused(none), [400, 'invalid_field', 'variants.pt.design'])
  })

  it('is as long as that of an email at most, in bytes', async t => {
    const { call } = await setStage(t)
    const long = 'é'.repeat(2.5 * 1024 * 1024 + 1)
    for (const part of ['html', 'mjml', 'text']) {
      const pt = { subject: 's', ...(part === 'text' ? { html: 'x' } : {}), [part]: long }
      const made = await call('POST', '/v1/templates', { name: 'x', variants: { pt } })
      assert.deepEqual(refused(made), [400, 'invalid_field', `variants.pt.${part}`])
      const own = await call('POST', '/v1/campaigns', { name: 'x', content: pt })
      assert.deepEqual(refused(own), [400, 'invalid_field', `content.${part}`])
    }
    const pt = { subject: 's', html: 'x', text: long.slice(1) }
    const made = await call('POST', '/v1/templates', { name: 'x', variants: { pt } })
    assert.equal(made.status, 201, JSON.stringify(made.body.error))
  })
})
