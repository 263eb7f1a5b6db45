/** The pages in two languages, and that the check which compares them sees what is missing. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { partsOf } from '../../../scripts/languages/parts.ts'
import {
  faultOfPair,
  faultyLanguages,
  forTheCode,
  type Pair,
  withLanguageLine,
} from '../../../scripts/languages.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (name: string) => readFileSync(`${root}docs/${name}`, 'utf8')

/** Links lead to their own words, if anywhere. */
const pairOf = (english: string, portuguese: string): Pair => ({
  english,
  portuguese,
  placeOf: (_language, link) => (link.startsWith('gone') ? null : link),
})
const fault = (english: string, portuguese: string) => faultOfPair(pairOf(english, portuguese))

describe('The pages of docs/', () => {
  it('are all there in both languages, with nothing missing in either', () => {
    assert.deepEqual(faultyLanguages(root), [])
  })

  it('that are English alone are there, and not in Portuguese', () => {
    for (const name of Object.keys(forTheCode)) {
      assert.ok(existsSync(`${root}docs/${name}`), name)
      assert.ok(!existsSync(`${root}docs/pt/${name}`), name)
    }
  })
})

describe('The comparison of two pages', () => {
  for (const name of readdirSync(`${root}docs/pt`).filter(name => name.endsWith('.md'))) {
    it(`misses each part that is gone from ${name} or stands there twice`, () => {
      const page = read(name)
      const lines = page.split('\n')
      assert.ok(partsOf(page).length > 8)
      assert.doesNotMatch(String(fault(page, page)), /stands where/)
      for (const [at, line] of lines.entries()) {
        // A line inside a paragraph is no part, and neither is a mark of the generator.
        const isParagraph = lines[at - 1]?.trim() === '' && lines[at + 1]?.trim() === ''
        const isAlone = isParagraph || /^(#+ |\||\s*(-|\d+\.) )/.test(line)
        // Decisions are English alone, and their list is not compared.
        const isLeft = line.trim() === '' || /^(```|<!--)|^ +- \[.*\(decisions\//.test(line)
        if (isLeft || !isAlone) continue
        const without = lines.toSpliced(at, 1).join('\n')
        const twice = lines.toSpliced(at, 0, line).join('\n')
        assert.match(String(fault(page, without)), /stands where English has/, line)
        if (!isParagraph || line.startsWith('#')) {
          assert.match(String(fault(page, twice)), /stands where English has/, line)
        }
      }
    })
  }

  const cases: readonly (readonly [string, string, string, RegExp | null])[] = [
    ['a sentence', 'A domain has records.', 'Um domínio tem registros.', null],
    ['English left over', 'A domain has records.', 'Um domínio is verificado.', /English \(“is”\)/],
    [
      'a sentence that was copied',
      'Several recipients share one single connection.',
      'Several recipients share one single connection.',
      /English/,
    ],
    ['English in code and quotes', 'See `the` “the”.', 'Veja `the` “the”.', null],
    ['a word that only looks English', 'Roles.', 'Papéis e mãe.', null],
    ['a heading of another level', '## Keys', '### Chaves', /stands where/],
    ['a row that has a cell less', '| a | b |', '| a |', /stands where/],
    ['a bar inside a cell', '| a\\|b | c |', '| a ou b | d |', null],
    ['English in a sample', '```sh\nkill the node\n```', '```sh\nkill the node\n```', null],
    ['a row of another name', '| `PORT` | port |', '| `PORTA` | porta |', /stands where/],
    ['another number of an item', '1. One', '2. Um', /stands where/],
    ['an item that is further in', '  - one', '- um', /stands where/],
    ['other code', '```sh\nnpm start\n```', '```sh\nnpm test\n```', /stands where/],
    ['a sample in another language', '```sh\na\n```', '```json\na\n```', /stands where/],
    ['a comment in a sample', '```sh\na # one\n```', '```sh\na # um\n```', null],
    ['a sample that lost its comment', '```sh\na # one\n```', '```sh\na\n```', /stands where/],
    ['prose in JSON', '```json\n{"a":"b c"}\n```', '```json\n{"a":"d e"}\n```', null],
    ['a value in JSON', '```json\n{"a":"b"}\n```', '```json\n{"a":"c"}\n```', /stands where/],
    ['links in another order', '[a](b) [c](d)', '[c](d) [a](b)', null],
    ['a link that is gone', '[a](b) [c](d)', '[a](b) c', /leads to b, English to b d/],
    ['a dead link', '[a](gone)', '[a](gone)', /leads nowhere/],
    ['a paragraph in two', 'One. Two.', 'Um.\n\nDois.', /stands where/],
    ['a paragraph over other lines', 'One.\nTwo.', 'Um. Dois.', null],
  ]
  for (const [name, english, portuguese, expected] of cases) {
    it(name, () => {
      const found = fault(english, portuguese)
      if (expected === null) assert.equal(found, null)
      else assert.match(String(found), expected)
    })
  }

  it('leads from each page to the other language, once', () => {
    const page = '# Forms\n\nText.\n'
    const [english, portuguese] = ['forms.md', 'pt/forms.md'].map(file =>
      withLanguageLine(file, withLanguageLine(file, page)),
    )
    assert.equal(english, '# Forms\n\n[Em português](pt/forms.md)\n\nText.\n')
    assert.equal(portuguese, '# Forms\n\n[In English](../forms.md)\n\nText.\n')
  })
})
