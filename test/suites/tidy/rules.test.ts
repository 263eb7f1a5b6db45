/** Each rule of the house finds what is planted for it, and leaves its clean neighbour alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rules } from '../../../scripts/tidy.ts'
import { cases } from './cases.ts'
import { planted, type RuleCase } from './plant.ts'

for (const [name, rule] of Object.entries(rules)) {
  describe(`the rule ${name}`, () => {
    const own = cases.filter(one => one.rule === name)

    for (const { what, files, found } of own) {
      it(`finds ${what}`, () => {
        const breaches = rule(planted(files))
        const places = breaches.map(({ file, line }) => `${file}:${line}`)
        assert.deepEqual(places.sort(), [...found].sort())
        for (const { sentence } of breaches) assert.match(sentence, /\w+ \w+/)
      })
    }

    it('is shown to find one file and to spare another', () => {
      const isSpared = ({ files, found }: RuleCase): boolean =>
        Object.keys(files).some(file => !found.some(place => place.startsWith(`${file}:`)))
      assert.ok(own.some(({ found }) => found.length > 0))
      assert.ok(own.some(isSpared))
    })
  })
}
