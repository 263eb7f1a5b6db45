/** Campaigns and sequences of real processes that are killed meanwhile, in small; `npm run crash` has the long form. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crashCampaigns } from '../../../sim/crash/campaigns.ts'

it('campaigns and sequences reach each of their people once, however often nodes are killed', async () => {
  const report = await crashCampaigns({ kills: 4, people: 800, campaigns: 2, sequences: 1 })
  assert.deepEqual(report.failures, [], `logs: ${report.folder}`)
  assert.deepEqual([report.rows, report.visits, report.emails], [1_600, 4_000, 3_200])
  assert.equal(
    Object.values(report.phases).reduce((sum, times) => sum + times, 0),
    4,
  )
})
