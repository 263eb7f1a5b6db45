/** What the audit log writes down has words. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { wordsOfAction } from '../../src/features/audit/action-words.ts'

/** Every action that the program writes, read off where they stand. */
const actions = [
  'src/faces/audit/actions.ts',
  'src/faces/cli/audited.ts',
  'src/tenants/accounts/notices.ts',
]
  .map(name => fs.readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8'))
  .flatMap(text => [...text.matchAll(/: '([a-z_]+\.[a-z_]+)'/g)].map(([, action]) => action!))

describe('an action of the audit log', () => {
  it('is told in words, in both languages', () => {
    assert.ok(actions.length > 80)
    assert.deepEqual(
      [...new Set(actions)].filter(one => wordsOfAction(one) === null),
      [],
    )
    assert.deepEqual(wordsOfAction('sequence.published'), {
      en: 'Published the sequence',
      pt: 'Publicou a sequência',
    })
    assert.equal(wordsOfAction('of.tomorrow'), null)
  })
})
