/** The endpoints of people in a sequence: who is where, and why. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { people } from '../contacts/people.ts'
import { readContact } from '../contacts/reading.ts'
import type { Sequence } from './definition.ts'
import { end, enrol, wakeEnrollment } from './enrol.ts'
import {
  type Enrollment,
  findEnrollment,
  findEnrollmentPosition,
  listEnrollments,
  type StepVisit,
  updateEnrollment,
  visitsOf,
} from './enrollment-store.ts'
import { explainOutcome, explainStanding } from './explained.ts'
import { idParams, mustFindSequence } from './find.ts'

export const enrollmentStates = ['inside', 'finished', 'exited', 'cancelled'] as const
const orNull = Type.Union([Type.String(), Type.Null()])

export const enrollmentShape = Type.Object({
  id: Type.String({ description: 'enr_…' }),
  sequence_id: Type.String(),
  version: Type.Integer(),
  contact_id: Type.String(),
  state: Type.Enum([...enrollmentStates]),
  reason: orNull,
  entered_at: Type.String({ format: 'date-time' }),
  ended_at: orNull,
  step: orNull,
  next: Type.Union([Type.Object({ step: Type.String(), at: orNull }), Type.Null()]),
  waiting: Type.Union([Type.Object({ reason: Type.String(), until: orNull }), Type.Null()]),
})

const visitShape = Type.Object({
  visit: Type.Integer(),
  step: Type.String(),
  at: Type.String({ format: 'date-time' }),
  outcome: Type.String(),
  explanation: Type.String(),
  email_id: Type.Optional(Type.String()),
})

const withPath = Type.Object({
  ...enrollmentShape.properties,
  explanation: Type.String({ description: 'Where they stand and why.' }),
  path: Type.Array(visitShape),
})

export const showEnrollment = (row: Enrollment) => ({
  id: show('enr', row.id),
  sequence_id: show('seq', row.sequence_id),
  version: row.version,
  contact_id: show('con', row.contact_id),
  state: row.state,
  reason: row.reason,
  entered_at: row.entered_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  step: row.step,
  next:
    row.state !== 'inside' || row.step === null
      ? null
      : { step: row.step, at: row.due_at?.toISOString() ?? null },
  waiting:
    row.waiting?.reason === undefined
      ? null
      : { reason: row.waiting.reason, until: row.waiting.until ?? null },
})

const showVisit = (one: StepVisit, language: Language) => ({
  visit: one.visit,
  step: one.step,
  at: one.at.toISOString(),
  outcome: one.outcome,
  explanation: explainOutcome(one.outcome)[language],
  ...(one.email_id === null ? {} : { email_id: show('msg', one.email_id) }),
})

async function wholeOf(sql: Sql, projectId: Uuid, row: Enrollment, language: Language) {
  const path = await visitsOf(sql, projectId, row.id)
  const explanation = explainStanding(row)[language]
  return { ...showEnrollment(row), explanation, path: path.map(one => showVisit(one, language)) }
}

const create = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments',
  name: 'sequences.enroll',
  scope: 'admin',
  summary: 'Let a person into a sequence',
  description:
    'Where they may not come in again, the enrollment that is there, with created: false.',
  params: idParams,
  body: Type.Object(
    {
      contact_id: Type.Optional(Type.String()),
      email: Type.Optional(Type.String()),
      external_id: Type.Optional(Type.String()),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    },
    { additionalProperties: false },
  ),
  success: {
    status: 201,
    schema: Type.Object({ ...enrollmentShape.properties, created: Type.Boolean() }),
  },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { body, tenant, world } = call
    return call.commit(async tx => {
      const sequence = await mustFindSequence(tx, call, 'for update')
      mustBeOpen(sequence)
      const contactId = await personOf(tx, call, body)
      const enrolled = await enrol(tx, world, tenant, sequence, {
        contactId,
        event: body.data ?? null,
      })
      if (enrolled === null) throw new Refusal('invalid_field', { param: 'contact_id' })
      const { enrollment, isCreated } = enrolled
      return {
        status: isCreated ? 201 : 200,
        body: { ...showEnrollment(enrollment), created: isCreated },
      }
    })
  },
})

function mustBeOpen({ status }: Sequence): void {
  if (status === 'active' || status === 'paused') return
  throw new Refusal('invalid_field', {
    param: 'status',
    why: { en: 'The sequence is not published.', pt: 'A sequência não está publicada.' },
  })
}

interface Named {
  readonly contact_id?: string
  readonly email?: string
  readonly external_id?: string
}

/** Somebody unknown is refused under the name that was given. */
async function personOf(
  tx: Parameters<typeof people.find>[0],
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  { contact_id: contact, email, external_id: externalId }: Named,
): Promise<Uuid> {
  const param =
    contact !== undefined ? 'contact_id' : externalId !== undefined ? 'external_id' : 'email'
  if (contact === undefined && email === undefined && externalId === undefined) {
    throw new Refusal('missing_field', { param: 'contact_id' })
  }
  const contactId = contact === undefined ? undefined : read('con', contact)
  const [found] =
    contactId === null
      ? [null]
      : await people.find(tx, call, [
          {
            ...(contactId === undefined ? {} : { contactId }),
            ...(externalId === undefined ? {} : { externalId }),
            ...(email === undefined ? {} : { email: people.readEmail(email) }),
          },
        ])
  if (found instanceof Refusal) throw found
  const isThere = found != null && (await readContact(tx, call.tenant, found)) !== null
  if (isThere) return found
  throw new Refusal('invalid_field', {
    param,
    why: { en: 'There is no such contact.', pt: 'Não existe este contato.' },
  })
}

const list = route({
  method: 'GET',
  path: '/v1/sequences/{id}/enrollments',
  name: 'sequences.enrollments',
  scope: 'read',
  summary: 'List the people of a sequence',
  params: idParams,
  query: Type.Object({ ...pageQuery, state: Type.Optional(Type.Enum([...enrollmentStates])) }),
  success: { status: 200, schema: pageOf(enrollmentShape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const { id } = await mustFindSequence(world.db, call)
    const body = await listPage(world, {
      page: query,
      prefix: 'enr',
      find: one => findEnrollmentPosition(world.db, tenant.projectId, one),
      read: (before, count) =>
        listEnrollments(world.db, tenant, id, query.state ?? null, { before, count }),
      show: showEnrollment,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const oneParams = Type.Object({
  id: idParams.properties.id,
  enrollment: Type.String({ description: 'enr_…' }),
})
type OneCall = Pick<Call<unknown, unknown, { id: string; enrollment: string }>, 'tenant' | 'params'>

async function mustFindOne(
  sql: Sql,
  call: OneCall,
  lock: '' | 'for update' = '',
): Promise<Enrollment> {
  const sequence = await mustFindSequence(sql, call)
  const id = read('enr', call.params.enrollment)
  const row = id === null ? null : await findEnrollment(sql, call.tenant.projectId, id, lock)
  const isOwn = row?.sequence_id === sequence.id && row.mode === call.tenant.mode
  if (row === null || !isOwn) throw new Refusal('resource_not_found')
  return row
}

const get = route({
  method: 'GET',
  path: '/v1/sequences/{id}/enrollments/{enrollment}',
  name: 'sequences.enrollment',
  scope: 'read',
  summary: "Read a person's way through a sequence",
  params: oneParams,
  success: { status: 200, schema: withPath },
  errors: ['resource_not_found'],
  handle: async call => {
    const row = await mustFindOne(call.world.db, call)
    const { projectId } = call.tenant
    return { status: 200, body: await wholeOf(call.world.db, projectId, row, call.language) }
  },
})

function mustBeInside({ state }: Enrollment): void {
  if (state === 'inside') return
  throw new Refusal('invalid_field', {
    param: 'state',
    why: { en: 'Their way has ended already.', pt: 'O caminho já terminou.' },
  })
}

const exit = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments/{enrollment}/exit',
  name: 'sequences.exit',
  scope: 'admin',
  summary: 'End the way of a person',
  params: oneParams,
  success: { status: 200, schema: withPath },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const { world, tenant, language } = call
      const row = await mustFindOne(tx, call, 'for update')
      mustBeInside(row)
      const after = await end(tx, world, tenant, row, { state: 'exited', reason: 'by_hand' })
      return { status: 200, body: await wholeOf(tx, tenant.projectId, after, language) }
    }),
})

const skipWait = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments/{enrollment}/skip_wait',
  name: 'sequences.skipWait',
  scope: 'admin',
  summary: 'End the wait of a person',
  params: oneParams,
  success: { status: 200, schema: withPath },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const { world, tenant, language } = call
      const row = await mustFindOne(tx, call, 'for update')
      mustBeInside(row)
      if (row.due_at === null) {
        throw new Refusal('invalid_field', {
          param: 'state',
          why: { en: 'They are not waiting.', pt: 'A pessoa não está esperando.' },
        })
      }
      const now = world.clock.now()
      const after: Enrollment = { ...row, due_at: new Date(now), waiting: null }
      await updateEnrollment(tx, tenant.projectId, after)
      await wakeEnrollment(tx, world, tenant.projectId, { id: row.id, dueAt: now })
      return { status: 200, body: await wholeOf(tx, tenant.projectId, after, language) }
    }),
})

export const enrollmentRoutes: readonly Route[] = [create, list, get, exit, skipWait]
