/** All contacts as CSV (RFC 4180) or NDJSON, of any number in the memory of one page. */

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { csv } from '#kernel/base/csv.ts'
import { show } from '#kernel/base/ids.ts'
import { ownOf } from '#kernel/base/own.ts'
import { newest } from '#kernel/routes/paging.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import type { Position } from '#kernel/world/listed.ts'
import type { World } from '#kernel/world/world.ts'
import { exportPlaces } from '#sending/timeline/export-places.ts'
import { contactFieldNames } from '../fields/contact-fields.ts'
import { readPropertyTypes } from '../topics/topic-store.ts'
import type { ContactCondition, Owner } from './contact.ts'
import { type ContactRow, showContact } from './contact.ts'
import { type ConditionsAbove, conditionsOf, contactQuery } from './filters.ts'
import { listContacts } from './store.ts'

const pageSize = 500

const columns = [
  'id',
  'email',
  ...contactFieldNames,
  'topics',
  'unsubscribed',
  'suppressed',
  'snoozed_until',
  'source',
  'created_at',
  'updated_at',
] as const

export const exportRoute = (above: ConditionsAbove): Route =>
  route({
    method: 'GET',
    path: '/v1/contacts/export',
    name: 'contacts.export',
    scope: 'read',
    summary: 'Download contacts as CSV or NDJSON',
    description:
      'Takes the filters of the list and streams all contacts that fit, newest first. In CSV, a ' +
      'cell that a spreadsheet would run as a formula gets an apostrophe in front.',
    query: Type.Object({
      ...contactQuery,
      format: Type.Optional(Type.Enum(['csv', 'ndjson'])),
    }),
    success: {
      status: 200,
      schema: Type.String({ description: 'CSV with a header line, or one JSON object per line.' }),
      contentType: 'text/csv; charset=utf-8',
    },
    errors: ['invalid_field'],
    handle: async ({ world, tenant, query }) => {
      const now = world.clock.now()
      const conditions = await conditionsOf(world, tenant, query, above)
      const day = new Date(now).toISOString().slice(0, 10)
      const format = query.format ?? 'csv'
      const texts = await exportTexts(world, tenant, conditions, format)
      return {
        status: 200,
        headers: {
          'Content-Disposition': `attachment; filename="contacts-${day}.${format}"`,
          ...(format === 'csv' ? {} : { 'Content-Type': 'application/x-ndjson; charset=utf-8' }),
        },
        body: world.runtime.get(exportPlaces, world).stream(tenant.projectId, texts),
      }
    },
  })

/** A stream of text, page by page as it is taken; no transaction stays open meanwhile. */
export const exportContacts = async (...asked: Parameters<typeof exportTexts>): Promise<Readable> =>
  Readable.from(await exportTexts(...asked), { highWaterMark: 1 })

async function exportTexts(
  world: Pick<World, 'db'>,
  owner: Owner,
  conditions: readonly ContactCondition[],
  format: 'csv' | 'ndjson',
): Promise<AsyncIterable<string>> {
  const keys = [...(await readPropertyTypes(world.db, owner)).keys()].sort()
  const pages = pagesOf(world, owner, conditions)
  return format === 'csv' ? asCsv(pages, keys) : asLines(pages)
}

async function* pagesOf(
  world: Pick<World, 'db'>,
  owner: Owner,
  conditions: readonly ContactCondition[],
): AsyncGenerator<readonly ContactRow[]> {
  let before: Position = newest
  for (;;) {
    const page = await listContacts(world.db, owner, conditions, { before, count: pageSize })
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    before = last
  }
}

async function* asLines(pages: AsyncIterable<readonly ContactRow[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map(row => `${JSON.stringify(showContact(row))}\n`).join('')
  }
}

async function* asCsv(
  pages: AsyncIterable<readonly ContactRow[]>,
  keys: readonly string[],
): AsyncGenerator<string> {
  yield csv([[...columns, ...keys.map(key => `properties.${key}`)]])
  for await (const page of pages) yield csv(page.map(row => cells(row, keys)))
}

function cells(row: ContactRow, keys: readonly string[]): string[] {
  const shown = showContact(row)
  const fixed = columns.map(column => {
    if (column === 'topics') return shown.topics.map(one => `${one.id}:${one.state}`).join(' ')
    if (column === 'suppressed') return shown.suppressed?.reason ?? ''
    if (column === 'id') return show('con', row.id)
    return String(shown[column] ?? '')
  })
  return [...fixed, ...keys.map(key => cellOf(ownOf(row.properties, key)))]
}

/** As an import reads it; items that hold what parts items are written as JSON. */
export function cellOf(value: ContactRow['properties'][string] | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const isPlain = value.every(one => !/[;,|"[\]]/.test(one))
  return isPlain ? value.join('; ') : JSON.stringify(value)
}
