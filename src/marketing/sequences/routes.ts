/** The endpoints of sequences. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { fold } from '#kernel/mail/fold.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { clearable } from '#kernel/routes/clearable.ts'
import { folderAfter, folderField } from '#kernel/routes/folder.ts'
import { mayRename } from '#kernel/routes/made-by.ts'
import { readName, takeNames } from '#kernel/routes/names.ts'
import {
  listPage,
  pageOf,
  pageOfVersions,
  pageQuery,
  versionPage,
  versionQuery,
} from '#kernel/routes/paging.ts'
import { bodyBytes, type Caller, type Route, route } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { mustBeUnused, type Users } from '../contacts/usage.ts'
import { changedSequence } from './definition/checks.ts'
import { emptySequence, type Sequence, sequenceFields } from './definition/definition.ts'
import { sequenceShape, showSequence } from './definition/shown.ts'
import { idParams, mustFindSequence } from './find.ts'
import { endMany } from './people/enrol.ts'
import { countInside } from './people/enrollment-store.ts'
import { enrollmentRoutes } from './people/enrollments.ts'
import { insideOfModes } from './people/inside.ts'
import { segmentEntryRoutes } from './people/segment-entries.ts'
import { publishingRoutes } from './publishing.ts'
import { lookRoutes } from './simulate/looks.ts'
import {
  deleteSequence,
  findSequencePosition,
  insertSequence,
  listSequences,
  listSequenceVersions,
  lockSequences,
  updateSequence,
} from './store.ts'

const folder = { folder: folderField }
const name = Type.String({ minLength: 1, maxLength: 200 })
/** Throws Refusal where another has the name; one that stands aside gives it up. */
const takeName = (tx: Tx, call: Caller, all: readonly Sequence[], one: Sequence) =>
  takeNames(tx, call, {
    all,
    one,
    namesOf: sequence => [sequence.name],
    taken: () => nameTaken,
    rename: (sequence, renamed) =>
      updateSequence(tx, call.tenant.projectId, { ...sequence, name: renamed(sequence.name) }),
  })

const nameTaken = new Refusal('invalid_field', {
  param: 'name',
  why: {
    en: 'Another sequence of the project has this name.',
    pt: 'Outra sequência do projeto tem este nome.',
  },
})

const create = route({
  method: 'POST',
  path: '/v1/sequences',
  name: 'sequences.create',
  maxBodyBytes: bodyBytes.people,
  scope: 'admin',
  changes: { makes: 'seq' },
  summary: 'Create a sequence',
  description: 'A draft; it lets nobody in until it is published.',
  body: Type.Object({ name, ...folder, ...sequenceFields }, { additionalProperties: false }),
  success: { status: 201, schema: sequenceShape },
  errors: ['missing_field', 'invalid_field'],
  handle: async call => {
    const { name: given, folder: filed, ...members } = call.body
    const wanted = readName(given)
    return call.commit(async tx => {
      const { tenant } = call
      const definition = await changedSequence({ sql: tx, tenant }, emptySequence, members)
      const all = await lockSequences(tx, tenant.projectId)
      const at = new Date(call.world.clock.now())
      const made: Sequence = {
        id: call.world.ids.next(),
        name: wanted,
        folder: folderAfter(null, filed),
        status: 'draft',
        while_paused: 'hold',
        paused_at: null,
        paused_test_at: null,
        definition,
        published_version: null,
        created_at: at,
        updated_at: at,
      }
      await takeName(tx, call, all, made)
      await insertSequence(tx, tenant.projectId, made)
      return { status: 201, body: showSequence(made) }
    })
  },
})

const list = route({
  method: 'GET',
  path: '/v1/sequences',
  name: 'sequences.list',
  scope: 'read',
  summary: 'List sequences',
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(sequenceShape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'seq',
      find: id => findSequencePosition(world.db, tenant, id),
      read: (before, count) => listSequences(world.db, tenant.projectId, { before, count }),
      show: showSequence,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/sequences/{id}',
  name: 'sequences.get',
  scope: 'read',
  summary: 'Read a sequence',
  params: idParams,
  success: { status: 200, schema: sequenceShape },
  errors: ['resource_not_found'],
  handle: async call => ({
    status: 200,
    body: showSequence(await mustFindSequence(call.world.db, call)),
  }),
})

const update = route({
  method: 'PATCH',
  path: '/v1/sequences/{id}',
  name: 'sequences.update',
  maxBodyBytes: bodyBytes.people,
  scope: 'admin',
  changes: 'a draft',
  summary: 'Change the draft of a sequence',
  description:
    'Those inside go by what is published. null clears a member. The name takes a live key where a ' +
    'live key made the sequence.',
  params: idParams,
  body: Type.Object(
    { name: Type.Optional(name), ...clearable(folder), ...clearable(sequenceFields) },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: sequenceShape },
  errors: ['missing_field', 'invalid_field', 'resource_not_found', 'live_key_required'],
  handle: async call => {
    const { world, tenant } = call
    const { name: given, folder: filed, ...members } = call.body
    const after = await world.db.transaction(async tx => {
      const all = await lockSequences(tx, tenant.projectId)
      const before = await mustFindSequence(tx, call, 'for update')
      const wanted = given == null ? before.name : readName(given)
      if (wanted !== before.name) await mayRename(tx, call, before.id)
      const definition = await changedSequence({ sql: tx, tenant }, before.definition, members)
      const updated_at = new Date(world.clock.now())
      const folder = folderAfter(before.folder, filed)
      const sequence = { ...before, name: wanted, folder, definition, updated_at }
      await takeName(tx, call, all, sequence)
      await updateSequence(tx, tenant.projectId, sequence)
      return sequence
    })
    return { status: 200, body: showSequence(after) }
  },
})

const remove = (users: Users) =>
  route({
    method: 'DELETE',
    path: '/v1/sequences/{id}',
    name: 'sequences.delete',
    scope: 'admin',
    changes: { of: mustFindSequence },
    summary: 'Delete a sequence',
    description: 'Only when nobody is inside, or with exit=true, which ends their way.',
    params: idParams,
    query: Type.Object({ exit: Type.Optional(Type.Boolean()) }),
    success: deleted,
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { world, tenant, query } = call
      await world.db.transaction(async tx => {
        // Nor is one published at this moment that enters it.
        await lockSequences(tx, tenant.projectId)
        const sequence = await mustFindSequence(tx, call, 'for update')
        await mustBeUnused(users, tx, tenant.projectId, { sequence: sequence.id })
        const inside = (await countInside(tx, tenant.projectId, sequence.id)).reduce(
          (sum, { count }) => sum + count,
          0,
        )
        if (inside > 0 && query.exit !== true) {
          throw new Refusal('invalid_field', {
            param: 'id',
            why: stillInside(inside),
          })
        }
        const as = { state: 'exited', reason: 'sequence_deleted' } as const
        for await (const { world: own, tenant: owner, some } of insideOfModes(
          tx,
          call,
          sequence.id,
        )) {
          const endings = some.map(enrollment => ({ enrollment, ...as }))
          await endMany(tx, own, owner, endings)
        }
        await deleteSequence(tx, tenant.projectId, sequence.id)
      })
      return { status: 200, body: { id: call.params.id, deleted: true } }
    },
  })

const duplicate = route({
  method: 'POST',
  path: '/v1/sequences/{id}/duplicate',
  name: 'sequences.duplicate',
  scope: 'admin',
  changes: { makes: 'seq' },
  summary: 'Copy a sequence as a draft',
  params: idParams,
  body: Type.Object({ name: Type.Optional(name) }, { additionalProperties: false }),
  success: { status: 201, schema: sequenceShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const before = await mustFindSequence(tx, call)
      const all = await lockSequences(tx, call.tenant.projectId)
      const wanted = call.body.name == null ? freeName(all, before.name) : readName(call.body.name)
      const at = new Date(call.world.clock.now())
      const made: Sequence = {
        ...before,
        id: call.world.ids.next(),
        name: wanted,
        status: 'draft',
        paused_at: null,
        paused_test_at: null,
        published_version: null,
        created_at: at,
        updated_at: at,
      }
      await takeName(tx, call, all, made)
      await insertSequence(tx, call.tenant.projectId, made)
      return { status: 201, body: showSequence(made) }
    }),
})

function freeName(all: readonly Sequence[], before: string): string {
  const taken = new Set(all.map(one => fold(one.name)))
  for (let n = 2; ; n += 1) {
    const wanted = `${before.slice(0, 190)} (${n})`
    if (!taken.has(fold(wanted))) return wanted
  }
}

const versions = route({
  method: 'GET',
  path: '/v1/sequences/{id}/versions',
  name: 'sequences.versions',
  scope: 'read',
  summary: 'List the versions of a sequence',
  params: idParams,
  query: Type.Object(versionQuery),
  success: { status: 200, schema: versionPage },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const { id, published_version: newest } = await mustFindSequence(world.db, call)
    const key = { projectId: tenant.projectId, id }
    const body = await pageOfVersions(query, newest, (below, count) =>
      listSequenceVersions(world.db, key, { below, count }),
    )
    return { status: 200, body }
  },
})

export const sequenceRoutes = (users: Users): readonly Route[] => [
  create,
  list,
  get,
  update,
  remove(users),
  ...publishingRoutes,
  duplicate,
  versions,
  ...lookRoutes,
  ...enrollmentRoutes,
  ...segmentEntryRoutes,
]

function stillInside(count: number): Text {
  const who =
    count === 1
      ? { en: '1 person is', pt: '1 pessoa está' }
      : { en: `${count} people are`, pt: `${count} pessoas estão` }
  return {
    en: `${who.en} inside; exit=true ends their way.`,
    pt: `${who.pt} dentro; exit=true encerra esse caminho.`,
  }
}
