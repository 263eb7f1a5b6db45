/** The endpoints of people in a sequence: who is where, and why. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { bodyBytes, type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import { standstillOf } from '#tenants/trust/standstill.ts'
import { people } from '../../contacts/people/people.ts'
import { readContact } from '../../contacts/people/store.ts'
import type { Sequence } from '../definition/definition.ts'
import { stateOf } from '../definition/state-table.ts'
import { updateEnrollments } from '../engine/moves-store.ts'
import { stillSince } from '../engine/standstill.ts'
import { idParams, mustFindSequence } from '../find.ts'
import { findSequenceVersion } from '../store.ts'
import { end, enrol, maxWays, rewakeEnrollments } from './enrol.ts'
import {
  type Enrollment,
  findEnrollment,
  findEnrollmentPosition,
  listEnrollments,
  type StepVisit,
  visitsOf,
} from './enrollment-store.ts'
import { explainOutcome, explainStanding, isSilent, nothingSent } from './explained.ts'
import {
  enrollmentShape,
  enrollmentStates,
  enrollmentWithPathShape,
  isStill,
  showEnrollment,
  showerOf,
} from './shown-enrollment.ts'

const showVisit = (one: StepVisit, language: Language) => ({
  visit: one.visit,
  step: one.step,
  at: one.at.toISOString(),
  outcome: one.outcome,
  explanation: explainOutcome(one.outcome)[language],
  ...(one.email_id === null ? {} : { email_id: show('msg', one.email_id) }),
})

async function wholeOf(
  sql: Sql,
  { tenant, language }: Pick<Call, 'tenant' | 'language'>,
  row: Enrollment,
  { id, status }: Sequence,
) {
  const { projectId } = tenant
  const path = await visitsOf(sql, projectId, row.id)
  const isPaused = await isStill(sql, tenant, { status })
  const definition = await findSequenceVersion(sql, { projectId, id }, row.version)
  const reason = stateOf(status).isStill ? 'paused' : 'account'
  const waiting = isPaused && row.state === 'inside' ? { reason } : row.waiting
  const standing = explainStanding({ ...row, waiting }, tenant.timeZone)[language]
  const silence = row.state !== 'inside' && isSilent(path) ? ` ${nothingSent[language]}` : ''
  return {
    ...showEnrollment(row, { definition, isPaused }),
    explanation: `${standing}${silence}`,
    path: path.map(one => showVisit(one, language)),
  }
}

const create = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments',
  name: 'sequences.enroll',
  maxBodyBytes: bodyBytes.people,
  scope: 'admin',
  changes: 'of its mode',
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
  errors: ['missing_field', 'invalid_field', 'recipient_suppressed', 'resource_not_found'],
  handle: async call => {
    const { body, tenant, world } = call
    return call.commit(async tx => {
      const sequence = await mustFindSequence(tx, call, 'for update')
      mustBeOpen(sequence)
      if (!(await mayUse(tx, tenant, sequence.id))) throw onlyTested
      const contactId = await personOf(tx, call, body)
      const definition = await findSequenceVersion(
        tx,
        { projectId: tenant.projectId, id: sequence.id },
        sequence.published_version!,
      )
      const enrolled = await enrol(tx, { world, tenant }, sequence, {
        contactId,
        event: body.data ?? null,
      })
      if (enrolled === null) throw isInsideEnough()
      const { enrollment, isCreated } = enrolled
      const about = { definition, isPaused: await isStill(tx, tenant, sequence) }
      return {
        status: isCreated ? 201 : 200,
        body: { ...showEnrollment(enrollment, about), created: isCreated },
      }
    })
  },
})

const isInsideEnough = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'contact_id',
    why: {
      en: `They are in sequences ${maxWays} times already.`,
      pt: `A pessoa já está ${maxWays} vezes em sequências.`,
    },
  })
export const onlyTested = new Refusal('invalid_field', {
  param: 'status',
  why: {
    en: 'The sequence is published by a test key alone. Publish it with a live key or in the dashboard.',
    pt: 'A sequência só foi publicada por uma chave de teste. Publique-a com uma chave live ou no painel.',
  },
})

export function mustBeOpen({ status }: Sequence): void {
  if (stateOf(status).may.includes('enroll')) return
  throw new Refusal('invalid_field', {
    param: 'status',
    why: { en: 'The sequence is not published.', pt: 'A sequência não está publicada.' },
  })
}

interface ContactReference {
  readonly contact_id?: string
  readonly email?: string
  readonly external_id?: string
}

/** Somebody unknown is refused under the name that was given. */
async function personOf(
  tx: Parameters<typeof people.find>[0],
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  { contact_id: contact, email, external_id: externalId }: ContactReference,
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
  const person = found == null ? null : await readContact(tx, call.tenant, found)
  if (person !== null && person.suppressions.length > 0) {
    throw new Refusal('recipient_suppressed', { param: 'contact_id' })
  }
  if (person !== null) return person.id
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
    const sequence = await mustFindSequence(world.db, call)
    const { id } = sequence
    const body = await listPage(world, {
      page: query,
      prefix: 'enr',
      find: one => findEnrollmentPosition(world.db, tenant, one),
      read: (before, count) =>
        listEnrollments(world.db, tenant, id, { state: query.state ?? null, before, count }),
      show: await showerOf(world.db, tenant, sequence),
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

/** `lock`: of their way, and of the sequence as far as nobody may pause it meanwhile. */
async function mustFindOne(
  sql: Sql,
  call: OneCall,
  lock: '' | 'for update' = '',
): Promise<{ readonly row: Enrollment; readonly sequence: Sequence }> {
  const sequence = await mustFindSequence(sql, call, lock === '' ? '' : 'for share')
  const id = read('enr', call.params.enrollment)
  const row = id === null ? null : await findEnrollment(sql, call.tenant.projectId, id, lock)
  const isOwn = row?.sequence_id === sequence.id && row.mode === call.tenant.mode
  if (row === null || !isOwn) throw new Refusal('resource_not_found')
  return { row, sequence }
}

const get = route({
  method: 'GET',
  path: '/v1/sequences/{id}/enrollments/{enrollment}',
  name: 'sequences.enrollment',
  scope: 'read',
  summary: "Read a person's way through a sequence",
  params: oneParams,
  success: { status: 200, schema: enrollmentWithPathShape },
  errors: ['resource_not_found'],
  handle: async call => {
    const { row, sequence } = await mustFindOne(call.world.db, call)
    return { status: 200, body: await wholeOf(call.world.db, call, row, sequence) }
  },
})

function mustBeInside({ state }: Enrollment): void {
  if (state === 'inside') return
  throw new Refusal('invalid_field', {
    param: 'state',
    why: { en: 'Their way has ended already.', pt: 'O caminho já terminou.' },
  })
}

/** Does something about one that is inside, and answers how it stands then. */
const changeOne = (
  call: OneCall & Pick<Call, 'language' | 'commit'>,
  act: (tx: Tx, row: Enrollment, sequence: Sequence) => Promise<Enrollment>,
) =>
  call.commit(async tx => {
    const { row, sequence } = await mustFindOne(tx, call, 'for update')
    mustBeInside(row)
    const after = await act(tx, row, sequence)
    return { status: 200, body: await wholeOf(tx, call, after, sequence) }
  })

const exit = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments/{enrollment}/exit',
  name: 'sequences.exit',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'End the way of a person',
  params: oneParams,
  success: { status: 200, schema: enrollmentWithPathShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const as = { state: 'exited', reason: 'by_hand' } as const
    return changeOne(call, (tx, row) => end(tx, call, row, as))
  },
})

const skipWait = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments/{enrollment}/skip_wait',
  name: 'sequences.skipWait',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'End the wait of a person',
  params: oneParams,
  success: { status: 200, schema: enrollmentWithPathShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    changeOne(call, async (tx, row, sequence) => {
      const { world, tenant } = call
      if (row.due_at === null) {
        throw new Refusal('invalid_field', {
          param: 'state',
          why: { en: 'They are not waiting.', pt: 'A pessoa não está esperando.' },
        })
      }
      const now = world.clock.now()
      const account = await standstillOf(tx, tenant.accountId)
      // Where a clock stands still, going on moves what is due: from where it stopped, to then.
      const due = stillSince(tenant, sequence, account) ?? now
      const after: Enrollment = { ...row, due_at: new Date(due), waiting: null }
      await updateEnrollments(tx, tenant.projectId, [after])
      await rewakeEnrollments(tx, world, tenant.projectId, [{ id: row.id, dueAt: now }])
      return after
    }),
})

export const enrollmentRoutes: readonly Route[] = [create, list, get, exit, skipWait]
