/**
 * What the dashboard shows of people in sequences beyond the public API: how many are inside each,
 * who they are by their addresses, and in which sequences one of them has been.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { idParams, mustFindSequence } from './find.ts'
import { findEnrollmentPosition, listEnrollments } from './people/enrollment-store.ts'
import {
  addressesOf,
  enrollmentsOfContact,
  insideCounts,
  waysWithoutLetter,
} from './people/people-store.ts'
import { enrollmentShape, enrollmentStates, showerOf } from './people/shown-enrollment.ts'

const figures = route({
  method: 'GET',
  path: '/v1/sequence-figures',
  name: 'sequences.figures',
  scope: 'read',
  summary: 'See how many people are inside each sequence',
  success: {
    status: 200,
    schema: Type.Object({
      data: Type.Array(Type.Object({ id: Type.String(), inside: Type.Integer() })),
    }),
  },
  errors: [],
  handle: async ({ world, tenant }) => {
    const rows = await insideCounts(world.db, tenant)
    const data = rows.map(row => ({ id: show('seq', row.sequence_id), inside: row.inside }))
    return { status: 200, body: { data } }
  },
})

const people = route({
  method: 'GET',
  path: '/v1/sequences/{id}/people',
  name: 'sequences.people',
  scope: 'read',
  summary: 'List the people of a sequence with their addresses',
  params: idParams,
  query: Type.Object({ ...pageQuery, state: Type.Optional(Type.Enum([...enrollmentStates])) }),
  success: {
    status: 200,
    schema: pageOf(
      Type.Object({
        ...enrollmentShape.properties,
        email: Type.Union([Type.String(), Type.Null()]),
        nothing_sent: Type.Boolean({
          description: 'The way has ended, steps of it were skipped, and no email was sent.',
        }),
      }),
    ),
  },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const sequence = await mustFindSequence(world.db, call)
    const { id } = sequence
    const shown = await showerOf(world.db, tenant, sequence)
    let addresses: ReadonlyMap<Uuid, string> = new Map()
    let silent: ReadonlySet<Uuid> = new Set()
    const body = await listPage(world, {
      page: query,
      prefix: 'enr',
      find: one => findEnrollmentPosition(world.db, tenant, one),
      read: async (before, count) => {
        const page = { before, count }
        const rows = await listEnrollments(world.db, tenant, id, {
          ...page,
          state: query.state ?? null,
        })
        addresses = await addressesOf(
          world.db,
          tenant,
          rows.map(row => row.contact_id),
        )
        const ended = rows.filter(row => row.state !== 'inside').map(row => row.id)
        silent = await waysWithoutLetter(world.db, tenant.projectId, ended)
        return rows
      },
      show: row => ({
        ...shown(row),
        email: addresses.get(row.contact_id) ?? null,
        nothing_sent: silent.has(row.id),
      }),
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const maxOfContact = 50

const ofContact = route({
  method: 'GET',
  path: '/v1/contacts/{id}/sequences',
  name: 'contacts.sequences',
  scope: 'read',
  summary: 'See the sequences that a person is in or has been in',
  params: Type.Object({ id: Type.String({ description: 'con_…' }) }),
  success: {
    status: 200,
    schema: Type.Object({
      data: Type.Array(
        Type.Object({
          id: Type.String({ description: 'enr_…' }),
          sequence_id: Type.String(),
          name: Type.String({ description: 'Of the sequence.' }),
          state: Type.Enum([...enrollmentStates]),
          entered_at: Type.String({ format: 'date-time' }),
        }),
      ),
    }),
  },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const contactId = read('con', params.id)
    if (contactId === null) throw new Refusal('resource_not_found')
    const rows = await enrollmentsOfContact(world.db, tenant, { contactId, count: maxOfContact })
    const data = rows.map(row => ({
      id: show('enr', row.id),
      sequence_id: show('seq', row.sequence_id),
      name: row.name,
      state: row.state,
      entered_at: row.entered_at.toISOString(),
    }))
    return { status: 200, body: { data } }
  },
})

export const sequenceDashboardRoutes: readonly Route[] = [figures, people, ofContact]
