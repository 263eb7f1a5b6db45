/** Blocks of letters that a project keeps to use again: a header, a footer, an offer. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { bodyBytes, type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { checkedBlocks, designSchema, designShape } from './design.ts'
import {
  deleteSaved,
  findSaved,
  findSavedPosition,
  insertSaved,
  listSaved,
  lockSaved,
  type SavedBlock,
} from './saved-store.ts'

/** They are chosen from one list. */
const maxSaved = 100

const shape = Type.Object(
  {
    id: Type.String({ description: 'blk_…' }),
    name: Type.String(),
    blocks: designShape.properties.blocks,
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SavedBlock' },
)

const showSaved = ({ id, name, blocks, created_at: at }: SavedBlock) => ({
  id: show('blk', id),
  name,
  blocks,
  created_at: at.toISOString(),
})

const idParams = Type.Object({ id: Type.String({ description: 'blk_…' }) })

type OneSaved = Pick<Call<unknown, unknown, { readonly id: string }>, 'tenant' | 'params'>

const mustFind = (sql: Sql, { tenant, params }: OneSaved): Promise<SavedBlock> =>
  findNamed('blk', params.id, id => findSaved(sql, tenant.projectId, id))

const create = route({
  method: 'POST',
  path: '/v1/saved-blocks',
  name: 'savedBlocks.create',
  maxBodyBytes: bodyBytes.letters,
  scope: 'admin',
  changes: { makes: 'blk' },
  summary: 'Keep blocks of a letter',
  description: 'Letters that take them have copies of their own, which stay as they are.',
  body: Type.Object(
    { name: Type.String({ maxLength: 200 }), blocks: designSchema.properties.blocks },
    { additionalProperties: false },
  ),
  success: { status: 201, schema: shape },
  errors: ['missing_field', 'invalid_field'],
  handle: async call => {
    const { body, tenant, world } = call
    const name = body.name.trim()
    if (name === '') throw new Refusal('missing_field', { param: 'name' })
    if (body.blocks.length === 0) throw new Refusal('missing_field', { param: 'blocks' })
    const blocks = checkedBlocks(body.blocks, 'blocks')
    return call.commit(async tx => {
      if ((await lockSaved(tx, tenant.projectId)).length >= maxSaved) throw tooMany
      const at = new Date(world.clock.now())
      const saved: SavedBlock = { id: world.ids.next(), name, blocks, created_at: at }
      await insertSaved(tx, tenant.projectId, saved)
      return { status: 201, body: showSaved(saved) }
    })
  },
})

const tooMany = new Refusal('invalid_field', {
  why: {
    en: `A project keeps at most ${maxSaved} saved blocks.`,
    pt: `Um projeto guarda no máximo ${maxSaved} blocos salvos.`,
  },
})

const list = route({
  method: 'GET',
  path: '/v1/saved-blocks',
  name: 'savedBlocks.list',
  scope: 'read',
  summary: 'List saved blocks',
  query: Type.Object({ ...pageQuery }),
  success: { status: 200, schema: pageOf(shape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'blk',
      find: id => findSavedPosition(world.db, tenant, id),
      read: (before, count) => listSaved(world.db, tenant.projectId, { before, count }),
      show: showSaved,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/saved-blocks/{id}',
  name: 'savedBlocks.get',
  scope: 'read',
  summary: 'Read saved blocks',
  params: idParams,
  success: { status: 200, schema: shape },
  errors: ['resource_not_found'],
  handle: async call => ({ status: 200, body: showSaved(await mustFind(call.world.db, call)) }),
})

const remove = route({
  method: 'DELETE',
  path: '/v1/saved-blocks/{id}',
  name: 'savedBlocks.delete',
  scope: 'admin',
  changes: { of: mustFind },
  summary: 'Delete saved blocks',
  description: 'Letters keep the copies that they have.',
  params: idParams,
  success: deleted,
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const { id } = await mustFind(world.db, { tenant, params })
    await deleteSaved(world.db, tenant.projectId, id)
    return { status: 200, body: { id: params.id, deleted: true } }
  },
})

export const savedBlockRoutes: readonly Route[] = [create, list, get, remove]
