/** What is read before a turn of a campaign, outside of its transaction: it asks other connections. */
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { ContactCondition, PreferencesUrl } from '../../contacts/people/contact.ts'
import { propertyFallbacks } from '../../contacts/people/reading.ts'
import { settingsOf } from '../../forms/settings.ts'
import { projectValues, topicNamesOf } from '../../templates/project-values.ts'
import { audienceCondition } from '../audience/audience-store.ts'
import type { Campaign, CampaignLetters, Definition } from '../definition/campaign.ts'
import { stateOf } from '../definition/state-table.ts'
import { readCampaign } from '../store.ts'
import { type Common, readLetters } from './letter.ts'
import { linkBases, listHosts } from './link-bases.ts'

/** What stands beside campaigns and is handed in by the wiring. */
export interface CampaignParts {
  readonly tenantOf: (world: World, projectId: Uuid, mode: Tenant['mode']) => Promise<Tenant | null>
  /** Confirmed addresses of the account's members. */
  readonly memberAddresses: (world: World, tenant: Tenant) => Promise<readonly string[]>
  /** A person's own page, where they choose what they get. */
  readonly preferencesLink: (world: World, tenant: Tenant) => Promise<PreferencesUrl>
  readonly webViewLink: (world: World, projectId: Uuid) => Promise<(emailId: Uuid) => string>
}

export interface PreparedCampaign {
  /** Of the campaign as it was read. */
  readonly version: string
  /** What it sends; null: nothing yet. */
  readonly sources: CampaignLetters | null
  readonly tenant: Tenant
  readonly zone: string
  readonly letters: Common | null
  /** Who is meant, where they are read or asked about again. */
  readonly audience: ContactCondition | null
}

/** What was prepared for one is good as long as this is the same. */
export const versionOf = ({ status, phase, progress }: Campaign): string =>
  JSON.stringify([progress.revision ?? 0, status, phase, progress.ab ?? null])

export async function commonOf(
  world: World,
  key: { readonly projectId: Uuid; readonly id: Uuid },
  parts: CampaignParts,
): Promise<PreparedCampaign | null> {
  const campaign = await readCampaign(world.db, key)
  if (campaign === null) return null
  const tenant = await parts.tenantOf(world, key.projectId, campaign.mode)
  if (tenant === null) return null
  const account = await getAccount(world, tenant.accountId)
  const zone = account?.timeZone ?? 'UTC'
  const audience = await audienceOf({ world, tenant }, campaign)
  const { letters: sources } = campaign
  const known = { version: versionOf(campaign), sources, tenant, zone, audience }
  if (sources === null) return { ...known, letters: null }
  const letters = await lettersOf(world, tenant, { ...campaign, letters: sources }, parts)
  return { ...known, letters }
}

/** What all letters of a campaign have in common, also of one that is a draft. */
export async function lettersOf(
  world: World,
  tenant: Tenant,
  campaign: Pick<Campaign, 'id' | 'definition' | 'progress'> & { letters: CampaignLetters },
  parts: CampaignParts,
): Promise<Common> {
  const account = await getAccount(world, tenant.accountId)
  const zone = account?.timeZone ?? 'UTC'
  const variants = Object.entries(campaign.letters.variants ?? {})
  const { projectId } = tenant
  return {
    campaign,
    read: readLetters(campaign.letters),
    variants: new Map(variants.map(([variant, letters]) => [variant, readLetters(letters)])),
    rules: await settingsOf(world.db, projectId),
    topic: await topicOf(world, projectId, campaign.definition),
    fallbacks: await propertyFallbacks(world.db, projectId),
    values: await projectValues(world, tenant, zone),
    zone,
    preferencesUrl: await parts.preferencesLink(world, tenant),
    webViewUrl: await parts.webViewLink(world, projectId),
    hosts: await listHosts(world, projectId, campaign.definition),
    bases: await linkBases(world, projectId, campaign.definition),
    makesText: world.settings.MALOTE_TEXT_PART,
    contents: new Map(),
  }
}

function audienceOf(
  call: { readonly world: World; readonly tenant: Tenant },
  { status, phase, definition: { audience } }: Campaign,
): Promise<ContactCondition> | null {
  const isRead =
    stateOf(status).stage === 'waiting' || phase === 'preparing' || audience?.recheck === true
  return audience === null || !isRead ? null : audienceCondition(call, audience)
}

const topicOf = ({ db }: World, projectId: Uuid, { topic_id: id }: Definition) =>
  topicNamesOf(db, projectId, id === null ? null : read('top', id))
