/** The endpoints of segments, and the search of contacts by a filter. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { clearable } from '#kernel/routes/clearable.ts'
import { folderAfter, folderField } from '#kernel/routes/folder.ts'
import { madeBy } from '#kernel/routes/made-by.ts'
import { readName, takeNames } from '#kernel/routes/names.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import {
  type Call,
  type Caller,
  type Route,
  route,
  type TenantWorld,
} from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { isOfTest, mayUse, takeOver } from '#kernel/world/set-up-of-test.ts'
import type { ContactCondition, ContactRow } from '../contacts/people/contact.ts'
import { contactPage, contactShape, showContact } from '../contacts/people/contact.ts'
import { mustFindContact } from '../contacts/people/find.ts'
import { exampleContacts, nearExamples, pageOfContacts } from '../contacts/people/reading.ts'
import { readContacts } from '../contacts/people/store.ts'
import { mustBeUnused, type Users } from '../contacts/usage.ts'
import { countFilter, momentOf } from './count.ts'
import { evaluate } from './evaluate.ts'
import { readFacts } from './facts.ts'
import { readFilter } from './filter.ts'
import { filterResultShape } from './filter-shape.ts'
import { memberRoutes } from './members.ts'
import {
  conditionOf,
  filterSchema,
  mustFindSegment,
  readVocabulary,
  segmentShape,
  showSegment,
  treeOf,
  usableVocabulary,
} from './segment.ts'
import {
  type CountedSegment,
  deleteSegment,
  findSegment,
  findSegmentPosition,
  insertSegment,
  listSegments,
  lockSegments,
  type Segment,
  updateSegment,
  writeCount,
} from './store.ts'
import { maxTracked, trackAnew } from './tracked.ts'
import { forgetTracked } from './tracked-store.ts'

const maxSegments = 1_000
const maxNameChars = 200
const maxExamples = 10
/** A count is asked anew when somebody looks and it is older. */
const countTtlMs = 60_000

const name = Type.String({ maxLength: maxNameChars })
const changeable = {
  kind: Type.Optional(Type.Enum(['dynamic', 'static'])),
  filter: Type.Optional(filterSchema),
  tracked: Type.Optional(Type.Boolean()),
}
const folder = { folder: folderField }
const idParams = Type.Object({ id: Type.String({ description: 'seg_…' }) })

const thisSegment = (sql: Sql, { tenant, params }: Call<unknown, unknown, { id: string }>) =>
  mustFindSegment(sql, tenant, params.id)

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

const create = route({
  method: 'POST',
  path: '/v1/segments',
  name: 'segments.create',
  scope: 'admin',
  changes: { makes: 'seg' },
  summary: 'Create a segment',
  description: 'dynamic: whoever fulfils the filter; static: whoever is put in.',
  body: Type.Object({ name, ...folder, ...changeable }, { additionalProperties: false }),
  success: { status: 201, schema: segmentShape },
  errors: ['missing_field', 'invalid_field'],
  handle: async call => {
    const { world, tenant, body } = call
    const kind = body.kind ?? 'dynamic'
    if (kind === 'static' && body.filter !== undefined) throw refuse('filter', noFilter)
    if (kind === 'dynamic' && body.filter === undefined) {
      throw new Refusal('missing_field', { param: 'filter' })
    }
    const id = world.ids.next()
    const wanted = readName(body.name)
    const counts = kind === 'dynamic' ? await countOfFilter(call, body.filter) : null
    return call.commit(async tx => {
      const segments = await lockSegments(tx, tenant.projectId)
      const segment: Segment = {
        id,
        name: wanted,
        folder: folderAfter(null, body.folder),
        kind,
        filter: body.filter ?? null,
        tracked: body.tracked ?? false,
        created_at: new Date(world.clock.now()),
      }
      await mustFit(tx, call, segments, segment)
      treeOf(segment, await usableVocabulary(tx, { ...tenant, mode: madeBy(call) }))
      await insertSegment(tx, tenant.projectId, segment)
      await trackAnew(tx, call, null, segment)
      if (counts !== null) await writeCount(tx, { ...tenant, segmentId: id }, counts)
      const row = await findSegment(tx, tenant, id)
      return { status: 201, body: showSegment(row!) }
    })
  },
})

const noFilter: Text = {
  en: 'A static segment has no filter: contacts are put into it.',
  pt: 'Um segmento estático não tem filtro: os contatos são colocados nele.',
}

const tooMany = (): Refusal =>
  new Refusal('invalid_field', {
    why: {
      en: `A project has at most ${maxSegments} segments, ${maxTracked} of them tracked.`,
      pt: `Um projeto tem no máximo ${maxSegments} segmentos, ${maxTracked} deles acompanhados.`,
    },
  })

/** Names differ, and there are few, fewer of them tracked; those of a test key alone stand aside. */
async function mustFit(
  tx: Tx,
  call: Caller & Pick<Call, 'world'>,
  segments: readonly Segment[],
  segment: Segment,
): Promise<void> {
  const aside = await takeNames(tx, call, {
    all: segments,
    one: segment,
    namesOf: one => [one.name],
    taken: () => nameTaken,
    rename: (one, renamed) => {
      const after = { ...one, name: renamed(one.name) }
      return updateSegment(tx, call.tenant.projectId, after, new Date(call.world.clock.now()))
    },
  })
  const others = segments.filter(one => one.id !== segment.id && !aside.has(one.id))
  if (others.length >= maxSegments) throw tooMany()
  if (segment.tracked && others.filter(one => one.tracked).length >= maxTracked) throw tooMany()
}

const nameTaken = refuse('name', {
  en: 'Another segment of the project has this name.',
  pt: 'Outro segmento do projeto tem este nome.',
})

const list = route({
  method: 'GET',
  path: '/v1/segments',
  name: 'segments.list',
  scope: 'read',
  summary: 'List segments',
  description: 'With the counts of their last look.',
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(segmentShape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'seg',
      find: id => findSegmentPosition(world.db, tenant, id),
      read: (before, count) => listSegments(world.db, tenant, { before, count }),
      show: showSegment,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/segments/{id}',
  name: 'segments.get',
  scope: 'read',
  summary: 'Read a segment',
  params: idParams,
  success: { status: 200, schema: segmentShape },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const row = await mustFindSegment(world.db, tenant, params.id)
    return { status: 200, body: showSegment(await counted({ world, tenant }, row)) }
  },
})

/** With a count that is at most a minute old. */
async function counted(
  { world, tenant }: TenantWorld,
  row: CountedSegment,
): Promise<CountedSegment> {
  const isFresh = (row.counted_at?.getTime() ?? 0) > world.clock.now() - countTtlMs
  if (row.kind === 'static' || isFresh) return row
  const counts = await countOfFilter({ world, tenant }, row.filter, row.id)
  await writeCount(world.db, { ...tenant, segmentId: row.id }, counts)
  const { count, exact, at } = counts
  return { ...row, count, exact, counted_at: at }
}

async function countOfFilter(
  { world, tenant }: TenantWorld,
  filter: unknown,
  self: Uuid | null = null,
): Promise<Parameters<typeof writeCount>[2]> {
  const tree = readFilter(filter, await readVocabulary(world.db, tenant.projectId), self)
  const moment = await momentOf(world, tenant)
  const { count, isExact } = await countFilter(world, tenant, tree, { moment, isByPart: false })
  return { count, exact: isExact, at: new Date(world.clock.now()) }
}

const update = route({
  method: 'PATCH',
  path: '/v1/segments/{id}',
  name: 'segments.update',
  scope: 'admin',
  changes: { of: thisSegment, publishes: () => true },
  summary: 'Change a segment',
  params: idParams,
  body: Type.Object(
    { name: Type.Optional(name), ...clearable(folder), ...changeable },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: segmentShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    const row = await world.db.transaction(async tx => {
      const segments = await lockSegments(tx, tenant.projectId)
      const before = await mustFindSegment(tx, tenant, call.params.id)
      const isTaken = madeBy(call) === 'live' && (await isOfTest(tx, tenant.projectId, before.id))
      if (body.kind != null && body.kind !== before.kind) throw refuse('kind', fixedKind)
      if (body.filter != null && before.kind === 'static') throw refuse('filter', noFilter)
      const after: Segment = {
        ...before,
        name: body.name == null ? before.name : readName(body.name),
        folder: folderAfter(before.folder, body.folder),
        filter: body.filter ?? before.filter,
        tracked: body.tracked ?? before.tracked,
      }
      await mustFit(tx, call, segments, after)
      if (madeBy(call) === 'live') await takeOver(tx, tenant.projectId, before.id)
      const usable = await usableVocabulary(tx, { ...tenant, mode: madeBy(call) })
      const own = { ...usable, isGivenNow: body.filter != null }
      vocabularyWith(own, after)
      treeOf(after, own)
      const vocabulary = await readVocabulary(tx, tenant.projectId)
      vocabularyWith(vocabulary, after)
      mustNotCircle(segments, after, vocabulary)
      await updateSegment(tx, tenant.projectId, after, new Date(world.clock.now()))
      await trackAnew(tx, call, isTaken ? { ...before, tracked: false } : before, after)
      // What was counted was another filter.
      return body.filter == null
        ? { ...before, ...after }
        : { ...before, ...after, counted_at: null }
    })
    return { status: 200, body: showSegment(await counted({ world, tenant }, row)) }
  },
})

const fixedKind: Text = {
  en: 'The kind of a segment does not change.',
  pt: 'O tipo de um segmento não muda.',
}

type Vocabulary = Awaited<ReturnType<typeof readVocabulary>>

/** The segment as it will be, for those that refer to it. */
function vocabularyWith(vocabulary: Vocabulary, segment: Segment): void {
  ;(vocabulary.segments as Map<Uuid, Segment>).set(segment.id, segment)
}

/** Others that refer to it must go on making sense: their depth and their circles are judged anew. */
function mustNotCircle(
  segments: readonly Segment[],
  changed: Segment,
  vocabulary: Vocabulary,
): void {
  const id = show('seg', changed.id)
  for (const other of segments) {
    if (other.id === changed.id || !JSON.stringify(other.filter ?? null).includes(id)) continue
    try {
      treeOf(other, vocabulary)
    } catch (error) {
      throw error instanceof Refusal ? refuse('filter', error.text) : error
    }
  }
}

const remove = (users: Users): Route =>
  route({
    method: 'DELETE',
    path: '/v1/segments/{id}',
    name: 'segments.delete',
    scope: 'admin',
    changes: { of: thisSegment },
    summary: 'Delete a segment',
    params: idParams,
    success: deleted,
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { projectId } = call.tenant
      await call.world.db.transaction(async tx => {
        await lockSegments(tx, projectId)
        const { id } = await mustFindSegment(tx, call.tenant, call.params.id)
        await mustBeUnused(users, tx, projectId, { segment: id })
        await deleteSegment(tx, projectId, id)
        await forgetTracked(tx, projectId, id)
      })
      return { status: 200, body: { id: call.params.id, deleted: true } }
    },
  })

const preview = route({
  method: 'POST',
  path: '/v1/segments/preview',
  name: 'segments.preview',
  scope: 'read',
  summary: 'Count whom a filter finds',
  description:
    'With the count of each condition by itself, and ten examples. Past two seconds the count is ' +
    'made from a sample: exact is false. Among more than 100,000 contacts the count of a single ' +
    'condition may be fifteen seconds old; that of the whole never is.',
  body: Type.Object({ filter: filterSchema }, { additionalProperties: false }),
  success: {
    status: 200,
    schema: Type.Object({
      count: Type.Integer(),
      exact: Type.Boolean(),
      conditions: Type.Array(Type.Object({ path: Type.String(), count: Type.Integer() })),
      sample: Type.Array(contactShape),
      took_ms: Type.Integer(),
    }),
  },
  errors: ['missing_field', 'invalid_field'],
  handle: async ({ world, tenant, body }) => {
    const started = world.clock.monotonic()
    const tree = readFilter(body.filter, await usableVocabulary(world.db, tenant))
    const moment = await momentOf(world, tenant)
    const condition = conditionOf(tree, moment)
    const near = await nearExamples(world.db, tenant, condition, maxExamples)
    const named = near?.isAll ? 0 : maxExamples
    const counted = await countFilter(world, tenant, tree, { moment, isByPart: true, named })
    const { count, isExact, parts } = counted
    const sample = near?.isAll
      ? near.rows
      : await farExamples({ world, tenant }, condition, { near, counted })
    return {
      status: 200,
      body: {
        count,
        exact: isExact,
        conditions: parts,
        sample: sample.map(showContact),
        took_ms: Math.round(world.clock.monotonic() - started),
      },
    }
  },
})

interface SegmentLook {
  readonly near: Awaited<ReturnType<typeof nearExamples>>
  readonly counted: Awaited<ReturnType<typeof countFilter>>
}

/** Where a walk over the newest contacts has not found enough: those that the count has named. */
async function farExamples(
  { world, tenant }: TenantWorld,
  condition: ContactCondition,
  { near, counted }: SegmentLook,
): Promise<readonly ContactRow[]> {
  const { count, isExact, newest } = counted
  if (count === 0 && isExact) return []
  if (newest === null) {
    // What takes long of those who are near takes longer of all.
    const far = near && (await exampleContacts(world, tenant, condition, maxExamples))
    return far ?? near?.rows ?? []
  }
  const rows = new Map(
    (await readContacts(world.db, tenant, newest)).map(row => [row.id, row] as const),
  )
  return newest.flatMap(id => rows.get(id) ?? [])
}

const search = route({
  method: 'POST',
  path: '/v1/contacts/search',
  name: 'contacts.search',
  scope: 'read',
  summary: 'Find contacts by a filter',
  body: Type.Object({ filter: filterSchema, ...pageQuery }, { additionalProperties: false }),
  success: { status: 200, schema: contactPage },
  errors: ['missing_field', 'invalid_field'],
  handle: async ({ world, tenant, body }) => {
    const tree = readFilter(body.filter, await usableVocabulary(world.db, tenant))
    const condition = conditionOf(tree, await momentOf(world, tenant))
    return { status: 200, body: await pageOfContacts({ world, tenant }, [condition], body) }
  },
})

const contacts = route({
  method: 'GET',
  path: '/v1/segments/{id}/contacts',
  name: 'segments.contacts',
  scope: 'read',
  summary: 'List the contacts of a segment',
  params: idParams,
  query: Type.Object(pageQuery),
  success: { status: 200, schema: contactPage },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async ({ world, tenant, params, query }) => {
    const segment = await mustFindSegment(world.db, tenant, params.id)
    const tree = treeOf(segment, await readVocabulary(world.db, tenant.projectId))
    const condition = conditionOf(tree, await momentOf(world, tenant))
    return { status: 200, body: await pageOfContacts({ world, tenant }, [condition], query) }
  },
})

const because = route({
  method: 'GET',
  path: '/v1/segments/{id}/contacts/{contact}',
  name: 'segments.because',
  scope: 'read',
  summary: 'Say why a contact is in a segment, or is not',
  params: Type.Object({ id: Type.String(), contact: Type.String() }),
  success: {
    status: 200,
    schema: Type.Object({
      member: Type.Boolean(),
      because: filterResultShape,
    }),
  },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const segment = await mustFindSegment(world.db, tenant, params.id)
    const contact = await mustFindContact(world.db, tenant, params.contact)
    const tree = treeOf(segment, await readVocabulary(world.db, tenant.projectId))
    const facts = await readFacts(world.db, tenant, contact, tree)
    const tried = evaluate(tree, facts, await momentOf(world, tenant))
    return { status: 200, body: { member: tried.result, because: tried } }
  },
})

export const segmentRoutes = (users: Users): readonly Route[] => [
  search,
  preview,
  create,
  list,
  get,
  update,
  remove(users),
  contacts,
  because,
  ...memberRoutes,
]

/** What the list and the export of contacts narrow themselves by. */
export async function segmentCondition(
  world: Pick<Call['world'], 'db' | 'clock'>,
  tenant: Call['tenant'],
  text: string,
  param = 'segment',
): Promise<ContactCondition> {
  const id = read('seg', text)
  const row = id === null ? null : await findSegment(world.db, tenant, id)
  if (row === null || !(await mayUse(world.db, tenant, row.id))) throw refuse(param, unknownSegment)
  const tree = treeOf(row, await readVocabulary(world.db, tenant.projectId))
  return conditionOf(tree, await momentOf(world, tenant))
}

const unknownSegment: Text = { en: 'There is no such segment.', pt: 'Não existe este segmento.' }
