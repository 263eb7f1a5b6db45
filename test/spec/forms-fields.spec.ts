import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hiddenIn, setStage } from '../support/forms.ts'

describe('the fields of a form', () => {
  it('are of the kind of their property, and say what is wrong in the page’s language', async t => {
    const { service, form, visit, contact } = await setStage(t, { double_opt_in: false })
    const asked = [
      ['born', 'date', 'date'],
      ['vip', 'boolean', 'checkbox'],
      ['site', 'url', 'url'],
      ['spent', 'number', 'number'],
    ] as const
    for (const [property, type] of asked) {
      await service.call('POST', '/v1/contact-properties', { body: { key: property, type } })
    }
    const fields = asked.map(([property]) => ({
      key: `properties.${property}`,
      label: { pt: `Campo ${property}` },
    }))
    const body = { fields }
    const changed = await service.call('PATCH', `/v1/forms/${form}`, { body })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const path = `/f/${form}?mode=test`
    const pt = { 'accept-language': 'pt-BR' }
    const { text } = await visit('GET', path, undefined, pt)
    for (const [property, , input] of asked) {
      const shown = new RegExp(`<input type="${input}"[^>]* name="properties\\.${property}"`)
      assert.match(text, shown)
      assert.match(changed.body.embed, shown)
    }
    const hidden = hiddenIn(text)
    service.turn(4_000)
    const send = (more: Record<string, string>) =>
      visit('POST', path, { ...hidden, email: 'ana@good.test', ...more }, pt)
    const wrong = await send({ 'properties.born': '31/02/1990' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /Campo born: escreva um dia que existe, como 31\/12\/1990\./)
    assert.doesNotMatch(wrong.text, /Preencha/)
    // The form is there again, with what was typed, and the wrong field is the one in hand.
    assert.match(wrong.text, /name="email"[^>]* value="ana@good\.test"/)
    assert.match(wrong.text, /name="properties\.born"[^>]*aria-invalid[^>]*value="31\/02\/1990"/)
    assert.deepEqual(hiddenIn(wrong.text), hidden)
    const sent = await send({
      'properties.born': '31.12.1990',
      'properties.vip': 'true',
      'properties.site': 'www.loja.test',
      'properties.spent': '1.234,5',
    })
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual((await contact('ana@good.test')).body.properties, {
      born: '1990-12-31',
      vip: true,
      site: 'https://www.loja.test',
      spent: 1234.5,
    })
  })
})
