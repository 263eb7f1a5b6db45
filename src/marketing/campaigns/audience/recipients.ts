/** Who gets a campaign, with the state of each and of their letter. */
import { Type } from 'typebox'
import { csv } from '#kernel/base/csv.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { exportPlaces } from '#sending/timeline/export-places.ts'
import type { AddValue } from '../../contacts/people/contact.ts'
import { addressesMeant, startsWith } from '../../contacts/people/filters.ts'
import { idParams, mustFind } from '../find.ts'
import type { CampaignKey } from '../store.ts'
import {
  askedStates,
  findRecipient,
  type ListedRecipient,
  letterStates,
  listRecipients,
  type RecipientFilter,
  rowStates,
} from './recipients-store.ts'
import { why } from './why.ts'

const shape = Type.Object(
  {
    contact_id: Type.String(),
    email: Type.String(),
    state: Type.Enum([...rowStates]),
    reason: Type.Optional(Type.String()),
    variant: Type.Optional(Type.String()),
    send_at: Type.Optional(Type.String({ format: 'date-time' })),
    email_id: Type.Optional(Type.String()),
    letter_state: Type.Union([Type.Enum([...letterStates]), Type.Null()], {
      description: 'How far the letter has come; null before there is one.',
    }),
    decided_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'CampaignRecipient' },
)

const showRow = (row: ListedRecipient) => ({
  contact_id: show('con', row.contact_id),
  email: row.email,
  state: row.state,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.variant === null ? {} : { variant: row.variant }),
  ...(row.send_at === null ? {} : { send_at: row.send_at.toISOString() }),
  ...(row.email_id === null ? {} : { email_id: show('msg', row.email_id) }),
  letter_state: row.letter_state,
  decided_at: row.decided_at.toISOString(),
})

const columns = Object.keys(shape.properties) as (keyof typeof shape.properties)[]
const pageSize = 500

/** Page by page as it is taken; no transaction stays open meanwhile. */
async function* lines(sql: Sql, key: CampaignKey, filter: RecipientFilter): AsyncGenerator<string> {
  yield csv([columns])
  let before: Uuid | null = null
  for (;;) {
    const rows: ListedRecipient[] = await listRecipients(sql, key, filter, {
      before,
      count: pageSize,
    })
    const shown = rows.map(showRow)
    if (shown.length > 0) yield csv(shown.map(row => columns.map(column => row[column] ?? null)))
    before = rows.at(-1)?.contact_id ?? null
    if (rows.length < pageSize) return
  }
}

const list = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/recipients',
  name: 'campaigns.recipients',
  scope: 'read',
  summary: 'List the people of a campaign',
  description:
    'delivered, bounced and deferred say how the letter stands; opened, clicked, unsubscribed and ' +
    'complained who did so, programs not counted; not_opened and not_clicked whose letter arrived ' +
    'without that. `format=csv` streams all that fit.',
  params: idParams,
  query: Type.Object({
    limit: pageQuery.limit,
    starting_after: Type.Optional(Type.String({ description: 'A contact_id.' })),
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'The start of an address or of a name.' }),
    ),
    state: Type.Optional(Type.Enum([...askedStates])),
    reason: Type.Optional(
      Type.String({ maxLength: 100, description: 'missing_value: whichever value it is.' }),
    ),
    variant: Type.Optional(Type.String({ maxLength: 40 })),
    link: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Who clicked it: its n.' }),
    ),
    format: Type.Optional(Type.Enum(['json', 'csv'])),
  }),
  success: { status: 200, schema: pageOf(shape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const campaign = await mustFind(world.db, call)
    const key = { projectId: tenant.projectId, id: campaign.id }
    const before = query.starting_after === undefined ? null : read('con', query.starting_after)
    if (query.starting_after !== undefined) {
      const isKnown = before !== null && (await findRecipient(world.db, key, before)) !== null
      if (!isKnown) throw new Refusal('invalid_field', { param: 'starting_after' })
    }
    const { q, state, reason, variant, link } = query
    const meant = q ? await addressesMeant(world.db, tenant, q) : []
    const person = q ? (add: AddValue) => startsWith(add, q, meant) : undefined
    const filter: RecipientFilter = { state, reason, variant, link, person }
    if (query.format === 'csv') {
      return {
        status: 200,
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="recipients-${show('cmp', campaign.id)}.csv"`,
        },
        body: world.runtime
          .get(exportPlaces, world)
          .stream(tenant.projectId, lines(world.db, key, filter)),
      }
    }
    const limit = query.limit ?? 50
    const rows = await listRecipients(world.db, key, filter, { before, count: limit + 1 })
    return {
      status: 200,
      body: { data: rows.slice(0, limit).map(showRow), has_more: rows.length > limit },
    }
  },
})

export const recipientRoutes: readonly Route[] = [list, why]
