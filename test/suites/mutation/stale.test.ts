import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type Fault, staleness } from '../../../scripts/mutate/fault.ts'
import { faults } from '../../../scripts/mutate/faults.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

describe('Every planted fault fits the code', () => {
  it('finds its text once, and its tests', () => {
    const stale = faults.flatMap(fault => {
      const why = staleness(fault, fs.readFileSync(root + fault.file, 'utf8'))
      const missing = fault.tests.filter(test => !fs.existsSync(root + test))
      const reasons = [why, ...missing.map(test => `there is no ${test}`)].filter(
        one => one !== null,
      )
      return reasons.map(reason => `${fault.file} (${fault.wrong}): ${reason}`)
    })
    assert.deepEqual(stale, [])
  })

  it('tells a text that is gone, that is twice there, and a change that is none', () => {
    const fault: Fault = { file: '', find: 'a', instead: 'b', wrong: '', tests: [] }
    assert.equal(staleness(fault, 'a c'), null)
    assert.equal(staleness(fault, 'c'), 'its text occurs 0 times')
    assert.equal(staleness(fault, 'a a'), 'its text occurs 2 times')
    assert.equal(staleness({ ...fault, instead: 'a' }, 'a'), 'it changes nothing')
  })
})
