/** What stands in a field of the contacts, to be suggested where somebody is about to type it. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Owner } from '../people/contact.ts'
import { readPropertyTypes } from '../topics/topic-store.ts'
import { commonValues, lookedAt, type ValueSource } from './values-store.ts'

const maxValues = 20
/** Those that many people share. */
const columns = ['first_name', 'last_name', 'company', 'language', 'time_zone', 'source']

export const valuesRoute: Route = route({
  method: 'GET',
  path: '/v1/contacts/values',
  name: 'contacts.values',
  scope: 'read',
  summary: 'List the commonest values of a field',
  description:
    `The ${maxValues} commonest among the newest ${lookedAt.toLocaleString('en')} contacts; of a ` +
    'list, of its items. For suggestions: counts say nothing of the rest.',
  query: Type.Object({
    field: Type.String({
      description: 'first_name, company, source, email_domain, …, properties.city.',
    }),
  }),
  success: {
    status: 200,
    schema: Type.Object({
      data: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
      looked: Type.Integer({ description: 'Contacts that were looked at.' }),
    }),
  },
  errors: ['missing_field', 'invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const source = await sourceOf(world.db, tenant, query.field)
    const { values, looked } = await commonValues(world.db, tenant, source, maxValues)
    return { status: 200, body: { data: values, looked } }
  },
})

async function sourceOf(sql: Sql, owner: Owner, field: string): Promise<ValueSource> {
  if (columns.includes(field)) return { column: field }
  if (field === 'email_domain') return { domain: true }
  const key = field.startsWith('properties.') ? field.slice('properties.'.length) : ''
  const type = (await readPropertyTypes(sql, owner)).get(key)
  if (type !== undefined) return { key, isList: type === 'list' }
  throw new Refusal('invalid_field', {
    param: 'field',
    why: { en: 'There is no such field.', pt: 'Não existe este campo.' },
  })
}
