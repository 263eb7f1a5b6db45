/**
 * Resend's calls on contacts, by id or address. One call of theirs may be several of ours, which
 * then happen together or not at all.
 */
import type { CreateContactResponseSuccess } from 'resend'
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Answer, bodyBytes, type Route } from '#kernel/routes/route.ts'
import { staticSegmentsOf } from '#marketing/segments/members.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  type RunOurs,
  readAll,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
  together,
} from './adapter.ts'
import { contactsOf } from './segments.ts'
import { shownContact, wholeContact } from './shown-contact.ts'
import { textIn } from './topics.ts'

export const contactRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/contacts',
    name: 'contacts.create',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    status: 201,
    summary: 'Create or change a contact',
    takesBody: true,
    handle: call => together(call, run => create(run, fieldsOf(call.body))),
  }),
  theirRoute({
    method: 'GET',
    path: '/contacts',
    name: 'contacts.list',
    scope: 'read',
    summary: 'List contacts',
    query: Type.Object({ ...theirPage, segment_id: Type.Optional(Type.String()) }),
    handle: call => {
      const { segment_id: segment } = call.query
      const query = { ...pageAsked(call.query), ...(segment === undefined ? {} : { segment }) }
      return through('contacts.list', call, { query }, listed(shownContact))
    },
  }),
  theirRoute({
    method: 'GET',
    path: '/contacts/{id}',
    name: 'contacts.get',
    scope: 'read',
    summary: 'Read one contact',
    handle: call => through('contacts.get', call, { params: call.params }, wholeContact),
  }),
  theirRoute({
    method: 'PATCH',
    path: '/contacts/{id}',
    name: 'contacts.update',
    maxBodyBytes: bodyBytes.people,
    scope: 'admin',
    summary: 'Change a contact',
    takesBody: true,
    handle: update,
  }),
  theirRoute({
    method: 'DELETE',
    path: '/contacts/{id}',
    name: 'contacts.remove',
    scope: 'admin',
    summary: 'Delete a contact',
    handle: async call => {
      const { id } = await found(call)
      return through('contacts.delete', call, { params: { id: String(id) } }, () => ({
        object: 'contact',
        contact: id,
        deleted: true,
      }))
    },
  }),
  ...ofSegments(),
  ...ofTopics(),
  ...ofAudiences(),
]

const only = ({ id }: Fields): CreateContactResponseSuccess => ({
  object: 'contact',
  id: String(id),
})

async function create(
  run: RunOurs,
  given: Fields,
  audience?: string,
): Promise<CreateContactResponseSuccess> {
  const { unsubscribed, segments, topics, ...rest } = given
  const body = ours(rest, undefined)
  if (body.email === undefined) throw new Refusal('missing_field', { param: 'email' })
  const contact = await run('contacts.create', { body })
  const params = { id: contact.id }
  if (unsubscribed != null) await run('contacts.update', { params, body: { unsubscribed } })
  const chosen = readSubscriptions(topics ?? [])
  if (chosen.length > 0) await run('contacts.setTopics', { params, body: { topics: chosen } })
  const ids = audience === undefined ? readSegments(segments ?? []) : [audience]
  for (const [n, id] of ids.entries()) {
    await putInto(run, contact.id, id).catch(error => {
      const isUnknown = error instanceof Refusal && error.code === 'resource_not_found'
      throw isUnknown && audience === undefined ? unknownSegment(n) : error
    })
  }
  return only(contact)
}

const unknownSegment = (n: number): Refusal =>
  new Refusal('invalid_field', {
    param: `segments[${n}].id`,
    why: { en: 'There is no such segment.', pt: 'Não existe este segmento.' },
  })

const putInto = (run: RunOurs, contact: unknown, id: string): Promise<Fields> =>
  run('segments.addMembers', { params: { id }, body: { contacts: [contact] } })

function readSegments(given: unknown): string[] {
  if (!Array.isArray(given)) throw new Refusal('invalid_field', { param: 'segments' })
  return given.map((one, n) => {
    const id: unknown = (one as Fields | null)?.id
    if (typeof id === 'string') return id
    throw new Refusal(id == null ? 'missing_field' : 'invalid_field', {
      param: `segments[${n}].id`,
    })
  })
}

/** Their choices as ours. */
function readSubscriptions(given: unknown): Fields[] {
  if (!Array.isArray(given)) throw new Refusal('invalid_field', { param: 'topics' })
  return given.map((one, n) => {
    const { id, subscription } = (one ?? {}) as Fields
    if (id == null) throw new Refusal('missing_field', { param: `topics[${n}].id` })
    if (subscription === 'opt_in') return { id, state: 'subscribed' }
    if (subscription === 'opt_out') return { id, state: 'unsubscribed' }
    return refuseField(`topics[${n}].subscription`, {
      en: '{param} must be opt_in or opt_out.',
      pt: '{param} deve ser opt_in ou opt_out.',
    })
  })
}

/** `cleared`: what stands for a null. */
function ours(fields: Fields, cleared: '' | undefined): Fields {
  const given = Object.entries(fields).map(([name, value]) => [
    name,
    value === null && name.endsWith('_name') ? cleared : value,
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== null))
}

function update(call: Theirs): Promise<Answer> {
  const body = ours(fieldsOf(call.body), '')
  return through('contacts.update', call, { params: call.params, body }, only)
}

// In which segments ------------------------------------------------------------------------------

function ofSegments(): Route[] {
  return [
    theirRoute({
      method: 'GET',
      path: '/contacts/{id}/segments',
      name: 'contacts.segments',
      scope: 'read',
      summary: 'List the static segments of a contact',
      query: Type.Object(theirPage),
      handle: async call => {
        const contact = await found(call)
        const query = pageAsked(call.query)
        const page = await staticSegmentsOf(call, String(contact.id), query)
        return { status: 200, body: { object: 'list', ...page } }
      },
    }),
    theirRoute({
      method: 'POST',
      path: '/contacts/{id}/segments/{segment}',
      name: 'contacts.addSegment',
      scope: 'admin',
      summary: 'Put a contact into a segment',
      handle: call =>
        together(call, async run => {
          const contact = await run('contacts.get', { params: { id: call.params.id } })
          await putInto(run, contact.id, call.params.segment!)
          return { id: call.params.segment }
        }),
    }),
    theirRoute({
      method: 'DELETE',
      path: '/contacts/{id}/segments/{segment}',
      name: 'contacts.removeSegment',
      scope: 'admin',
      summary: 'Take a contact out of a segment',
      handle: async call => {
        const { id } = await found(call)
        return takeOut(call, id, segment => ({ id: segment, audienceId: segment, deleted: true }))
      },
    }),
  ]
}

const found = async (call: Theirs): Promise<Fields> =>
  (await through('contacts.get', call, { params: { id: call.params.id } })).body as Fields

function takeOut(
  call: Theirs,
  contact: unknown,
  tell: (segment: string) => Fields,
): Promise<Answer> {
  const segment = call.params.segment!
  return through(
    'segments.removeMembers',
    call,
    { params: { id: segment }, body: { contacts: [contact] } },
    () => tell(segment),
  )
}

// What they get ----------------------------------------------------------------------------------

function ofTopics(): Route[] {
  return [
    theirRoute({
      method: 'GET',
      path: '/contacts/{id}/topics',
      name: 'contacts.topics',
      scope: 'read',
      summary: 'List the topics, with what the contact has chosen',
      query: Type.Object(theirPage),
      handle: topicsOf,
    }),
    theirRoute({
      method: 'PATCH',
      path: '/contacts/{id}/topics',
      name: 'contacts.setTopics',
      scope: 'admin',
      summary: 'Let a contact join or leave topics',
      takesBody: true,
      handle: call => {
        const { body, params } = call
        const topics = readSubscriptions(Array.isArray(body) ? body : fieldsOf(body).topics)
        return through('contacts.setTopics', call, { params, body: { topics } }, ({ id }) => ({
          id,
        }))
      },
    }),
  ]
}

async function topicsOf(call: Theirs): Promise<Answer> {
  const contact = await found(call)
  const states = new Map((contact.topics as Fields[]).map(({ id, state }) => [id, state]))
  const show = listed(topic => ({
    id: topic.id,
    name: textIn(call, topic.name),
    description: textIn(call, topic.description),
    subscription: isIn(topic, states.get(topic.id)) ? 'opt_in' : 'opt_out',
  }))
  if (Object.keys(call.query).length > 0) {
    return through('topics.list', call, { query: pageAsked(call.query) }, show)
  }
  const data = await readAll(call, 'topics.list', 'id')
  return { status: 200, body: show({ data, has_more: false }) }
}

const isIn = ({ joined_by }: Fields, state: unknown): boolean =>
  state === 'subscribed' || (joined_by === 'default' && (state === undefined || state === 'none'))

// By the name of an audience ---------------------------------------------------------------------

/** As older programs write it: a contact belongs to an audience. */
function ofAudiences(): Route[] {
  const path = '/audiences/{segment}/contacts'
  return [
    theirRoute({
      method: 'POST',
      path,
      name: 'audiences.addContact',
      maxBodyBytes: bodyBytes.people,
      scope: 'admin',
      status: 201,
      summary: 'Create a contact in an audience',
      takesBody: true,
      handle: call => together(call, run => create(run, fieldsOf(call.body), call.params.segment!)),
    }),
    theirRoute({
      method: 'GET',
      path,
      name: 'audiences.contacts',
      scope: 'read',
      summary: 'List the contacts of an audience',
      query: Type.Object(theirPage),
      handle: call => contactsOf({ ...call, params: { id: call.params.segment! } }),
    }),
    theirRoute({
      method: 'GET',
      path: `${path}/{id}`,
      name: 'audiences.getContact',
      scope: 'read',
      summary: 'Read a contact of an audience',
      handle: async call => {
        await mustBeMember(call)
        return through('contacts.get', call, { params: { id: call.params.id } }, wholeContact)
      },
    }),
    theirRoute({
      method: 'PATCH',
      path: `${path}/{id}`,
      name: 'audiences.updateContact',
      maxBodyBytes: bodyBytes.people,
      scope: 'admin',
      summary: 'Change a contact of an audience',
      takesBody: true,
      handle: async call => {
        await mustBeMember(call)
        return update(call)
      },
    }),
    theirRoute({
      method: 'DELETE',
      path: `${path}/{id}`,
      name: 'audiences.removeContact',
      scope: 'admin',
      summary: 'Take a contact out of an audience',
      handle: async call => {
        const contact = await mustBeMember(call)
        return takeOut(call, contact.id, () => ({
          object: 'contact',
          contact: call.params.id,
          deleted: true,
        }))
      },
    }),
  ]
}

async function mustBeMember(call: Theirs): Promise<Fields> {
  const contact = await found(call)
  const params = { id: call.params.segment, contact: contact.id }
  const { member } = (await through('segments.because', call, { params })).body as Fields
  if (member !== true) throw new Refusal('resource_not_found')
  return contact
}
