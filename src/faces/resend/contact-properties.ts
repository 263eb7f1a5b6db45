/** Resend's calls on contact properties. A property's id is its key. */
import type {
  ApiContactProperty,
  CreateContactPropertyResponseSuccess,
  RemoveContactPropertyResponseSuccess,
} from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { contactPropertyShape } from '#marketing/contacts/fields/properties.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  readAll,
  renamed,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'

type OurProperty = Static<typeof contactPropertyShape>

export const contactPropertyRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/contact-properties',
    name: 'contactProperties.create',
    scope: 'admin',
    status: 201,
    summary: 'Create or change a contact property',
    takesBody: true,
    handle: call =>
      renamed(theirName, () =>
        through('contactProperties.create', call, { body: ours(call.body) }, only),
      ),
  }),
  theirRoute({
    method: 'GET',
    path: '/contact-properties',
    name: 'contactProperties.list',
    scope: 'read',
    summary: 'List contact properties',
    query: Type.Object(theirPage),
    handle: call =>
      through(
        'contactProperties.list',
        call,
        { query: pageAsked(call.query), cursor: 'key' },
        listed(shown),
      ),
  }),
  theirRoute({
    method: 'GET',
    path: '/contact-properties/{id}',
    name: 'contactProperties.get',
    scope: 'read',
    summary: 'Read one contact property',
    handle: async call => {
      const all = await readAll<OurProperty>(call, 'contactProperties.list', 'key')
      const one = all.find(property => property.key === call.params.id)
      if (one === undefined) throw new Refusal('resource_not_found')
      return { status: 200, body: { object: 'contact_property', ...shown(one) } }
    },
  }),
  theirRoute({
    method: 'PATCH',
    path: '/contact-properties/{id}',
    name: 'contactProperties.update',
    scope: 'admin',
    summary: 'Change what stands where a contact has no value',
    takesBody: true,
    handle: call =>
      renamed(theirName, () =>
        through(
          'contactProperties.update',
          call,
          { params: { key: call.params.id }, body: ours(call.body) },
          only,
        ),
      ),
  }),
  theirRoute({
    method: 'DELETE',
    path: '/contact-properties/{id}',
    name: 'contactProperties.remove',
    scope: 'admin',
    summary: 'Delete a contact property',
    handle: call =>
      through(
        'contactProperties.delete',
        call,
        { params: { key: call.params.id } },
        (answer: RemovalAnswer): RemoveContactPropertyResponseSuccess => ({
          object: 'contact_property',
          ...answer,
        }),
      ),
  }),
]

const theirName = (ours: string): string | undefined =>
  ours === 'fallback' ? 'fallback_value' : undefined

type RemovalAnswer = Omit<RemoveContactPropertyResponseSuccess, 'object'>

const only = ({ key }: Pick<OurProperty, 'key'>): CreateContactPropertyResponseSuccess => ({
  object: 'contact_property',
  id: key,
})

/** With them null takes it away; with us an empty text does. */
function ours(body: unknown): Fields {
  const { fallback_value: fallback, ...rest } = fieldsOf(body)
  return { ...rest, ...(fallback === undefined ? {} : { fallback: fallback ?? '' }) }
}

/** Ours may be of more types than theirs, which are text and number. */
type ShownProperty = Omit<ApiContactProperty, 'type' | 'fallback_value'> &
  Record<'type' | 'fallback_value', unknown>

const shown = ({ key, type, fallback, created_at }: OurProperty): ShownProperty => ({
  id: key,
  key,
  type,
  fallback_value: fallback,
  created_at,
})
