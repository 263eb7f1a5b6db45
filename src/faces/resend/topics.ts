/** Resend's calls on topics. Their opt_in is our `joined_by: default`, opt_out is `choice`. */
import type {
  CreateTopicResponseSuccess,
  GetTopicResponseSuccess,
  RemoveTopicResponseSuccess,
} from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import type { topicShape } from '#marketing/contacts/topics/topics.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  readAll,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'

type OurTopic = Static<typeof topicShape>

export const topicRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/topics',
    name: 'topics.create',
    scope: 'admin',
    status: 201,
    summary: 'Create a topic',
    takesBody: true,
    handle: call => {
      const body = ours(call)
      if (body.name === undefined) throw new Refusal('missing_field', { param: 'name' })
      if (body.joined_by === undefined) {
        throw new Refusal('missing_field', { param: 'default_subscription' })
      }
      return through('topics.create', call, { body }, only)
    },
  }),
  theirRoute({
    method: 'GET',
    path: '/topics',
    name: 'topics.list',
    scope: 'read',
    summary: 'List topics: all of them, unless a limit is given',
    query: Type.Object(theirPage),
    handle: async call => {
      const show = listed(shownIn(call))
      if (Object.keys(call.query).length > 0) {
        return through('topics.list', call, { query: pageAsked(call.query) }, show)
      }
      const data = await readAll<OurTopic>(call, 'topics.list', 'id')
      return { status: 200, body: show({ data, has_more: false }) }
    },
  }),
  theirRoute({
    method: 'GET',
    path: '/topics/{id}',
    name: 'topics.get',
    scope: 'read',
    summary: 'Read one topic',
    handle: call =>
      through('topics.get', call, { params: call.params }, (topic: OurTopic) => ({
        object: 'topic',
        ...shownIn(call)(topic),
      })),
  }),
  theirRoute({
    method: 'PATCH',
    path: '/topics/{id}',
    name: 'topics.update',
    scope: 'admin',
    summary: 'Change a topic',
    takesBody: true,
    handle: call => through('topics.update', call, { params: call.params, body: ours(call) }, only),
  }),
  theirRoute({
    method: 'DELETE',
    path: '/topics/{id}',
    name: 'topics.remove',
    scope: 'admin',
    summary: 'Delete a topic',
    handle: call =>
      through(
        'topics.delete',
        call,
        { params: call.params },
        (answer: Pick<OurTopic, 'id'> & { deleted: true }): RemoveTopicResponseSuccess => ({
          object: 'topic',
          ...answer,
        }),
      ),
  }),
]

interface NamedTopic extends CreateTopicResponseSuccess {
  readonly object: 'topic'
}

const only = ({ id }: Pick<OurTopic, 'id'>): NamedTopic => ({ object: 'topic', id })

/** They have one language: ours of the project. */
function ours({ body, tenant }: Theirs): Fields {
  const { id: _, name, description, default_subscription, visibility, ...rest } = fieldsOf(body)
  const text = (value: unknown): Fields => ({ [tenant.projectLanguage]: value })
  return {
    ...rest,
    ...(name == null ? {} : { name: text(name) }),
    ...(description == null ? {} : { description: text(description) }),
    ...(default_subscription == null ? {} : { joined_by: joinedBy(default_subscription) }),
    ...(visibility == null ? {} : { public: isPublic(visibility) }),
  }
}

function joinedBy(given: unknown): string {
  if (given === 'opt_in') return 'default'
  if (given === 'opt_out') return 'choice'
  return refuseField('default_subscription', {
    en: '{param} must be opt_in or opt_out.',
    pt: '{param} deve ser opt_in ou opt_out.',
  })
}

function isPublic(given: unknown): boolean {
  if (given === 'public' || given === 'private') return given === 'public'
  return refuseField('visibility', {
    en: '{param} must be public or private.',
    pt: '{param} deve ser public ou private.',
  })
}

/** In the language of the call, else in the one that there is. */
export function textIn(call: Pick<Theirs, 'language'>, texts: unknown): string | null {
  const all = texts as Readonly<Record<string, string | undefined>>
  return all[call.language] ?? Object.values(all)[0] ?? null
}

/** `visibility` is in their API and not in the types of their package. */
interface ShownTopic extends Required<GetTopicResponseSuccess> {
  readonly visibility: 'public' | 'private'
}

const shownIn =
  (call: Pick<Theirs, 'language'>) =>
  (topic: OurTopic): ShownTopic => ({
    id: topic.id,
    name: textIn(call, topic.name) ?? '',
    description: textIn(call, topic.description) ?? '',
    default_subscription: topic.joined_by === 'default' ? 'opt_in' : 'opt_out',
    visibility: topic.public ? 'public' : 'private',
    created_at: topic.created_at,
  })
