/** The campaign that a path names, and how it is answered. */

import { Type } from 'typebox'
import { findNamed } from '#kernel/routes/find-named.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { type Campaign, noFigures, showCampaign } from './definition/campaign.ts'
import { figuresOfAll } from './report/counts.ts'
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
  return findNamed('cmp', params.id, id => findCampaign(sql, tenant, id, lock))
}

export async function shown(
  sql: Sql,
  { world, tenant: { projectId } }: TenantWorld,
  campaign: Campaign,
) {
  const figures = (await figuresOfAll(sql, projectId, [campaign.id])).get(campaign.id) ?? noFigures
  return showCampaign(world.settings, projectId, campaign, figures)
}
