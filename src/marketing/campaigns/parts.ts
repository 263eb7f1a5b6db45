/** What campaigns take from the modules beside them. */
import { ownAddresses } from '#tenants/accounts/accounts.ts'
import { preferencesLink } from '../forms/confirm.ts'
import { tenantOf } from '../forms/tenant.ts'
import { webViewLink } from '../forms/web-view.ts'
import type { CampaignParts } from './sending/prepared.ts'

export const campaignParts: CampaignParts = {
  tenantOf,
  preferencesLink,
  webViewLink,
  memberAddresses: (world, { accountId }) => ownAddresses(world, accountId),
}
