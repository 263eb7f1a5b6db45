/** GET /v1/emails/{id} and GET /v1/events. */
import { Type } from 'typebox'
import { Refusal } from '../base/errors.ts'
import { read } from '../base/ids.ts'
import { listPage, pageOf, pageQuery } from '../base/paging.ts'
import { route, type Route } from '../base/route.ts'
import { eventTypeNames } from './event.ts'
import { eventPosition, eventsOfEmail, findEmail, listEvents } from './read-store.ts'
import { emailSchema, eventSchema, showEmail, showEvent, showListedEvent } from './shown.ts'

export const timelineRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/emails/{id}',
    name: 'emails.get',
    scope: 'read',
    summary: 'Read one email with its timeline',
    params: Type.Object({ id: Type.String() }),
    success: { status: 200, schema: emailSchema },
    errors: ['resource_not_found'],
    async handle({ world, caller, params, language }) {
      const id = read('msg', params.id)
      const email = id === null ? null : await findEmail(world.db, caller, id)
      if (email === null) throw new Refusal('resource_not_found')
      const events = await eventsOfEmail(world.db, caller.projectId, email.id)
      return {
        status: 200,
        body: { ...showEmail(email), events: events.map(event => showEvent(event, language)) },
      }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events',
    name: 'events.list',
    scope: 'read',
    summary: 'List the events of all emails, newest first',
    query: Type.Object({
      type: Type.Optional(Type.Union(eventTypeNames.map(name => Type.Literal(name)))),
      email_id: Type.Optional(Type.String()),
      ...pageQuery,
    }),
    success: { status: 200, schema: pageOf(eventSchema) },
    errors: [],
    async handle({ world, caller, query, language }) {
      const emailId = query.email_id === undefined ? undefined : read('msg', query.email_id)
      if (emailId === null) return { status: 200, body: { data: [], has_more: false } }
      const filter = {
        ...(query.type === undefined ? {} : { type: query.type }),
        ...(emailId === undefined ? {} : { emailId }),
      }
      const page = await listPage(world, {
        page: query,
        prefix: 'evt',
        find: id => eventPosition(world.db, caller, id),
        read: (before, count) => listEvents(world.db, caller, filter, { before, count }),
        show: row => showListedEvent(row, language),
      })
      return { status: 200, body: page }
    },
  }),
]
