/** The texts of pages for people under a session: which there are, and how others look before they are saved. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { words } from '#marketing/forms/words.ts'
import { testDatabase } from '../../support/database.ts'
import { makeTenant, type Stage, startStage, type Tenant } from './stage.ts'

const { db } = await testDatabase()

describe('The texts of pages for people', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())
  const at = (path: string) => `${tenant.base}/live/marketing-settings${path}`
  const look = (body: object) => tenant.browser.ask('POST', at('/theme-preview'), body)

  test('are listed whole, each with its page, in both languages', async () => {
    const { status, body } = await tenant.browser.ask('GET', at('/words'))
    assert.equal(status, 200)
    const listed = body.data as { name: string; page: string; en: string; pt: string }[]
    assert.deepEqual(
      listed.map(one => one.name),
      Object.keys(words),
    )
    const of = (name: string) => listed.find(one => one.name === name)
    assert.deepEqual(of('confirm_button'), {
      name: 'confirm_button',
      page: 'confirmation',
      en: 'Yes, subscribe',
      pt: 'Sim, quero receber',
    })
    assert.equal(of('letter_closing')!.page, 'letter')
    assert.deepEqual(
      ['form_email', 'preferences_save', 'unsubscribe_ask', 'leave_ask'].map(
        name => of(name)!.page,
      ),
      ['form', 'preferences', 'unsubscribe', 'unsubscribe'],
    )
    assert.ok(listed.every(one => one.page && one.en && one.pt))
  })

  test('are seen before they are saved, and as they are saved where none are given', async () => {
    const pt = {
      form_title: 'Venha <b>já</b>',
      confirm_ask: 'Mande {topics} para {address}',
      letter_closing: 'Só isso.',
      preferences_title: 'Do seu jeito',
      unsubscribe_ask: 'Sair com {address}?',
    }
    const saved = await tenant.browser.ask('PATCH', at(''), {
      theme: { color: '#135790' },
      pages: { words: { pt: { form_button: 'Entrar na lista' } } },
    })
    assert.equal(saved.status, 200, saved.text)
    const expected = {
      form: 'Venha &#60;b&#62;já&#60;/b&#62;',
      confirmation: 'Mande Novidades, Ofertas para ana@example.net',
      letter: 'Só isso.',
      preferences: 'Do seu jeito',
      unsubscribe: 'Sair com <strong>ana@example.net</strong>?',
    }
    for (const [shown, text] of Object.entries(expected)) {
      const seen = await look({ words: { pt }, shown, language: 'pt' })
      assert.equal(seen.status, 200, seen.text)
      assert.ok(seen.body.html.includes(text), `${shown}: ${seen.body.html}`)
      assert.match(seen.body.html, /#135790/, 'in the theme that is saved')
      assert.doesNotMatch(seen.body.html, /Entrar na lista/)
    }
    const kept = await look({ shown: 'form', language: 'pt' })
    assert.match(kept.body.html, /Entrar na lista/)
    const plain = await look({ theme: {}, shown: 'form', language: 'pt' })
    assert.doesNotMatch(plain.body.html, /#135790/, 'a theme that is tried is all there is')
  })

  test('that are not there are refused by name, here as when they are saved', async () => {
    const words = { en: { form_titel: 'x' } }
    const param = 'pages.words.en.form_titel'
    const looked = await look({ words, shown: 'form', language: 'en' })
    assert.deepEqual([looked.status, looked.body.error.param], [400, param])
    const saved = await tenant.browser.ask('PATCH', at(''), { pages: { words } })
    assert.deepEqual([saved.status, saved.body.error.param], [400, param])
  })
})
