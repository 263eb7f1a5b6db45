/** What a visitor of a form has agreed to, and to nothing else (docs/contract.md#forms-and-preferences). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'

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
})
