/** The letter that asks somebody to confirm, as it stands in an inbox. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Language } from '#kernel/base/languages.ts'
import { ownLetter } from '#marketing/forms/own-letter.ts'
import { type Pages, speaker } from '#marketing/forms/words.ts'

const subjectOf = (language: Language, topics: readonly string[], words: Pages['words'] = {}) => {
  const say = speaker(language, { words })
  const letter = ownLetter({ say, language, link: '#', topics, style: {} })
  const title = /<title>(.*)<\/title>/.exec(letter.html!)![1]
  return { subject: letter.subject, title }
}

describe('the subject of a confirmation', () => {
  it('names what is asked for, as long as an inbox shows it', () => {
    const named = 'Confirme sua inscrição em Novidades, Ofertas'
    assert.equal(subjectOf('pt', ['Novidades', 'Ofertas']).subject, named)
    const { subject, title } = subjectOf('en', ['News <b>'])
    assert.equal(subject, 'Please confirm your subscription to News <b>')
    assert.equal(title, 'Please confirm your subscription to News &#60;b&#62;')
    for (const topics of [[], ['A', 'B', 'C', 'D']]) {
      assert.equal(subjectOf('en', topics).subject, 'Confirm your subscription')
    }
  })

  it('is in the words of the project, where it has some', () => {
    const words = { pt: { letter_subject: 'Só mais um passo' } }
    assert.equal(subjectOf('pt', ['Novidades'], words).subject, 'Só mais um passo')
  })
})
