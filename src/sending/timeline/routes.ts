/** GET /v1/emails (list, one, content, export) and GET /v1/events. */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { eventTypeNames } from '../events/event.ts'
import { exportCsv } from './export.ts'
import { emailQuery, readFilter } from './filter.ts'
import { listEmails } from './list-store.ts'
import {
  emailPosition,
  eventPosition,
  findWithEvents,
  listEvents,
  recipientAddressesFrom,
} from './read-store.ts'
import { withAddresses } from './search.ts'
import {
  emailSchema,
  eventSchema,
  listedEmailSchema,
  showEmail,
  showEvent,
  showListed,
  showListedEvent,
} from './serialize.ts'
import { withReasons } from './standing-store.ts'

const idParams = Type.Object({ id: Type.String({ description: 'msg_…' }) })

const list = route({
  method: 'GET',
  path: '/v1/emails',
  name: 'emails.list',
  scope: 'read',
  summary: 'List emails, newest first',
  description: 'Filters add up: an email must fit all of them.',
  query: Type.Object({ ...emailQuery, ...pageQuery }),
  success: { status: 200, schema: pageOf(listedEmailSchema) },
  errors: ['invalid_field'],
  async handle({ world, tenant, query }) {
    const filter = await filterAsked({ world, tenant, query })
    let isCut = false
    const page = await listPage(world, {
      page: query,
      prefix: 'msg',
      find: id => emailPosition(world.db, tenant, id),
      read: async (before, count) => {
        const found = await listEmails(world, tenant, filter, { before, count })
        isCut = found.isCut
        return withReasons(world.db, tenant, found.emails)
      },
      show: showListed,
    })
    return { status: 200, body: isCut ? continued(page, lookedFor(query)) : page }
  },
})

async function filterAsked({
  world,
  tenant,
  query,
}: Pick<Call<unknown, Parameters<typeof readFilter>[0]>, 'world' | 'tenant' | 'query'>) {
  const filter = readFilter(query, world.clock.now())
  if (filter.search === undefined) return filter
  const addressesFrom = (start: string) => recipientAddressesFrom(world.db, tenant, start)
  return { ...filter, search: await withAddresses(filter.search, addressesFrom) }
}

/** Which of the parameters an email is looked at for. */
export const lookedFor = (query: Parameters<typeof readFilter>[0]): SoughtBy =>
  soughtBy.find(name => query[name] !== undefined) ?? 'event'

const soughtBy = [
  'q',
  'subject',
  'event',
  'provider',
  'cause',
  'recipient_domain',
  'tls',
  'event_after',
  'event_before',
] as const
type SoughtBy = (typeof soughtBy)[number]

/** Of a search that ended before the list did: it goes on behind what was found. */
export function continued<Page extends { readonly data: readonly unknown[] }>(
  page: Page,
  param: SoughtBy,
): Page {
  if (page.data.length > 0) return { ...page, has_more: true }
  const isOfWords = param === 'q' || param === 'subject'
  const [en, pt] = isOfWords ? ['300,000', '300.000'] : ['100,000', '100.000']
  throw new Refusal('invalid_field', {
    param,
    why: {
      en: `Not found in the first ${en} emails that were looked at. Say when: created_after and created_before.`,
      pt: `Não encontrado nos primeiros ${pt} e-mails examinados. Diga quando: created_after e created_before.`,
    },
  })
}

const exportQuery = {
  rows: Type.Optional(
    Type.Union([Type.Literal('emails'), Type.Literal('recipients')], {
      description: 'What has a line of its own; `emails` if absent.',
    }),
  ),
  delimiter: Type.Optional(
    Type.Union([Type.Literal(','), Type.Literal(';'), Type.Literal('tab')], {
      description: 'Between cells; a comma if absent.',
    }),
  ),
  bom: Type.Optional(
    Type.Union([Type.Literal('0'), Type.Literal('1')], {
      description: '`1`: the file begins with the mark of UTF-8.',
    }),
  ),
}

const exportAll = route({
  method: 'GET',
  path: '/v1/emails/export',
  name: 'emails.export',
  scope: 'read',
  summary: 'Download the email log as CSV',
  description:
    'Takes the filters of the list and streams all emails that fit, newest first: a line for each, ' +
    'or with `rows=recipients` for each recipient.',
  query: Type.Object({ ...emailQuery, ...exportQuery }),
  success: {
    status: 200,
    schema: Type.String({ description: 'CSV with a header line (RFC 4180).' }),
    contentType: 'text/csv; charset=utf-8',
  },
  errors: ['invalid_field'],
  async handle({ world, tenant, query }) {
    const day = new Date(world.clock.now()).toISOString().slice(0, 10)
    const { rows = 'emails', delimiter = ',', bom = '0' } = query
    const form = {
      rows,
      delimiter: delimiter === 'tab' ? ('\t' as const) : delimiter,
      hasMark: bom === '1',
    }
    return {
      status: 200,
      headers: { 'Content-Disposition': `attachment; filename="${rows}-${day}.csv"` },
      body: exportCsv(world, tenant, await filterAsked({ world, tenant, query }), form),
    }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/emails/{id}',
  name: 'emails.get',
  scope: 'read',
  summary: 'Read one email with its timeline',
  params: idParams,
  success: { status: 200, schema: emailSchema },
  errors: ['resource_not_found'],
  async handle({ world, tenant, params, language }) {
    const found = await findNamed('msg', params.id, id => findWithEvents(world.db, tenant, id))
    const reader = { ...tenant, language }
    const events = found.events.map(event => showEvent(event, reader))
    return { status: 200, body: { ...showEmail(found.email), events } }
  },
})

const events = route({
  method: 'GET',
  path: '/v1/events',
  name: 'events.list',
  scope: 'read',
  summary: 'List the events of all emails, newest first',
  query: Type.Object({
    type: Type.Optional(Type.Enum(eventTypeNames)),
    email_id: Type.Optional(Type.String()),
    ...pageQuery,
  }),
  success: { status: 200, schema: pageOf(eventSchema) },
  errors: [],
  async handle({ world, tenant, query, language }) {
    const emailId = query.email_id === undefined ? undefined : read('msg', query.email_id)
    if (emailId === null) return { status: 200, body: { data: [], has_more: false } }
    const filter = {
      ...(query.type === undefined ? {} : { type: query.type }),
      ...(emailId === undefined ? {} : { emailId }),
    }
    const page = await listPage(world, {
      page: query,
      prefix: 'evt',
      find: id => eventPosition(world.db, tenant, id),
      read: (before, count) => listEvents(world.db, tenant, filter, { before, count }),
      show: row => showListedEvent(row, { ...tenant, language }),
    })
    return { status: 200, body: page }
  },
})

export const timelineRoutes: readonly Route[] = [list, exportAll, get, events]
