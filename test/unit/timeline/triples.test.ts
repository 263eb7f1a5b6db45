/** Whatever holds a word fulfils what is asked of its triples (timeline/triples.ts, postings.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { leavesOf, numbersOf, type TriplePostings, volumeSize } from '#sending/timeline/postings.ts'
import { readSearch } from '#sending/timeline/search.ts'
import { foundIn, rangesIn, soughtBy } from '#sending/timeline/sought.ts'
import {
  eachTriple,
  lettersOf,
  longMark,
  messageIdMark,
  rangesOf,
} from '#sending/timeline/triples.ts'
import { maxLetters, VolumeWords } from '#sending/timeline/volume-words.ts'
import { createChance } from '../../../sim/world/random.ts'

const triplesOf = (text: string): Set<number> => {
  const found = new Set<number>()
  eachTriple(lettersOf(text), triple => found.add(triple))
  return found
}

const fits = (text: string, word: string): boolean => {
  const triples = [...triplesOf(text)]
  return rangesOf(lettersOf(word)).every(({ from, to }) =>
    triples.some(triple => triple >= from && triple <= to),
  )
}

describe('The triples of a text', () => {
  it('hold every part of it, of two letters and more, at its end and with other marks', () => {
    const texts = [
      'Redefinição de senha 4000123',
      '["Ana Souza <ana.souza81@d5.test>"]\nLOTE-7-fim',
      'ΟΔΟΣ и Ёлка 漢字かな 😀😀ok ﬁm',
      'a b',
    ]
    const chance = createChance(7)
    for (const text of texts) {
      for (let i = 0; i < 400; i++) {
        const at = chance.integer(text.length)
        const part = text.slice(at, at + 1 + chance.integer(9))
        for (const word of part.split(/\s+/)) {
          assert.ok(fits(text, word), `${word} of ${text}`)
          assert.ok(fits(text, word.toUpperCase()), `${word} of ${text}`)
          assert.ok(fits(text, lettersOf(word)), `${word} of ${text}`)
        }
      }
    }
    assert.ok(fits('ΟΔΟΣ', 'οδοσ'))
    assert.ok(fits('ab\u4dff', 'ab'), 'before a letter whose number is the highest')
    assert.ok(fits('say \\"a\\\\b\\"', '"a\\b'))
  })

  it('have nothing of other words', () => {
    assert.equal(fits('Redefinição de senha', 'zq'), false)
    assert.equal(fits('Redefinição de senha', 'senhas'), false)
    assert.equal(fits('ab c', 'bc'), false)
    assert.equal(fits('ab c', 'abc'), false)
    assert.equal(fits('ab', 'xa'), false)
    assert.equal(fits('pedido 4000123', '4000124'), false)
  })

  it('of long words are some, from the beginning to the end', () => {
    const ranges = rangesOf('abcdefghijklmnopqrstuvwxyz')
    assert.ok(ranges.length <= 10)
    assert.deepEqual(ranges[0], rangesOf('abc')[0])
    assert.deepEqual(ranges.at(-1), rangesOf('xyz')[0])
  })

  it('are not asked for one letter, which nearly every text has', () => {
    assert.deepEqual(rangesOf('a e o'), [])
    assert.deepEqual(rangesOf('a ana o'), rangesOf('ana'))
  })

  it('are others than the marks of Message-IDs', () => {
    assert.ok(messageIdMark('<a@b>') > Math.max(...triplesOf('\uffff\uffff\uffff')))
    assert.ok(messageIdMark('<a@b>') < 2 ** 31)
    assert.notEqual(messageIdMark('<a@b>'), messageIdMark('<a@c>'))
  })
})

describe('What a search asks of triples', () => {
  it('is nothing where one of its ways says nothing', () => {
    assert.equal(soughtBy({ search: readSearch('\\\\ \\') }), null)
    assert.equal(soughtBy({ search: readSearch('\\\\ a') }), null)
    assert.notEqual(soughtBy({ search: readSearch('\\\\ ab') }), null)
    assert.equal(soughtBy({ subject: '   ' }), null)
    assert.equal(soughtBy({ subject: '  a ' }), null)
    assert.notEqual(soughtBy({ subject: '  ab ' }), null)
  })

  it('of many words is a bounded part', () => {
    const words = Array.from({ length: 20 }, (_, i) => `wonderfully${i}different`)
    const sought = soughtBy({ search: readSearch(words.join(' ')) })!
    assert.ok(rangesIn(sought).length <= 34)
    assert.ok(rangesIn(sought).length > 5)
  })

  it('is bounded where a word is many addresses, and where words have two letters', () => {
    const [word] = readSearch('ana.souza').words
    const rangesOfAll = (spellings: readonly string[]): number =>
      rangesIn(soughtBy({ search: { words: [{ ...word!, spellings }] } })!).length
    const letters = [...'abcdefghijklmnopqrst']
    const addresses = letters.map(one => `${one}na.souza@xn--caf-dma.tes${one}`)
    assert.equal(rangesOfAll(addresses), 1 + 2 * addresses.length)
    assert.equal(
      rangesOfAll(letters.map(one => `ana.${one}ouza@d.test`)),
      1 + 2,
      'each is asked once',
    )
    const pairs = 'ab cd ef gh ij kl mn op qr st uv wx'
    assert.equal(rangesIn(soughtBy({ search: readSearch(pairs) })!).length, 1 + 3)
    assert.equal(
      rangesIn(soughtBy({ search: readSearch(`wonderful ${pairs}`) })!).length,
      1 + 7 + 2,
    )
  })
})

describe('The postings of a volume', () => {
  it('come back as they were gathered, in all forms', () => {
    const chance = createChance(3)
    for (const emails of [1, 7, 300, volumeSize]) {
      const gathered: TriplePostings = new Map()
      for (let triple = 0; triple < 400; triple++) {
        const share = [1, 2, 11, 400, 5_000][triple % 5]!
        const numbers: number[] = []
        for (let n = 0; n < emails; n++)
          if (share === 1 || chance.integer(share) === 0) numbers.push(n)
        if (numbers.length > 0) gathered.set(triple * 7_919, numbers)
      }
      const leaves = [...leavesOf(gathered, emails)]
      if (emails > 100) assert.ok(leaves.length > 3)
      for (const leaf of leaves) assert.ok(leaf.entries.length < 1_900, 'stays in its row')
      const range = (from: number, to: number): number[] =>
        numbersOf(foundIn({ range: { from, to } }, leaves), emails).reverse()
      for (const [triple, numbers] of gathered) assert.deepEqual(range(triple, triple), numbers)
      assert.deepEqual(range(1, 7_918), [])
      const two = [...new Set([7_919, 15_838].flatMap(one => gathered.get(one) ?? []))]
      assert.deepEqual(
        range(7_919, 15_838),
        two.sort((a, b) => a - b),
      )
    }
  })

  it('are joined as words are', () => {
    const gathered: TriplePostings = new Map()
    const texts = ['ana souza', 'bia souza', 'ana lima', 'nana x']
    for (const [n, text] of texts.entries()) {
      for (const triple of triplesOf(text))
        gathered.set(triple, [...(gathered.get(triple) ?? []), n])
    }
    gathered.set(messageIdMark('<z@z.test>'), [3])
    const leaves = [...leavesOf(gathered, texts.length)]
    const find = (q: string) =>
      numbersOf(foundIn(soughtBy({ search: readSearch(q) })!, leaves), texts.length)
    assert.deepEqual(find('ana'), [3, 2, 0])
    assert.deepEqual(find('ana souza'), [0])
    assert.deepEqual(find('za a'), [1, 0])
    assert.deepEqual(find('za an'), [0])
    assert.deepEqual(find('z@z.test'), [3])
    assert.deepEqual(find('nobody'), [])
  })
})

describe('What is gathered of a volume', () => {
  const found = ({ postings }: VolumeWords, emails: number, q: string): number[] => {
    const sought = soughtBy({ search: readSearch(q) })!
    return numbersOf(foundIn(sought, [...leavesOf(postings, emails)]), emails).reverse()
  }

  it('is a mark alone of an email that says a lot, which every search then finds', () => {
    const chance = createChance(9)
    const gathered = new VolumeWords()
    const noise = (length: number): string =>
      String.fromCharCode(...Array.from({ length }, () => 0x4e00 + chance.integer(5_000)))
    gathered.add(0, 'ana souza', null)
    for (let n = 1; n <= 20; n++) gathered.add(n, noise(maxLetters + 1), n === 3 ? '<z@z>' : null)
    gathered.add(21, 'bia souza', null)
    assert.ok(gathered.postings.size < 20, `${gathered.postings.size}`)
    const marked = Array.from({ length: 20 }, (_, i) => i + 1)
    assert.deepEqual(gathered.postings.get(longMark), marked)
    assert.deepEqual(found(gathered, 22, 'ana'), [0, ...marked])
    assert.deepEqual(found(gathered, 22, 'nobody'), marked)
    assert.deepEqual(found(gathered, 22, '<z@z>'), marked)
    gathered.add(22, noise(maxLetters), null)
    assert.equal(gathered.postings.get(longMark)!.length, 20, 'as much as there may be')
    assert.ok(gathered.postings.size > 1_000)
  })

  it('ends where the room of the volume does, in letters and in triples', () => {
    for (const room of [
      { letters: 20, triples: 1_000 },
      { letters: 1_000, triples: 11 },
    ]) {
      const gathered = new VolumeWords(room)
      const texts = ['ana souza', 'bia lima', 'carla dias', 'ana gomes', 'otto']
      for (const [n, text] of texts.entries()) gathered.add(n, text, null)
      const marked = gathered.postings.get(longMark)!
      assert.ok(marked.length > 1 && marked.at(-1) === 4 && marked[0]! > 0, String(marked))
      assert.deepEqual(found(gathered, 5, 'ana'), [0, ...marked])
    }
  })
})
