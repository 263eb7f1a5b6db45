/**
 * The clock of a campaign: an entry of the queue, which begins it at its time, reads who gets it in
 * pages, releases letters in tranches and ends it (turn.ts).
 */

import type { Task } from '#platform/queue/tasks.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { type CampaignParts, commonOf } from './prepared.ts'
import { lockCampaign } from './store.ts'
import { Turn } from './turn.ts'
import { campaignKind } from './wake.ts'

export const campaignTask = (parts: CampaignParts): Task => ({
  kind: campaignKind,
  capacity: 4,
  async runSlice(real, { projectId, subject }) {
    const key = { projectId, id: subject }
    const common = await commonOf(real, key, parts)
    if (common === null) return false
    const world = await onTestClock(real, common.tenant)
    return world.db.transaction(async tx => {
      const campaign = await lockCampaign(tx, key)
      if (campaign === null) return false
      // What was read is of another moment: once more.
      if (campaign.version !== common.version) return true
      return new Turn(tx, world, { campaign, common }).take()
    })
  },
})
