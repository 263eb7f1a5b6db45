/** The list of campaigns: page after page as they were made, or the best of them first. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { listPage, newest, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { route, type Tenant, type TenantWorld } from '#kernel/routes/route.ts'
import {
  type CampaignFigures,
  campaignShape,
  noFigures,
  showCampaign,
} from './definition/campaign.ts'
import { campaignStatuses } from './definition/state-table.ts'
import { figuresOfAll } from './report/counts.ts'
import {
  type CampaignFilter,
  campaignsByIds,
  findCampaignPosition,
  listCampaigns,
  newestCampaigns,
} from './store.ts'

const moment = Type.Optional(Type.String({ format: 'date-time' }))
const sorts = ['opened', 'clicked'] as const
/** Of so many, the newest, the best are found. */
const maxSorted = 500
const defaultLimit = 50

interface CampaignQuery extends CampaignFilter {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly sort?: (typeof sorts)[number] | undefined
}

export const listRoute = route({
  method: 'GET',
  path: '/v1/campaigns',
  name: 'campaigns.list',
  scope: 'read',
  summary: 'List campaigns',
  query: Type.Object({
    ...pageQuery,
    status: Type.Optional(Type.Enum([...campaignStatuses])),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Words within the name.' })),
    tag: Type.Optional(
      Type.String({ maxLength: 541, description: 'The key of a tag, or key:value.' }),
    ),
    archived: Type.Optional(
      Type.Enum(['only', 'any'], { description: 'Absent: those that are not put away.' }),
    ),
    begins_after: moment,
    begins_before: moment,
    sort: Type.Optional(
      Type.Enum([...sorts], {
        description: `Highest rate first, of the newest ${maxSorted} that fit; one page.`,
      }),
    ),
  }),
  success: { status: 200, schema: pageOf(campaignShape) },
  errors: ['invalid_field'],
  handle: async call => {
    const asked = call.query as CampaignQuery
    const body = asked.sort === undefined ? await pageByAge(call, asked) : await best(call, asked)
    return { status: 200, body }
  },
})

async function pageByAge({ world, tenant }: TenantWorld, asked: CampaignQuery) {
  const figures = new Map<Uuid, CampaignFigures>()
  return listPage(world, {
    page: asked,
    prefix: 'cmp',
    find: id => findCampaignPosition(world.db, tenant, id),
    read: async (before, count) => {
      const page = await listCampaigns(world.db, tenant, asked, { before, count })
      const ids = page.map(one => one.id)
      for (const [id, one] of await figuresOfAll(world.db, tenant.projectId, ids)) {
        figures.set(id, one)
      }
      return page
    },
    show: row =>
      showCampaign(world.settings, tenant.projectId, row, figures.get(row.id) ?? noFigures),
    showsUnsettled: true,
  })
}

async function best({ world, tenant }: TenantWorld, asked: CampaignQuery) {
  if (asked.starting_after !== undefined) {
    throw new Refusal('invalid_field', {
      param: 'starting_after',
      why: { en: 'With sort there is one page.', pt: 'Com sort há uma página só.' },
    })
  }
  const page = { before: newest, count: maxSorted }
  const ids = await newestCampaigns(world.db, tenant, asked, page)
  const figures = await figuresOfAll(world.db, tenant.projectId, ids)
  const figuresOf = (id: Uuid) => figures.get(id) ?? noFigures
  const rate = (id: Uuid) => rateOf(tenant, figuresOf(id), asked.sort!)
  const limit = asked.limit ?? defaultLimit
  const first = ids.toSorted((a, b) => rate(b) - rate(a)).slice(0, limit)
  const data = (await campaignsByIds(world.db, tenant, first)).map(row =>
    showCampaign(world.settings, tenant.projectId, row, figuresOf(row.id)),
  )
  return { data, has_more: false }
}

/** Of what arrived; of test mode, of what was captured. Where nothing has arrived, below all others. */
function rateOf(
  { mode }: Pick<Tenant, 'mode'>,
  { counts, results }: CampaignFigures,
  what: (typeof sorts)[number],
): number {
  const got = mode === 'test' ? counts.released : results.delivered
  return got === 0 ? -1 : results[what] / got
}
