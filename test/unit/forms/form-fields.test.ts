import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PropertyType } from '../../../src/marketing/contacts/fields/property.ts'
import { embedOf } from '../../../src/marketing/forms/embed.ts'
import { readField } from '../../../src/marketing/forms/form-fields.ts'
import { tokenUse } from '../../../src/marketing/forms/form-token.ts'
import { speaker } from '../../../src/marketing/forms/words.ts'

const types: readonly PropertyType[] = ['string', 'number', 'boolean', 'date', 'list', 'url']
const properties = new Map(types.map(type => [type as string, type]))
const read = (type: string, text: string, language: 'pt' | 'en' = 'pt') => {
  const got = readField(`properties.${type}`, text, { language, properties })
  return 'wrong' in got ? got.wrong : got.value
}

describe('what was typed into a field of a form', () => {
  it('is a day as people write it in the language of the page', () => {
    for (const text of ['1990-12-31', '31/12/1990', '31.12.1990', '31-12-1990']) {
      assert.equal(read('date', text), '1990-12-31', text)
      assert.equal(read('date', text, 'en'), '1990-12-31', text)
    }
    assert.equal(read('date', '03/04/1990'), '1990-04-03')
    assert.equal(read('date', '03/04/1990', 'en'), '1990-03-04')
    assert.equal(read('date', '12/31/1990', 'en'), '1990-12-31')
    for (const text of ['31/02/1990', 'ontem', '1990', '99/99/1990']) {
      assert.equal(read('date', text), 'form_wrong_date', text)
    }
  })

  it('is a number, whose single point parts decimals as browsers send it', () => {
    assert.deepEqual(
      ['1.234', '1,5', '1.234,56', '1,234.56', '-3', '1,234'].map(text => read('number', text)),
      [1.234, 1.5, 1234.56, 1234.56, -3, 1.234],
    )
    assert.equal(read('number', '1,234', 'en'), 1234)
    for (const text of ['muitos', '1 2 x', '1e999']) {
      assert.equal(read('number', text), 'form_wrong_number', text)
    }
  })

  it('is an address of the web without its scheme too', () => {
    assert.equal(read('url', 'www.loja.test'), 'https://www.loja.test')
    assert.equal(read('url', 'loja.test/a?b=1'), 'https://loja.test/a?b=1')
    assert.equal(read('url', 'http://loja.test'), 'http://loja.test')
    for (const text of ['loja', 'javascript:alert(1)', 'ana@loja.test', 'a b.test']) {
      assert.equal(read('url', text), 'form_wrong_url', text)
    }
  })

  it('is yes or no, a list, a text, or what is wrong with it', () => {
    assert.deepEqual(
      ['true', 'on', 'Sim', 'não', 'false'].map(text => read('boolean', text)),
      [true, true, true, false, false],
    )
    assert.equal(read('boolean', 'talvez'), 'form_wrong_boolean')
    assert.deepEqual(read('list', 'a, b;c'), ['a', 'b', 'c'])
    assert.equal(read('string', 'x'.repeat(501)), 'form_wrong_text')
    const own = (key: string, text: string) => readField(key, text, { language: 'pt', properties })
    assert.deepEqual(own('language', 'klingon!'), { wrong: 'form_wrong_language' })
    assert.deepEqual(own('first_name', 'www.x.test'), { wrong: 'form_wrong_name' })
    assert.deepEqual(own('first_name', 'Ana'), { value: 'Ana' })
    assert.deepEqual(own('properties.gone', 'x'), { value: undefined })
  })
})

describe('the html of a form for other pages', () => {
  it('has a field of the kind that each property is', () => {
    const fields = types.map(type => ({ key: `properties.${type}`, label: {}, required: false }))
    const definition = {
      topics: [],
      fields,
      wording: {},
      double_opt_in: true,
      redirect_url: null,
      allowed_origins: [],
      style: {},
    }
    const words = { language: 'pt', say: speaker('pt', {}), topics: new Map(), properties } as const
    const html = embedOf('https://m.test/f/frm_1', definition, words)
    const kinds = [...html.matchAll(/<input type="(\w+)"/g)].map(found => found[1])
    assert.deepEqual(kinds, ['email', 'text', 'number', 'checkbox', 'date', 'text', 'url'])
    assert.match(html, /accept-charset="utf-8"/)
  })
})

describe('the use of a token', () => {
  it('is told apart by what was sent', () => {
    const [ana, anna, other] = [
      tokenUse('t', { email: 'ana@gente.test' }),
      tokenUse('t', { email: 'anna@gente.test' }),
      tokenUse('u', { email: 'ana@gente.test' }),
    ]
    assert.deepEqual(ana, tokenUse('t', { email: 'ana@gente.test' }))
    assert.notDeepEqual(ana.submission, anna.submission)
    assert.deepEqual(ana.places, anna.places)
    assert.equal(new Set([...ana.places, ...other.places].map(String)).size, 6)
  })
})
