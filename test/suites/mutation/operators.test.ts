/** What is changed of a file's code, and that nothing else is. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { parseSync } from 'oxc-parser'
import { mutantsOf } from '../../../scripts/mutate/operators.ts'
import { pureModules } from '../../../scripts/mutate/pure.ts'

const changed = (text: string): string[] =>
  mutantsOf('a.ts', text).map(
    ({ start, end, instead }) => text.slice(0, start) + instead + text.slice(end),
  )

describe('changes of operators', () => {
  it('are of comparisons, sums, conditions, truths, steps, methods and calls', () => {
    assert.deepEqual(changed('x = a < b'), ['x = a <= b'])
    assert.deepEqual(changed('x = (a) === b && c + 1'), [
      'x = (a) === b || c + 1',
      'x = (a) !== b && c + 1',
      'x = (a) === b && c - 1',
    ])
    assert.deepEqual(changed('if (a) b()'), ['if ((true)) b()', 'if ((false)) b()', 'if (a) ;'])
    assert.deepEqual(changed('x = a ? b : c'), ['x = (true) ? b : c', 'x = (false) ? b : c'])
    assert.deepEqual(changed('x = !a'), ['x = a'])
    assert.deepEqual(changed('x = true'), ['x = false'])
    assert.deepEqual(changed('i++'), ['i--'])
    assert.deepEqual(changed('--i'), ['++i'])
    assert.deepEqual(changed('x -= y'), ['x += y'])
    assert.deepEqual(changed('x = list.some(f)'), ['x = list.every(f)'])
  })

  it('are not of types, texts, numbers, imports and what is thrown', () => {
    const text = `import { a } from 'b'
type A = B extends true ? C : D
interface E { readonly f: true }
const g: Record<'<', false> = {}
const h = 'a < b' + \`c\`
if (x) throw new Error('a' + b)
const k = 12`
    assert.deepEqual(
      mutantsOf('a.ts', text).map(one => one.what),
      [
        'line 5: + becomes -',
        'line 6: the condition always holds',
        'line 6: the condition never holds',
      ],
    )
  })

  it('leave what can be read of each pure module, whose tests are there', () => {
    for (const { file, tests } of pureModules) {
      const text = fs.readFileSync(file, 'utf8')
      const mutants = mutantsOf(file, text)
      assert.ok(mutants.length > 5, file)
      for (const { start, end, instead, what } of mutants.filter((_, i) => i % 10 === 0)) {
        const { errors } = parseSync(file, text.slice(0, start) + instead + text.slice(end))
        assert.deepEqual(errors, [], `${file} ${what}`)
      }
      for (const test of tests) assert.ok(fs.existsSync(test), test)
    }
  })
})
