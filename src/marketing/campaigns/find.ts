/** The campaign that a path names, and how it is answered. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { type Campaign, noCounts, showCampaign } from './campaign.ts'
import { countRecipients } from './counts.ts'
import { findCampaign } from './store.ts'

export const idParams = Type.Object({ id: Type.String({ description: 'cmp_…' }) })

interface OneCampaign {
  readonly tenant: Tenant
  readonly params: { readonly id: string }
}

/** Throws Refusal where there is none. */
export async function mustFind(
  sql: Sql,
  { tenant, params }: OneCampaign,
  lock: '' | 'for update' = '',
): Promise<Campaign> {
  const id = read('cmp', params.id)
  const campaign = id === null ? null : await findCampaign(sql, tenant, id, lock)
  if (campaign === null) throw new Refusal('resource_not_found')
  return campaign
}

export async function shown(
  sql: Sql,
  { world, tenant: { projectId } }: Pick<Call, 'world' | 'tenant'>,
  campaign: Campaign,
) {
  const counts = await countRecipients(sql, projectId, [campaign.id])
  return showCampaign(world.settings, projectId, campaign, counts.get(campaign.id) ?? noCounts)
}
