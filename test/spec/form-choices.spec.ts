/** What a visitor of a form has agreed to, and to nothing else (docs/contract.md#forms-and-preferences). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hiddenIn, setStage } from '../support/forms.ts'

describe('what a form asks', () => {
  it('joins nobody to what they unticked, be it all', async t => {
    const { service, form, topic, visit, send, contact } = await setStage(t, {
      double_opt_in: false,
    })
    const body = { name: { en: 'Offers' } }
    const other = (await service.call('POST', '/v1/topics', { body })).body.id
    const both = { topics: [topic, other] }
    const { embed } = (await service.call('PATCH', `/v1/forms/${form}`, { body: both })).body
    const { text } = await visit('GET', `/f/${form}?mode=test`)
    // What a browser sends of a form whose boxes are all empty.
    for (const html of [embed, text]) assert.match(html, /type="hidden" name="topic" value=""/)
    const refused = await send({ email: 'ana@good.test', first_name: 'Ana', topic: '' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /Choose at least one/)
    assert.match(refused.text, /name="email"[^>]* value="ana@good\.test"/, 'kept')
    assert.equal((await contact('ana@good.test')).status, 404)
  })

  it('is kept in the words that were read, be they of the other language', async t => {
    const { service, send, contact } = await setStage(t, {
      double_opt_in: false,
      wording: { pt: 'Quero as novidades.' },
    })
    const key = await service.key('test', 'admin')
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const { id } = (await contact('ana@good.test')).body
    const records = await service.call('GET', `/v1/contacts/${id}/consents`, { key })
    const { text, language } = records.body.data[0].wording
    assert.deepEqual([text, language], ['Quero as novidades.', 'pt'])
  })

  it('is kept as agreed to by nobody who did not see it: our second page shows it', async t => {
    const { service, form, visit, contact } = await setStage(t, { double_opt_in: false })
    const path = `/f/${form}?mode=test`
    const { embeds } = (await service.call('GET', `/v1/forms/${form}`)).body
    const person = { email: 'ana@good.test', first_name: 'Ana' }
    // The copy speaks English, the browser Portuguese, and the words have changed since.
    const wording = { pt: 'Quero as ofertas.', en: 'I want the offers.' }
    await service.call('PATCH', `/v1/forms/${form}`, { body: { wording } })
    const { token } = hiddenIn((await visit('GET', path)).text)
    service.turn(4_000)
    const stale = { ...person, ...hiddenIn(embeds.en), token: token! }
    const second = await visit('POST', path, stale, { 'accept-language': 'pt-BR' })
    assert.match(second.text, /Mais um passo.*Quero as ofertas\./s)
    assert.equal((await contact('ana@good.test')).status, 404)
    service.turn(4_000)
    const fields = { ...person, ...hiddenIn(second.text) }
    // Pressed by a browser that has another language now: the words are those that were shown.
    assert.equal((await visit('POST', path, fields)).status, 200)
    const key = await service.key('test', 'admin')
    const { id } = (await contact('ana@good.test')).body
    const records = await service.call('GET', `/v1/contacts/${id}/consents`, { key })
    const { text, language } = records.body.data[0].wording
    assert.deepEqual([text, language], ['Quero as ofertas.', 'pt'])
  })
})
