/** Pages that strangers see, in the words, colours and with the logo of the project. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'
import { eventOf } from '../support/service.ts'

const pages = {
  color: '#123456',
  logo: 'https://shop.test/logo.png',
  words: {
    en: {
      unsubscribe_title: 'Leave <us>',
      unsubscribe_ask: 'Is {address} tired & weary?',
      unsubscribe_done: 'Farewell, {address}.',
      unsubscribe_button: '',
      form_title: 'Come in',
    },
  },
}

describe('the page of leaving', () => {
  it('speaks and looks as the project has it', async t => {
    const { service, visit, form } = await setStage(t)
    const set = await service.call('PATCH', '/v1/marketing-settings', { body: { pages } })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    const body = {
      from: 'x@shop.test',
      to: ['ana@good.test'],
      stream: 'marketing',
      subject: 's',
      text: 'Hi',
    }
    const { id } = (await service.call('POST', '/v1/emails', { body })).body
    await eventOf(service, id, 'delivered')
    const raw = service.mx.received[0]!.content.toString()
    const [link] = /\/u\/[\w-]+/.exec(raw.replaceAll(/\r\n[ \t]/g, ''))!
    const page = await visit('GET', link)
    assert.match(page.text, /<h1>Leave &#60;us&#62;<\/h1>/)
    assert.match(page.text, /Is <strong>a•••@good\.test<\/strong> tired &#38; weary\?/)
    assert.match(page.text, /<button type="submit">Unsubscribe</)
    assert.ok(page.text.includes(pages.color) && page.text.includes(pages.logo))
    assert.match(page.headers.get('content-security-policy')!, /img-src https:\/\/shop\.test;/)
    const portuguese = await visit('GET', link, undefined, { 'accept-language': 'pt' })
    assert.match(portuguese.text, /<h1>Cancelar inscrição<\/h1>/)
    const done = await visit('POST', link, { 'List-Unsubscribe': 'One-Click' })
    assert.match(done.text, /Farewell, <strong>/)
    assert.match((await visit('GET', `/f/${form}?mode=test`)).text, /<h1>Come in<\/h1>/)
  })

  it('takes no words of a text that there is not', async t => {
    const { service } = await setStage(t)
    const words = { en: { form_titel: 'Come in' } }
    const answer = await service.call('PATCH', '/v1/marketing-settings', {
      body: { pages: { words } },
    })
    const { code, param } = answer.body.error
    assert.deepEqual(
      [answer.status, code, param],
      [400, 'invalid_field', 'pages.words.en.form_titel'],
    )
  })
})
