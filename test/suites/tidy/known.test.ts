/** The list of known breaches: it may only shrink, and never promises what is no longer so. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { judge, type KnownBreaches, readKnown, recorded } from '../../../scripts/tidy/known.ts'
import type { Breach } from '../../../scripts/tidy/tree.ts'
import { rules } from '../../../scripts/tidy.ts'

const breach = (key: string, size?: number): Breach => ({
  file: 'src/a.ts',
  line: 3,
  key,
  sentence: 'is wrong',
  ...(size === undefined ? {} : { size }),
})

const known: KnownBreaches = {
  deadExports: { count: 3, entries: { a: 1, b: 2 } },
  longFunctions: { count: 90, entries: { run: 90 } },
}
const asKnown = {
  deadExports: [breach('a'), breach('b'), breach('b')],
  longFunctions: [breach('run', 90)],
}

describe('the list of known breaches', () => {
  it('passes what is on it', () => {
    assert.deepEqual(judge(asKnown, known), [])
  })

  it('fails for a breach that is not on it, with its place', () => {
    const found = judge({ ...asKnown, deadExports: [...asKnown.deadExports, breach('c')] }, known)
    assert.deepEqual(found, ['src/a.ts:3 is wrong (deadExports)'])
  })

  it('fails for one more of a known kind, and for a longer function', () => {
    const more = {
      deadExports: [...asKnown.deadExports, breach('b')],
      longFunctions: [breach('run', 91)],
    }
    const rulesFound = judge(more, known).map(line => line.replace(/.*\(/, '('))
    assert.deepEqual([...new Set(rulesFound)], ['(deadExports)', '(longFunctions)'])
  })

  it('fails for an entry that no longer occurs, or not as often', () => {
    const fewer = { deadExports: [breach('a'), breach('b')], longFunctions: [] }
    assert.equal(judge(fewer, known).length, 2)
    for (const line of judge(fewer, known)) assert.match(line, /no longer occurs/)
  })

  it('lets a long function become shorter', () => {
    assert.deepEqual(judge({ ...asKnown, longFunctions: [breach('run', 80)] }, known), [])
  })

  it('fails for a rule that does not exist and for a count below its entries', () => {
    assert.equal(judge({}, { gone: { count: 0, entries: {} } }).length, 1)
    const wrong = { ...known, deadExports: { count: 2, entries: { a: 1, b: 2 } } }
    assert.equal(judge(asKnown, wrong).length, 1)
  })

  it('is recorded anew where it shrinks or moves, never where it grows', () => {
    const moved = { ...asKnown, deadExports: [breach('c')] }
    assert.deepEqual(recorded(moved, known).deadExports, { count: 1, entries: { c: 1 } })
    const more = { ...asKnown, deadExports: [...asKnown.deadExports, breach('c')] }
    assert.throws(() => recorded(more, known), /deadExports: 4 are more than 3/)
  })

  it('is sorted in the file, counts right and names rules that exist', () => {
    const file = path.join(import.meta.dirname, '../../../scripts/tidy/known.json')
    const all = Object.entries(readKnown(file))
    for (const [rule, { count, entries }] of all) {
      assert.ok(rule in rules, rule)
      const keys = Object.keys(entries)
      assert.deepEqual(keys, [...keys].sort())
      assert.equal(
        Object.values(entries).reduce((sum, one) => sum + one, 0),
        count,
      )
    }
  })
})
