/** Our SPF word in the record that a domain has (sending/domains/spf-merge.ts). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergedSpf, withUs } from '../../../src/sending/domains/spf-merge.ts'

const ours = 'v=spf1 include:b.malote.test ~all'

describe('Our word in the SPF record of a domain', () => {
  const cases = [
    ['v=spf1 -all', 'v=spf1 include:b.malote.test -all'],
    ['v=spf1 mx ?all', 'v=spf1 mx include:b.malote.test ?all'],
    ['v=spf1 mx all', 'v=spf1 mx include:b.malote.test all'],
    [
      'v=spf1 ip4:192.0.2.1 redirect=x.test',
      'v=spf1 ip4:192.0.2.1 include:b.malote.test redirect=x.test',
    ],
    ['v=spf1 mx', 'v=spf1 mx include:b.malote.test'],
    ['V=SPF1  mx   ~ALL ', 'V=SPF1 mx include:b.malote.test ~ALL'],
    ['v=spf1 -include:B.malote.test mx ~all', 'v=spf1 mx include:b.malote.test ~all'],
    ['v=spf1 +include:b.malote.test -all', 'v=spf1 +include:b.malote.test -all'],
  ] as const
  for (const [before, after] of cases) {
    it(`makes ${JSON.stringify(before)} into ${JSON.stringify(after)}`, () => {
      assert.equal(withUs(before, ours), after)
    })
  }

  it('is put into one record only, and into no other text', () => {
    assert.equal(mergedSpf(['v=spf1 mx ~all', 'v=spf1 a ~all'], ours), null)
    assert.equal(mergedSpf(['v=spf10 mx'], ours), null)
    assert.equal(mergedSpf([], ours), null)
    assert.equal(mergedSpf(['x', 'v=spf1 ~all'], ours), 'v=spf1 include:b.malote.test ~all')
  })
})
