/** Facts about campaigns, for webhooks that name them. */
import { show } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { FactType } from '../activity/catalogue.ts'
import { noteFacts } from '../activity/note.ts'
import { type Campaign, noCounts, showCampaign } from './campaign.ts'
import { countRecipients } from './counts.ts'

type CampaignFact = Extract<FactType, `campaign.${string}`>

export async function tellOf(
  tx: Tx,
  world: World,
  tenant: Tenant,
  type: CampaignFact,
  campaign: Campaign,
): Promise<void> {
  const data = { campaign_id: show('cmp', campaign.id) }
  await noteFacts(tx, world, tenant, [{ type, contactId: null, data }], async () => {
    const counts = await countRecipients(tx, tenant.projectId, [campaign.id])
    return [
      {
        campaign: showCampaign(
          world.settings,
          tenant.projectId,
          campaign,
          counts.get(campaign.id) ?? noCounts,
        ),
      },
    ]
  })
}
