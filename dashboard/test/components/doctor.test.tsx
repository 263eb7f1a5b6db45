/** What the doctor looks at has a title for people. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { checkTitles } from '../../src/features/operator/doctor-words.ts'

describe('what the doctor looks at', () => {
  it('has a title, as many as the manual lists', () => {
    const manual = fs.readFileSync('docs/operating.md', 'utf8')
    const [, table = ''] = /\n## Doctor\n(.*?)\n## /s.exec(manual) ?? []
    const listed = table
      .split('\n')
      .filter(line => line.startsWith('| `'))
      .flatMap(line => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
    assert.ok(listed.length > 15)
    assert.deepEqual(Object.keys(checkTitles).sort(), listed.sort())
  })
})
