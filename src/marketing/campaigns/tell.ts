/** Facts about campaigns, for webhooks that name them. */
import { show } from '#kernel/base/ids.ts'
import { fill, type Text } from '#kernel/base/languages.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { endNotices, notify } from '#tenants/accounts/notices.ts'
import type { FactType } from '../activity/catalogue.ts'
import { noteFacts } from '../activity/note.ts'
import { type Campaign, noFigures, showCampaign } from './definition/campaign.ts'
import { figuresOfAll } from './report/counts.ts'

type CampaignFact = Extract<FactType, `campaign.${string}`>

export async function tellOf(
  tx: Tx,
  { world, tenant }: TenantWorld,
  type: CampaignFact,
  campaign: Campaign,
): Promise<void> {
  const data = { campaign_id: show('cmp', campaign.id) }
  await tellAccount(tx, world, tenant, { type, campaign })
  await noteFacts(tx, { world, tenant }, [{ type, contactId: null, data }], async () => {
    const figures = await figuresOfAll(tx, tenant.projectId, [campaign.id])
    return [
      {
        campaign: showCampaign(
          world.settings,
          tenant.projectId,
          campaign,
          figures.get(campaign.id) ?? noFigures,
        ),
      },
    ]
  })
}

interface CampaignHappening {
  readonly type: CampaignFact
  readonly campaign: Campaign
}

/** A pause lasts until somebody ends it; whoever paused by hand needs no letter. */
async function tellAccount(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { type, campaign }: CampaignHappening,
) {
  const { accountId, projectId, mode } = tenant
  const { id, name, paused_by: by } = campaign
  const cause = `campaign ${id}`
  if (type === 'campaign.resumed' || type === 'campaign.cancelled') {
    await endNotices(tx, world, accountId, [cause])
  }
  if (type !== 'campaign.paused') return
  const text = fill(pausedTexts[by ?? 'person'], { name: name.slice(0, 200) })
  const data = { campaign_id: show('cmp', id), name, by }
  const isLetter = by !== 'person'
  const level = isLetter ? 'warning' : 'info'
  const about = { accountId, projectId, mode, cause, data, text, isLetter } as const
  await notify(tx, world, [{ ...about, level, code: 'campaign_paused' }])
}

const pausedTexts: Readonly<Record<NonNullable<Campaign['paused_by']>, Text>> = {
  person: {
    en: 'Somebody paused the campaign {name}.',
    pt: 'Alguém pausou a campanha {name}.',
  },
  guard: {
    en: 'The campaign {name} is paused: too many of its letters bounced or were marked as spam.',
    pt: 'A campanha {name} está pausada: muitas das mensagens dela voltaram ou foram marcadas como spam.',
  },
  account: {
    en: 'The campaign {name} is paused, since sending of the account is.',
    pt: 'A campanha {name} está pausada, pois o envio da conta está.',
  },
  missed_schedule: {
    en: 'The campaign {name} is paused: its time passed before it could begin. Start it if it still fits.',
    pt: 'A campanha {name} está pausada: a hora dela passou antes que pudesse começar. Retome-a se ainda fizer sentido.',
  },
}
