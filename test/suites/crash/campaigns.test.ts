/** Campaigns of real processes that are killed meanwhile, in small; `npm run crash` has the long form. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crashCampaigns } from '../../../sim/crash/campaigns.ts'

it('a campaign reaches each of its people once, however often nodes are killed', async () => {
  const report = await crashCampaigns({ kills: 4, people: 1_500, campaigns: 2, sequences: 0 })
  assert.deepEqual(report.failures, [], `logs: ${report.folder}`)
  assert.deepEqual([report.rows, report.emails], [3_000, 3_000])
  assert.equal(
    Object.values(report.phases).reduce((sum, times) => sum + times, 0),
    4,
  )
})
