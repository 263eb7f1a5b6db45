/** What the contract says of forms in passing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'

describe('the small print of forms', () => {
  it('has what was empty of a contact that is there filled in, as a fact', async t => {
    const { service, send, contact, letters, visit } = await setStage(t)
    const key = await service.key('test', 'admin')
    await service.call('POST', '/v1/contacts', { body: { email: 'ana@good.test' }, key })
    const fields = { email: 'ana@good.test', first_name: 'Ana', time_zone: 'America/Recife' }
    const nowhere = { 'accept-language': 'xx, en' }
    assert.equal((await send(fields, nowhere)).status, 200)
    const [letter] = await letters()
    const { body: words } = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    await visit('POST', /\/c\/[\w-]+/.exec(words.text)![0])
    const { body } = await contact('ana@good.test')
    const { first_name, time_zone, language } = body
    assert.deepEqual([first_name, time_zone, language], ['Ana', 'America/Recife', null])
    const facts = await service.call('GET', '/v1/activity?name=contact.updated', { key })
    assert.deepEqual(
      facts.body.data.map((one: { contact_id: string }) => one.contact_id),
      [body.id],
    )
    // Sent again it changes nothing, and a zone that there is not is none.
    await send({ email: 'ana@good.test', first_name: 'Bia' }, nowhere)
    const again = await service.call('GET', '/v1/activity?name=contact.updated', { key })
    assert.equal(again.body.data.length, 1)
    await send({ email: 'bia@good.test', first_name: 'Bia', time_zone: 'Mars/Olympus' })
    assert.equal((await contact('bia@good.test')).body.time_zone, null)
  })

  it('has pages in the colours of the project, and of the form where it has some', async t => {
    const { service, form, visit } = await setStage(t)
    const page = async () => (await visit('GET', `/f/${form}?mode=test`)).text
    assert.doesNotMatch(await page(), /#123456/)
    const pages = { color: '#123456', background: '#fedcba', logo: 'https://shop.test/l.png' }
    const set = await service.call('PATCH', '/v1/marketing-settings', { body: { pages } })
    assert.equal(set.status, 200)
    const styled = await page()
    for (const word of Object.values(pages)) assert.ok(styled.includes(word), word)
    const own = { style: { color: '#abcdef' } }
    await service.call('PATCH', `/v1/forms/${form}`, { body: own })
    const mixed = await page()
    assert.ok(mixed.includes('#abcdef') && mixed.includes('#fedcba'))
    assert.doesNotMatch(mixed, /#123456/)
  })

  it('shows preferences in a language that there is of the page', async t => {
    const { service, form, send, letters, visit } = await setStage(t)
    const key = await service.key('test', 'admin')
    const own = { email: 'ana@good.test', language: 'fr' }
    await service.call('POST', '/v1/contacts', { body: own, key })
    await service.call('PATCH', `/v1/forms/${form}`, { body: { double_opt_in: true } })
    await send({ email: 'ana@good.test', first_name: 'Ana' })
    const [letter] = await letters()
    const content = await service.call('GET', `/v1/emails/${letter!.id}/content`, { key })
    const [confirm] = /\/c\/[\w-]+/.exec(content.body.text)!
    const { text } = await visit('POST', confirm)
    const [preferences] = /\/p\/[\w-]+/.exec(text)!
    for (const [language, word] of [
      ['en', 'Your preferences'],
      ['pt', 'Suas preferências'],
    ]) {
      const page = await visit('GET', preferences, undefined, { 'accept-language': language! })
      assert.ok(page.text.includes(word!), word)
    }
  })
})
