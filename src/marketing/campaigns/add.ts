/** A campaign as it begins. */
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Campaign } from './definition/campaign.ts'
import { insertCampaign } from './store.ts'

/** A new draft. */
export async function addCampaign(
  tx: Sql,
  { world, tenant }: TenantWorld,
  made: Pick<Campaign, 'name' | 'definition'>,
): Promise<Campaign> {
  const campaign: Campaign = {
    ...made,
    id: world.ids.next(),
    mode: tenant.mode,
    status: 'draft',
    phase: null,
    waiting: null,
    paused_by: null,
    letters: null,
    progress: {},
    due_at: null,
    created_at: new Date(world.clock.now()),
    started_at: null,
    finished_at: null,
  }
  await insertCampaign(tx, tenant.projectId, campaign)
  return campaign
}
