/** What whoever has sent a form reads then, where its owner has written it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setStage } from '../support/forms.ts'

describe('forms', () => {
  it('thank in their own words, in the language of the reader, whoever sends', async t => {
    const thanks = { en: 'See you soon.\n\nThe <shop>', pt: 'Até breve.' }
    const { service, form, send } = await setStage(t, { thanks })
    const change = (body: object) => service.call('PATCH', `/v1/forms/${form}`, { body })
    const paragraphs = async (email: string, language = 'en') => {
      const { text } = await send({ email, first_name: 'A' }, { 'accept-language': language })
      return [...text.matchAll(/<p>(.*?)<\/p>/g)].map(([, one]) => one)
    }
    const [first, second, letter, ...more] = await paragraphs('ana@good.test')
    assert.deepEqual([first, second, more], ['See you soon.', 'The &#60;shop&#62;', []])
    assert.match(letter!, /a button to confirm/)
    assert.deepEqual(await paragraphs('ana@good.test'), [first, second, letter], 'known by now')
    assert.equal((await paragraphs('bo@good.test', 'pt'))[0], 'Até breve.')
    await change({ double_opt_in: false, thanks: { pt: 'Até breve.', en: ' \n' } })
    assert.deepEqual(await paragraphs('cy@good.test'), ['Até breve.'], 'no letter, other language')
    const { body } = await change({ thanks: {} })
    assert.deepEqual(body.thanks, {})
    assert.match((await paragraphs('di@good.test')).join(), /a button to confirm/)
    const long = await change({ thanks: { en: 'x'.repeat(1_001) } })
    assert.deepEqual([long.status, long.body.error.param], [400, 'thanks.en'])
  })
})
