/** What people spent after they had clicked in a campaign: by the activity that the project names. */
import { Type } from 'typebox'
import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { route } from '#kernel/routes/route.ts'
import { defaultRevenueWithin } from '../../forms/revenue-fields.ts'
import { settingsOf } from '../../forms/settings.ts'
import { revenueOf } from './revenue-store.ts'

const maxAsked = 100

const nullable = Type.Union([Type.String(), Type.Null()])

const shape = Type.Object(
  {
    event: nullable,
    within: nullable,
    data: Type.Array(
      Type.Object({
        campaign_id: Type.String(),
        currency: Type.String({ description: 'ISO 4217.' }),
        amount: Type.Number(),
        events: Type.Integer(),
        people: Type.Integer(),
      }),
    ),
  },
  { $id: 'CampaignRevenue' },
)

/** Throws Refusal. */
function idsOf(text: string): Uuid[] {
  const texts = text.split(',').filter(one => one !== '')
  const ids = texts.flatMap(one => read('cmp', one) ?? [])
  if (ids.length === texts.length && ids.length > 0 && ids.length <= maxAsked) return ids
  throw new Refusal('invalid_field', {
    param: 'ids',
    why: {
      en: `It must be one to ${maxAsked} ids of campaigns, with commas between them.`,
      pt: `Deve ter de um a ${maxAsked} ids de campanhas, separados por vírgula.`,
    },
  })
}

export const revenueRoute = route({
  method: 'GET',
  path: '/v1/campaigns/revenue',
  name: 'campaigns.revenue',
  scope: 'read',
  summary: 'Read what people spent after a click in campaigns',
  description:
    'By `revenue` of the marketing settings; without it, event is null and data is empty. An ' +
    'activity counts for the letter that was clicked last before it. Currencies are never added up.',
  query: Type.Object({ ids: Type.String({ maxLength: 5_000, description: 'cmp_…,cmp_…' }) }),
  success: { status: 200, schema: shape },
  errors: ['missing_field', 'invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const asked = idsOf(query.ids)
    const { projectId, mode } = tenant
    const { revenue } = await settingsOf(world.db, projectId)
    if (revenue === null) return { status: 200, body: { event: null, within: null, data: [] } }
    const { event, amount, currency, currency_property: currencyProperty = null } = revenue
    const within = revenue.within ?? defaultRevenueWithin
    const rows = await revenueOf(world.db, {
      projectId,
      mode,
      ids: asked,
      event,
      amount,
      currencyProperty,
      currency,
      withinMs: durationMs(within)!,
    })
    const data = rows.map(({ id, ...row }) => ({ campaign_id: show('cmp', id), ...row }))
    return { status: 200, body: { event, within, data } }
  },
})
