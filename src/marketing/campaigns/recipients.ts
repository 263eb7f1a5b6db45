/** Who gets a campaign, with the state of each. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { idParams, mustFind } from './find.ts'
import { findRecipient, listRecipients, type RecipientRow } from './store.ts'
import { why } from './why.ts'

const states = ['pending', 'released', 'skipped', 'cancelled'] as const

const shape = Type.Object({
  contact_id: Type.String(),
  email: Type.String(),
  state: Type.Enum([...states]),
  reason: Type.Optional(Type.String()),
  variant: Type.Optional(Type.String()),
  send_at: Type.Optional(Type.String({ format: 'date-time' })),
  email_id: Type.Optional(Type.String()),
  decided_at: Type.String({ format: 'date-time' }),
})

const showRow = (row: RecipientRow) => ({
  contact_id: show('con', row.contact_id),
  email: row.email,
  state: row.state,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.variant === null ? {} : { variant: row.variant }),
  ...(row.send_at === null ? {} : { send_at: row.send_at.toISOString() }),
  ...(row.email_id === null ? {} : { email_id: show('msg', row.email_id) }),
  decided_at: row.decided_at.toISOString(),
})

const list = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/recipients',
  name: 'campaigns.recipients',
  scope: 'read',
  summary: 'List the people of a campaign',
  params: idParams,
  query: Type.Object({
    limit: pageQuery.limit,
    starting_after: Type.Optional(Type.String({ description: 'A contact_id.' })),
    state: Type.Optional(Type.Enum([...states])),
    reason: Type.Optional(
      Type.String({ maxLength: 100, description: 'missing_value: whichever value it is.' }),
    ),
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
    const limit = query.limit ?? 50
    const filter = { state: query.state ?? null, reason: query.reason ?? null }
    const rows = await listRecipients(world.db, key, filter, { before, count: limit + 1 })
    return {
      status: 200,
      body: { data: rows.slice(0, limit).map(showRow), has_more: rows.length > limit },
    }
  },
})

export const recipientRoutes: readonly Route[] = [list, why]
