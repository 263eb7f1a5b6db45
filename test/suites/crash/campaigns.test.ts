/** Campaigns of real processes that are killed meanwhile, in small; `npm run crash` has the long form. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crashCampaigns } from '../../../sim/crash/campaigns.ts'

it('a campaign reaches each of its people once, however often nodes are killed', async () => {
  const report = await crashCampaigns({ kills: 2, people: 800, campaigns: 2, sequences: 0 })
  assert.deepEqual(report.failures, [], `logs: ${report.folder}`)
  assert.deepEqual([report.rows, report.emails], [1_600, 1_600])
  assert.equal(
    Object.values(report.phases).reduce((sum, times) => sum + times, 0),
    2,
  )
})
