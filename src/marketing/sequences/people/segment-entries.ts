/**
 * A whole segment let into a sequence: how many would come in and who would not is seen before, and
 * then so many a call come in, in the order of their ids. Whoever is inside is left out, so that
 * nobody comes in twice however often a call is made again.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { nilId, read, show } from '#kernel/base/ids.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { lookAtMuch, unlessTooLong } from '#kernel/world/look-at-much.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import { heavyReads } from '../../contacts/people/heavy-reads.ts'
import { momentOf } from '../../segments/count.ts'
import { readFilter } from '../../segments/filter.ts'
import { segmentCondition } from '../../segments/routes.ts'
import { conditionOf, readVocabulary } from '../../segments/segment.ts'
import type { Sequence } from '../definition/definition.ts'
import { idParams, mustFindSequence } from '../find.ts'
import { findSequenceVersion } from '../store.ts'
import { enrolMany, maxWays } from './enrol.ts'
import { mustBeOpen, onlyTested } from './enrollments.ts'
import { countEntries, entryReason, lockEntries, nextEntries } from './segment-entries-store.ts'

/** Of a call: contacts looked at, and people of the segment among them, each of whom may come in. */
const maxLooked = 10_000
const maxPeople = 1_000
/** Whom a segment holds may take the database long to find. */
const lookTimeoutMs = 20_000

type SegmentCall = Pick<Call<unknown, unknown, { id: string }>, 'world' | 'tenant' | 'params'>

/** Throws Refusal where nobody may be let in. */
async function openSequence(
  sql: Sql,
  call: SegmentCall,
  lock: '' | 'for share' = '',
): Promise<Sequence> {
  const sequence = await mustFindSequence(sql, call, lock)
  mustBeOpen(sequence)
  if (!(await mayUse(sql, call.tenant, sequence.id))) throw onlyTested
  const key = { projectId: call.tenant.projectId, id: sequence.id }
  const definition = await findSequenceVersion(sql, key, sequence.published_version!)
  return { ...sequence, definition: definition! }
}

async function askedOf(call: SegmentCall, sequence: Sequence, segmentId: string) {
  const { world, tenant } = call
  const segment = await segmentCondition(world, tenant, segmentId, 'segment_id')
  const { entry_filter: given } = sequence.definition
  const vocabulary = given === null ? null : await readVocabulary(world.db, tenant.projectId)
  const moment = await momentOf(world, tenant)
  const filter = vocabulary === null ? null : conditionOf(readFilter(given, vocabulary), moment)
  return { segment, reason: entryReason(sequence, { maxWays, filter, now: moment.now }) }
}

/** Beside no more looks than a node and a project may have, and holding no locks. Throws Refusal. */
async function lookInTime<T>(
  world: SegmentCall['world'],
  { projectId }: SegmentCall['tenant'],
  look: (tx: Tx) => Promise<T>,
): Promise<T> {
  const found = await unlessTooLong(() =>
    world.runtime.get(heavyReads, world).run(projectId, () =>
      world.db.transaction(async tx => {
        await lookAtMuch(tx, { memory: '64MB', timeoutMs: lookTimeoutMs })
        return look(tx)
      }),
    ),
  )
  if (found === null) throw tooLong()
  return found
}

const leftOutShape = Type.Record(Type.String(), Type.Integer(), {
  description:
    'Of suppressed, inside, was_inside, too_soon (rules of coming in again), not_confirmed, ' +
    'unsubscribed_topic, entry_filter, too_many: how many, by the first that holds.',
})

const preview = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments/segment/preview',
  name: 'sequences.previewSegment',
  scope: 'read',
  summary: 'See how many of a segment would come into a sequence',
  params: idParams,
  body: Type.Object(
    { segment_id: Type.String({ description: 'seg_…' }) },
    { additionalProperties: false },
  ),
  success: {
    status: 200,
    schema: Type.Object({
      people: Type.Integer({ description: 'In the segment.' }),
      entering: Type.Integer(),
      left_out: leftOutShape,
    }),
  },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    const asked = await askedOf(call, await openSequence(world.db, call), body.segment_id)
    const rows = await lookInTime(world, tenant, tx => countEntries(tx, tenant, asked))
    const out = rows.filter(one => one.reason !== null)
    const sum = (some: typeof rows): number => some.reduce((all, { count }) => all + count, 0)
    const left_out = Object.fromEntries(out.map(({ reason, count }) => [reason!, count]))
    return {
      status: 200,
      body: { people: sum(rows), entering: sum(rows) - sum(out), left_out },
    }
  },
})

const tooLong = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'segment_id',
    why: {
      en: 'Finding the people of this segment takes too long.',
      pt: 'Encontrar as pessoas deste segmento demora demais.',
    },
  })

const enroll = route({
  method: 'POST',
  path: '/v1/sequences/{id}/enrollments/segment',
  name: 'sequences.enrollSegment',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Let the people of a segment into a sequence',
  description:
    'Up to 1,000 people a call; as long as there is a `next`, call again with it as ' +
    'starting_after. Whoever is inside is left out: the same call again lets nobody in twice.',
  params: idParams,
  body: Type.Object(
    {
      segment_id: Type.String({ description: 'seg_…' }),
      starting_after: Type.Optional(Type.String({ description: '`next` of the call before.' })),
    },
    { additionalProperties: false },
  ),
  success: {
    status: 200,
    schema: Type.Object({
      entered: Type.Integer({ description: 'By this call.' }),
      left_out: leftOutShape,
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    const { starting_after: given } = body
    const after = given === undefined ? nilId : read('con', given)
    if (after === null) throw new Refusal('invalid_field', { param: 'starting_after' })
    const asked = await askedOf(call, await openSequence(world.db, call), body.segment_id)
    const page = { after, looked: maxLooked, max: maxPeople }
    const { people: found, last } = await lookInTime(world, tenant, tx =>
      nextEntries(tx, tenant, asked, page),
    )
    return call.commit(async tx => {
      // People before sequences, as whoever has a turn locks them.
      const people = await lockEntries(tx, tenant, asked, found)
      const sequence = await openSequence(tx, call, 'for share')
      const may = people.filter(one => one.reason === null)
      const entering = may.map(({ id }) => ({ contactId: id, event: null }))
      const entered = await enrolMany(tx, { world, tenant }, sequence, entering)
      const left_out: Record<string, number> = {}
      const leave = (reason: string, n: number): void => {
        if (n > 0) left_out[reason] = (left_out[reason] ?? 0) + n
      }
      for (const { reason } of people) if (reason !== null) leave(reason, 1)
      // Others let them in between the look and this.
      leave('inside', may.length - entered.length)
      const next = last === null ? null : show('con', last)
      return { status: 200, body: { entered: entered.length, left_out, next } }
    })
  },
})

export const segmentEntryRoutes: readonly Route[] = [preview, enroll]
