/** The hours that are suggested for a campaign. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextHour } from '#marketing/campaigns/forecast/send-times.ts'

describe('hours that are suggested', () => {
  it('come next at least an hour ahead, on the clocks there', () => {
    const zone = 'America/Sao_Paulo'
    // A Sunday, 10:30 in São Paulo.
    const now = Date.parse('2026-11-29T13:30:00Z')
    assert.equal(nextHour({ day: 7, hour: 12 }, zone, now), '2026-11-29T15:00:00Z')
    assert.equal(nextHour({ day: 7, hour: 11 }, zone, now), '2026-12-06T14:00:00Z')
    assert.equal(nextHour({ day: 2, hour: 9 }, zone, now), '2026-12-01T12:00:00Z')
    assert.equal(nextHour({ day: 6, hour: 0 }, zone, now), '2026-12-05T03:00:00Z')
  })
})
