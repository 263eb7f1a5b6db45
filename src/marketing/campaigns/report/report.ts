/**
 * All figures of a campaign by one snapshot of the database, so that no two numbers of a page can
 * contradict each other while letters leave and people click.
 */
import { Type } from 'typebox'
import { hourMs } from '#kernel/base/durations.ts'
import { route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { readOneMoment } from '#kernel/world/look-at-much.ts'
import { reactionsByMinute } from '../../contacts/letters/letters-store.ts'
import type { Campaign } from '../definition/campaign.ts'
import { idParams, mustFind } from '../find.ts'
import type { CampaignKey } from '../store.ts'
import { linkShape } from './links.ts'
import { listLinks } from './links-store.ts'
import { figuresOf, partShape, partsOf, statsShape } from './stats.ts'

/** What somebody watches who has just sent: after it hours say as much. */
const watchedMs = 2 * hourMs

const whole = Type.Integer()

const minute = Type.Object(
  { at: Type.String(), opened: whole, clicked: whole },
  { $id: 'CampaignMinute' },
)

const shape = Type.Object(
  {
    at: Type.String({ description: 'The moment of all figures.' }),
    stats: statsShape,
    provider: Type.Array(partShape),
    language: Type.Array(partShape),
    variant: Type.Array(partShape),
    hour: Type.Array(partShape),
    minute: Type.Array(minute),
    links: Type.Array(linkShape),
  },
  { $id: 'CampaignReport' },
)

export const reportRoute = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/report',
  name: 'campaigns.report',
  scope: 'read',
  summary: 'Read all figures of a campaign as of one moment',
  description:
    'stats, its parts, and links, by one snapshot. minute: first openings and clicks of people in ' +
    'the first two hours.',
  params: idParams,
  success: { status: 200, schema: shape },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const body = await world.db.transaction(async tx => {
      await readOneMoment(tx)
      const campaign = await mustFind(tx, { tenant, params })
      const key = { projectId: tenant.projectId, id: campaign.id }
      return {
        at: new Date(world.clock.now()).toISOString(),
        ...(await figuresAt(tx, key, campaign)),
      }
    })
    return { status: 200, body }
  },
})

async function figuresAt(tx: Tx, key: CampaignKey, campaign: Campaign) {
  const parts = (by: Parameters<typeof partsOf>[2]) => partsOf(tx, key, by)
  const [stats, provider, language, variant, hour, minute, links] = await Promise.all([
    figuresOf(tx, key, campaign),
    parts('provider'),
    parts('language'),
    parts('variant'),
    parts('hour'),
    minutesOf(tx, key, campaign),
    listLinks(tx, key),
  ])
  return { stats, provider, language, variant, hour, minute, links }
}

async function minutesOf(sql: Sql, { projectId, id }: CampaignKey, { progress }: Campaign) {
  if (progress.first_release === undefined) return []
  const since = new Date(progress.first_release)
  const until = new Date(since.getTime() + watchedMs)
  const rows = await reactionsByMinute(sql, { projectId, sourceId: id, since, until })
  return rows.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts }))
}
