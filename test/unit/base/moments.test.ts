import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localDay, localTime } from '#kernel/base/moments.ts'

describe('a moment in a sentence', () => {
  it('is told in the zone of whoever reads, and says which', () => {
    const at = Date.parse('2026-03-11T14:32:10Z')
    assert.deepEqual(localTime(at, 'America/Recife'), {
      en: '11 Mar 2026, 11:32 (America/Recife)',
      pt: '11 de mar. de 2026, 11:32 (America/Recife)',
    })
    assert.deepEqual(localTime(at, 'UTC'), {
      en: '11 Mar 2026, 14:32 UTC',
      pt: '11 de mar. de 2026, 14:32 UTC',
    })
    assert.deepEqual(localDay(Date.parse('2026-03-12T02:00:00Z'), 'America/Recife'), {
      en: '11 March 2026',
      pt: '11 de março de 2026',
    })
  })
})
