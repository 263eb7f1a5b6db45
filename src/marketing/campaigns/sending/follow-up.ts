/** A campaign planned together with another one: the same letter, days after it, to who did not react. */
import { durationMs } from '#kernel/base/durations.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Campaign, CampaignLetters, Definition } from '../definition/campaign.ts'
import type { FollowUp } from '../definition/follow-up-fields.ts'
import type { AbVariant, CampaignContent } from '../definition/shapes.ts'
import { type CampaignKey, insertCampaign, updateCampaign } from '../store.ts'
import { wakeAt } from './wake.ts'

type WithSubject = { readonly subject?: string }

function withSubject(content: CampaignContent | null, subject: string | undefined) {
  if (!subject || content === null || 'template_id' in content) return content
  if (!('variants' in content)) return { ...(content as WithSubject), subject } as CampaignContent
  const variants = Object.entries(content.variants)
  return {
    ...content,
    variants: Object.fromEntries(variants.map(([tag, one]) => [tag, { ...one, subject }])),
  }
}

/** What the variant that won has of its own; nothing where there was no test. */
function winnerOf({ definition: { ab }, progress }: Campaign): Partial<AbVariant> {
  return ab?.variants.find(one => one.key === progress.ab?.winner) ?? {}
}

/** The letters that most people got, with the subject that was asked for. */
function lettersOf({ letters, progress }: Campaign, subject: string | undefined): CampaignLetters {
  const { variants = {}, ...own } = letters!
  const sent = variants[progress.ab?.winner ?? ''] ?? own
  if (!subject) return sent
  const all = Object.entries(sent.letters)
  return {
    ...sent,
    letters: Object.fromEntries(all.map(([tag, one]) => [tag, { ...one, subject }])),
  }
}

function definitionOf(campaign: Campaign, asked: FollowUp, at: number): Definition {
  const { definition, id } = campaign
  const won = winnerOf(campaign)
  const { window, rate_per_hour: rate } = definition.schedule ?? {}
  return {
    ...definition,
    from: won.from ?? definition.from,
    content: withSubject(won.content ?? definition.content, asked.subject ?? won.subject),
    audience: { ...definition.audience, [asked.to]: show('cmp', id) },
    schedule: {
      at: new Date(at).toISOString(),
      ...(window ? { window } : {}),
      ...(rate ? { rate_per_hour: rate } : {}),
    },
    ab: null,
    archive: { public: false },
    follow_up: null,
  }
}

/**
 * Plans what is to follow a campaign that has been sent; returns its id. Where it was not looked for
 * who reacts, nobody is known to have not.
 */
export async function planFollowUp(
  tx: Tx,
  world: World,
  key: CampaignKey,
  campaign: Campaign,
): Promise<{ readonly follow_up?: Uuid }> {
  const { follow_up: asked, tracking } = campaign.definition
  if (!asked || campaign.letters === null) return {}
  if (!(asked.to === 'not_opened' ? tracking.opens : tracking.clicks)) return {}
  const now = world.clock.now()
  const at = now + durationMs(asked.after)!
  const definition = definitionOf(campaign, asked, at)
  const made: Campaign = {
    id: world.ids.next(),
    mode: campaign.mode,
    name: `${campaign.name.slice(0, 190)} (2)`,
    status: 'scheduled',
    phase: null,
    waiting: null,
    paused_by: null,
    definition,
    letters: lettersOf(campaign, asked.subject),
    progress: {},
    due_at: new Date(at),
    created_at: new Date(now),
    started_at: null,
    finished_at: null,
  }
  await insertCampaign(tx, key.projectId, made)
  await updateCampaign(tx, key.projectId, made)
  await wakeAt(tx, world, { projectId: key.projectId, id: made.id }, at)
  return { follow_up: made.id }
}
