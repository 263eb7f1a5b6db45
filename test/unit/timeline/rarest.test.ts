/** What is asked of a volume first leaves out nothing that fits (timeline/rarest.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type IndexLeaf, leavesOf, numbersOf } from '#sending/timeline/postings.ts'
import { rarestOf } from '#sending/timeline/rarest.ts'
import { readSearch } from '#sending/timeline/search.ts'
import { costOf, foundIn, soughtBy, type WordQuery } from '#sending/timeline/sought.ts'
import { maxLetters, VolumeWords } from '#sending/timeline/volume-words.ts'
import { type Chance, createChance } from '../../../sim/world/random.ts'

const emails = 120
const words = 'redefinicao senha pedido fatura chegou nota fiscal entrega ana.souza bruno.lima'
const texts = words.split(' ')

function volume(chance: Chance): IndexLeaf[] {
  const gathered = new VolumeWords()
  for (let n = 0; n < emails; n++) {
    const said = `${chance.pick(texts)} ${4_000_000 + chance.integer(9_000)}\nx${chance.integer(400)}@d.test`
    const isLong = chance.integer(90) === 0
    gathered.add(n, isLong ? said.padEnd(maxLetters + 1) : said, n % 9 === 0 ? `<${n}@app>` : null)
  }
  return [...leavesOf(gathered.postings, emails)]
}

const soughtFor = (q: string): WordQuery => soughtBy({ search: readSearch(q) })!

const numbersIn = (query: WordQuery, leaves: readonly IndexLeaf[]): number[] =>
  numbersOf(foundIn(query, leaves), emails)

describe('What is rarest of a question', () => {
  it('finds all that the question finds, in those volumes no more, and costs no more', () => {
    const chance = createChance(3)
    const volumes = Array.from({ length: 12 }, () => volume(chance))
    const [seen, others] = [volumes.slice(0, 3), volumes.slice(3)]
    let cheaper = 0
    let more = 0
    for (let i = 0; i < 150; i++) {
      const piece = (): string => {
        const text = `${chance.pick(texts)}${4_000_000 + chance.integer(9_000)}`
        const at = chance.integer(text.length - 2)
        return text.slice(at, at + 2 + chance.integer(11))
      }
      const q = [piece(), `${piece()} ${piece()}`, `${9 * chance.integer(9)}@app`][i % 3]!
      const sought = soughtFor(q)
      const rarest = rarestOf(sought, seen)
      assert.ok(costOf(rarest) <= costOf(sought), q)
      if (costOf(rarest) < costOf(sought)) cheaper++
      for (const leaves of seen) {
        assert.deepEqual(numbersIn(rarest, leaves), numbersIn(sought, leaves), q)
      }
      for (const leaves of others) {
        const found = new Set(numbersIn(rarest, leaves))
        for (const n of numbersIn(sought, leaves)) assert.ok(found.delete(n), q)
        more += found.size
      }
    }
    assert.ok(cheaper > 75, String(cheaper))
    assert.ok(more > 0, 'the others have not all been seen')
  })

  it('is two triples of two common words that never meet', () => {
    const seen = [volume(createChance(4)), volume(createChance(5))]
    const sought = soughtFor('redefinicao fatura')
    assert.ok(costOf(sought) > 10)
    // One more for emails that say too much.
    assert.equal(costOf(rarestOf(sought, seen)), 3)
  })

  it('is something of each word where both are in all emails', () => {
    const gathered = new VolumeWords()
    for (let n = 0; n < emails; n++) gathered.add(n, 'pedido chegou', null)
    const rarest = rarestOf(soughtFor('pedido chegou'), [[...leavesOf(gathered.postings, emails)]])
    assert.equal(costOf(rarest), 2)
    const nothing = foundIn(rarest, [])
    assert.deepEqual(numbersOf(nothing, emails), [])
  })
})
