/** Letters to begin with, and what the checks find of what nobody has filled in. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { campaignStage, people } from '../support/campaigns.ts'

interface Found {
  readonly code: string
  readonly level: string
  readonly param?: string
  readonly message: string
}
interface Letter {
  readonly key: string
  readonly language: string
  readonly subject: string
  readonly preheader: string
  readonly design: object
}

/** As somebody fills it in. */
const filled = (letter: Letter): Letter =>
  JSON.parse(
    JSON.stringify(letter)
      .replace(/\[[A-ZÀ-Ýa-zà-ÿ][^\]{}"]*\]/g, 'Something')
      .replace(/"(src|image)":"https:\/\/"/g, '"$1":"https://shop.test/a.png"')
      .replace(/"href":"https:\/\/"/g, '"href":"mailto:oi@shop.test"'),
  )

describe('letters to begin with', () => {
  it('are eight in each language, in which only what is to be replaced is found', async t => {
    const { call, make, join } = await campaignStage(t)
    await join(people(0, 2))
    const address = { postal_address: 'Rua A, 1, Recife' }
    assert.equal((await call('PATCH', '/v1/marketing-settings', address)).status, 200)
    const check = async ({ language, subject, preheader, design }: Letter): Promise<Found[]> => {
      const variants = { [language]: { subject, preheader, design } }
      const id = await make({ content: { default_language: language, variants } })
      const { body } = await call('POST', `/v1/campaigns/${id}/preflight`)
      return body.checks.filter(({ code, level }: Found) => level !== 'info' && code !== 'repeated')
    }
    let count = 0
    for (const language of ['pt', 'en']) {
      const { status, body } = await call('GET', `/v1/starting-letters?language=${language}`)
      assert.equal(status, 200)
      for (const letter of body.data as Letter[]) {
        const name = `${letter.key} ${language}`
        assert.equal(letter.language, language)
        const found = await check(letter)
        assert.ok(found.length > 0, name)
        for (const { code, message } of found) {
          // The last counts the links that the first ones name.
          assert.match(code, /^(placeholder|image_missing|link_broken)$/, `${name}: ${message}`)
        }
        assert.deepEqual(await check(filled(letter)), [], name)
        count += 1
      }
    }
    assert.equal(count, 16)
  })
})

describe('a letter of blocks', () => {
  const blocks = [
    { type: 'heading', text: 'Oferta' },
    { type: 'image', src: 'https://', alt: '' },
    {
      type: 'columns',
      columns: [[{ type: 'text', html: '<p>Escreva aqui.</p>' }], [{ type: 'divider' }]],
    },
    { type: 'button', text: 'Ver', href: 'https://' },
    { type: 'footer' },
  ]

  it('is not sent with what was left as it was put there', async t => {
    const { call, make, join } = await campaignStage(t)
    await join(people(0, 1))
    const id = await make({ content: { subject: ' ', preheader: 'P', design: { blocks } } })
    const { body } = await call('POST', `/v1/campaigns/${id}/preflight`)
    const wrong = body.checks.filter(({ level }: Found) => level === 'error')
    assert.deepEqual(
      wrong.map(({ code, param }: Found) => [code, param]),
      [
        ['image_missing', 'design.blocks[1].src'],
        ['placeholder', 'design.blocks[2].columns[0][0].html'],
        ['placeholder', 'design.blocks[3].href'],
      ],
    )
    const { status, body: refused } = await call('POST', `/v1/campaigns/${id}/send`)
    assert.equal(status, 400)
    assert.match(refused.error.param, /^content\.design/)
  })

  it('names the block of a name that nobody knows, and the name that was meant', async t => {
    const { call } = await campaignStage(t)
    const texts = ['<p>Oi {{ contact.email }}</p>', '<p>Oi {{ contact.firstname }}</p>']
    const design = { blocks: texts.map(html => ({ type: 'text', html })) }
    const content = { subject: 'S', design }
    const { status, body } = await call('POST', '/v1/campaigns', { name: 'N', content })
    assert.equal(status, 400)
    assert.equal(body.error.param, 'content.design.blocks[1].html')
    assert.match(body.error.message, /Did you mean contact\.first_name\?/)
  })

  it('is not published as a template, either, but may wait for its subject', async t => {
    const { call } = await campaignStage(t)
    const make = async (design: object) => {
      const variants = { pt: { preheader: 'P', design } }
      return (await call('POST', '/v1/templates', { name: 'Bare', variants })).body.id
    }
    const left = await make({ blocks: blocks.slice(0, 2) })
    const refused = await call('POST', `/v1/templates/${left}/publish`)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.param, 'variants.pt.design.blocks[1].src')
    const whole = await make({ blocks: blocks.slice(0, 1) })
    assert.equal((await call('POST', `/v1/templates/${whole}/publish`)).status, 201)
  })
})

describe('blocks that are kept', () => {
  it('are listed, read and deleted, and are what they were', async t => {
    const { call } = await campaignStage(t)
    const head = [
      { type: 'heading', text: 'Loja', level: 1 },
      { type: 'columns', columns: [[{ type: 'divider' }], []] },
    ]
    const made = await call('POST', '/v1/saved-blocks', { name: ' Topo ', blocks: head })
    assert.equal(made.status, 201)
    assert.match(made.body.id, /^blk_/)
    assert.deepEqual([made.body.name, made.body.blocks], ['Topo', head])
    const { body } = await call('GET', '/v1/saved-blocks')
    assert.deepEqual(body.data, [made.body])
    const path = `/v1/saved-blocks/${made.body.id}` as const
    assert.deepEqual((await call('GET', path)).body, made.body)
    const gone = await call('DELETE', path)
    assert.deepEqual([gone.status, gone.body.deleted], [200, true])
    assert.equal((await call('GET', path)).status, 404)
    assert.deepEqual((await call('GET', '/v1/saved-blocks')).body.data, [])
  })

  it('are refused where they are none, by the field', async t => {
    const { call } = await campaignStage(t)
    const refusal = async (body: object) => {
      const { status, body: answer } = await call('POST', '/v1/saved-blocks', body)
      return [status, answer.error.code, answer.error.param]
    }
    const blocks = [{ type: 'divider' }]
    assert.deepEqual(await refusal({ name: ' ', blocks }), [400, 'missing_field', 'name'])
    assert.deepEqual(await refusal({ name: 'A', blocks: [] }), [400, 'missing_field', 'blocks'])
    assert.deepEqual(await refusal({ name: 'A', blocks: [{ type: 'spacer' }] }), [
      400,
      'missing_field',
      'blocks[0].height',
    ])
    for (let n = 0; n < 100; n++) {
      assert.equal((await call('POST', '/v1/saved-blocks', { name: `${n}`, blocks })).status, 201)
    }
    assert.deepEqual(await refusal({ name: 'One more', blocks }), [400, 'invalid_field', undefined])
  })
})
