/**
 * Campaigns that had begun before clicks were counted by link get these counters once; then what has
 * been sent lately is counted again.
 */
import type { World } from '#kernel/world/world.ts'
import { countLinks, recountLetters } from '../../contacts/letters/letter-counts.ts'
import { markCounted, uncountedCampaigns } from './links-store.ts'

const batchSize = 1_000

export async function recountCampaigns(world: World): Promise<void> {
  for (;;) {
    const some = await uncountedCampaigns(world.db, batchSize)
    for (const of of some) {
      await world.db.transaction(async tx => {
        await countLinks(tx, of)
        await markCounted(tx, { projectId: of.projectId, id: of.campaignId })
      })
    }
    if (some.length < batchSize) break
  }
  await recountLetters(world)
}
