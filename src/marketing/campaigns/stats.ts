/** The figures of a campaign, counted from what happened to its letters. */
import { Type } from 'typebox'
import { route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { noCounts } from './campaign.ts'
import {
  engagedOf,
  figuresBy,
  leftOf,
  outcomesOf,
  type Parting,
  parting,
  releaseTimes,
} from './figures-store.ts'
import { idParams, mustFind } from './find.ts'
import { listLinks } from './links-store.ts'
import { type CampaignKey, countRecipients, skippedByReason } from './store.ts'

const whole = Type.Integer()
const byWhom = Type.Object({ people: whole, machines_only: whole })

const shape = Type.Object({
  audience: whole,
  pending: whole,
  released: whole,
  cancelled: whole,
  skipped: Type.Record(Type.String(), whole),
  delivered: whole,
  captured: whole,
  deferred_now: whole,
  bounced: Type.Object({ hard: whole, soft: whole, policy: whole }),
  complained: whole,
  unsubscribed: Type.Object({ topic: whole, all: whole }),
  opened: byWhom,
  clicked: byWhom,
  first_release: Type.Union([Type.String(), Type.Null()]),
  last_release: Type.Union([Type.String(), Type.Null()]),
  pace: Type.Integer({ description: 'Letters released an hour, while it was sending.' }),
})

const part = Type.Object({
  key: Type.String(),
  released: Type.Optional(whole),
  delivered: Type.Optional(whole),
  bounced: Type.Optional(shape.properties.bounced),
  complained: Type.Optional(whole),
  opened: Type.Optional(byWhom),
  clicked: byWhom,
})

/** The same in parts; of links only clicks are known. */
async function partsOf(sql: Sql, key: CampaignKey, by: Parting) {
  if (by === 'link') {
    const links = await listLinks(sql, key)
    return links.map(({ url, people, machines }) => ({
      key: url,
      clicked: { people, machines_only: machines },
    }))
  }
  const rows = await figuresBy(sql, key, by)
  return rows.map(row => ({
    key: row.key,
    released: row.released,
    delivered: row.delivered,
    bounced: { hard: row.hard, soft: row.soft, policy: row.policy },
    complained: row.complained,
    opened: { people: row.opened, machines_only: row.opened_by_machines },
    clicked: { people: row.clicked, machines_only: row.clicked_by_machines },
  }))
}

async function figuresOf(sql: Sql, key: CampaignKey, mode: string) {
  const counts = (await countRecipients(sql, key.projectId, [key.id])).get(key.id) ?? noCounts
  const [outcomes, engaged, times, left, skipped] = await Promise.all([
    outcomesOf(sql, key),
    engagedOf(sql, key),
    releaseTimes(sql, key),
    leftOf(sql, key),
    skippedByReason(sql, key),
  ])
  const of = (type: string, isPolicy?: boolean): number =>
    outcomes
      .filter(one => one.type === type && (isPolicy === undefined || one.is_policy === isPolicy))
      .reduce((sum, one) => sum + one.letters, 0)
  const by = (type: string) => {
    const found = engaged.find(one => one.type === type)
    return { people: found?.people ?? 0, machines_only: found?.machines ?? 0 }
  }
  const spanMs = (times.last?.getTime() ?? 0) - (times.first?.getTime() ?? 0)
  return {
    audience: counts.audience,
    pending: counts.pending,
    released: counts.released,
    cancelled: counts.cancelled,
    skipped,
    delivered: of('delivered'),
    captured: mode === 'test' ? counts.released : 0,
    deferred_now: times.deferred,
    bounced: { hard: of('bounced', false), soft: of('failed'), policy: of('bounced', true) },
    complained: of('complained'),
    unsubscribed: left,
    opened: by('opened'),
    clicked: by('clicked'),
    first_release: times.first?.toISOString() ?? null,
    last_release: times.last?.toISOString() ?? null,
    pace: Math.round(counts.released / Math.max(spanMs / 3_600_000, 1 / 3_600)),
  }
}

export const statsRoute = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/stats',
  name: 'campaigns.stats',
  scope: 'read',
  summary: 'Read the figures of a campaign',
  description:
    'People and programs apart; openings by people are a lower bound. by: { data: [{ key, … }] } ' +
    'in parts; hours are UTC.',
  params: idParams,
  query: Type.Object({ by: Type.Optional(Type.Enum([...parting])) }),
  success: {
    status: 200,
    schema: Type.Union([shape, Type.Object({ data: Type.Array(part) })]),
  },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async ({ world, tenant, params, query }) => {
    const campaign = await mustFind(world.db, { tenant, params })
    const key = { projectId: tenant.projectId, id: campaign.id }
    if (query.by !== undefined) {
      return { status: 200, body: { data: await partsOf(world.db, key, query.by) } }
    }
    return { status: 200, body: await figuresOf(world.db, key, campaign.mode) }
  },
})
