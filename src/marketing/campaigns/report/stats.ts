/** The figures of a campaign, counted from what happened to its letters. */
import { Type } from 'typebox'
import { csv } from '#kernel/base/csv.ts'
import { hourMs } from '#kernel/base/durations.ts'
import { show } from '#kernel/base/ids.ts'
import { route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { countRetrying } from '#platform/queue/source-store.ts'
import { noFigures } from '../../contacts/letters/letter-counts.ts'
import { type Campaign, noCounts } from '../definition/campaign.ts'
import { idParams, mustFind } from '../find.ts'
import type { CampaignKey } from '../store.ts'
import { countRecipients, partsOfCampaign, skippedByReason } from './counts.ts'
import { countDeferredCaptured } from './figures-store.ts'
import { listLinks } from './links-store.ts'

const parting = ['provider', 'variant', 'link', 'language', 'hour'] as const
type Parting = (typeof parting)[number]
type Counts = typeof noFigures

const whole = Type.Integer()
const byWhom = Type.Object({ people: whole, machines_only: whole })

export const statsShape = Type.Object(
  {
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
  },
  { $id: 'CampaignStats' },
)

export const partShape = Type.Object(
  {
    key: Type.String(),
    released: Type.Optional(whole),
    delivered: Type.Optional(whole),
    bounced: Type.Optional(statsShape.properties.bounced),
    complained: Type.Optional(whole),
    opened: Type.Optional(byWhom),
    clicked: byWhom,
  },
  { $id: 'CampaignPart' },
)

/** The same in parts; of links only clicks are known. */
export async function partsOf(sql: Sql, key: CampaignKey, by: Parting) {
  if (by === 'link') {
    const links = await listLinks(sql, key)
    return links.map(({ url, people, machines }) => ({
      key: url,
      clicked: { people, machines_only: machines },
    }))
  }
  const parts = await partsOfCampaign(sql, key, by)
  return [...parts]
    .filter(([, counts]) => Object.values(counts).some(count => count !== 0))
    .map(([name, counts]) => ({ key: name, released: counts.letters, ...resultsOf(counts) }))
}

const resultsOf = (counts: Counts) => ({
  delivered: counts.delivered,
  bounced: { hard: counts.hard, soft: counts.soft, policy: counts.policy },
  complained: counts.complained,
  opened: { people: counts.opened, machines_only: counts.opened_by_machines },
  clicked: { people: counts.clicked, machines_only: counts.clicked_by_machines },
})

export async function figuresOf(sql: Sql, key: CampaignKey, { mode, progress }: Campaign) {
  const counts = (await countRecipients(sql, key.projectId, [key.id])).get(key.id) ?? noCounts
  const [all, skipped, deferred] = await Promise.all([
    partsOfCampaign(sql, key, 'all'),
    skippedByReason(sql, key),
    mode === 'test' ? countDeferredCaptured(sql, key) : countRetrying(sql, key.id),
  ])
  const { first_release: first, last_release: last } = progress
  const spanMs = first === undefined ? 0 : Date.parse(last!) - Date.parse(first)
  const letters = all.get('') ?? noFigures
  return {
    audience: counts.audience,
    pending: counts.pending,
    released: counts.released,
    cancelled: counts.cancelled,
    skipped,
    captured: mode === 'test' ? counts.released : 0,
    deferred_now: deferred,
    ...resultsOf(letters),
    unsubscribed: { topic: letters.left_topic, all: letters.left_all },
    first_release: first ?? null,
    last_release: last ?? null,
    pace: Math.round(counts.released / Math.max(spanMs / hourMs, 1 / 3_600)),
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
    'in parts; hours are UTC. format=csv: a line for the whole, or for each part.',
  params: idParams,
  query: Type.Object({
    by: Type.Optional(Type.Enum([...parting])),
    format: Type.Optional(Type.Enum(['json', 'csv'])),
  }),
  success: {
    status: 200,
    schema: Type.Union([statsShape, Type.Object({ data: Type.Array(partShape) })]),
  },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async ({ world, tenant, params, query }) => {
    const campaign = await mustFind(world.db, { tenant, params })
    const key = { projectId: tenant.projectId, id: campaign.id }
    const { by } = query
    const body =
      by === undefined
        ? await figuresOf(world.db, key, campaign)
        : { data: await partsOf(world.db, key, by) }
    if (query.format !== 'csv') return { status: 200, body }
    const name = `figures-${show('cmp', campaign.id)}.csv`
    return {
      status: 200,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}"`,
      },
      body: csvOf('data' in body ? body.data : [body]),
    }
  },
})

/** A column for each number, however deep it stands: `clicked.people`. */
function csvOf(rows: readonly object[]): string {
  const flat = rows.map(row => flattened(row))
  const columns = [...new Set(flat.flatMap(row => Object.keys(row)))]
  return csv([columns, ...flat.map(row => columns.map(column => row[column] ?? ''))])
}

function flattened(row: object, before = ''): Record<string, string> {
  const pairs = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(flattened(value, `${before}${name}.`))
      : [[`${before}${name}`, value === null ? '' : String(value)] as const],
  )
  return Object.fromEntries(pairs)
}
