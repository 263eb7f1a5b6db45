/** The endpoints of files. */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { clearable } from '#kernel/routes/clearable.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { folderAfter, folderField, maxFolderChars } from '#kernel/routes/folder.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { bodyBytes, type Call, type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { projectLinkBase } from '#sending/tracking/links.ts'
import { refuseUsed } from '../contacts/usage.ts'
import { type FileRow, fileShape, maxAltChars, maxFilenameChars, showFile } from './file.ts'
import { removeBytes } from './remove.ts'
import { isPlain, mustBeName, readSentFile } from './sent-file.ts'
import {
  deleteFile,
  findFile,
  findFilePosition,
  listFiles,
  lockFiles,
  noteToRemove,
  updateFile,
} from './store.ts'
import { realNow, takeFile } from './take.ts'

/** The names of those that use a file, by its id and the name in its address. */
export type FileUsers = (sql: Sql, projectId: Uuid, file: FileRow) => Promise<readonly string[]>

const fileTypes = [
  'multipart/form-data',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/octet-stream',
] as const

/** How the files of a project are shown, now that its links lead there. */
async function shower({ world, tenant }: TenantWorld) {
  const base = await projectLinkBase(world.db, world, tenant.projectId)
  return (row: FileRow) => showFile(row, base)
}

const create = route({
  method: 'POST',
  path: '/v1/files',
  name: 'files.create',
  scope: 'admin',
  changes: { makes: 'fil' },
  summary: 'Upload a picture',
  description:
    'PNG, JPEG, GIF or WebP by its bytes, up to 5 MB and 40 megapixels: in the field file of a form, or as the body with its name in X-Filename (UTF-8, percent-encoded). It is turned as its EXIF says, scaled down to 1,600 pixels and kept without metadata; a moving picture is kept as it is.',
  rawBody: fileTypes,
  rawParam: 'file',
  maxBodyBytes: bodyBytes.picture,
  success: { status: 201, schema: fileShape },
  errors: ['missing_field', 'invalid_field', 'service_unavailable'],
  handle: async call => {
    const sent = await readSentFile(call.body as Buffer, call.headers ?? {})
    const write = await takeFile(call, sent)
    const shown = await shower(call)
    return call.commit(async tx => ({ status: 201, body: shown(await write(tx)) }))
  },
})

const list = route({
  method: 'GET',
  path: '/v1/files',
  name: 'files.list',
  scope: 'read',
  summary: 'List files',
  query: Type.Object({
    ...pageQuery,
    folder: Type.Optional(
      Type.String({ maxLength: maxFolderChars, description: 'Only of this one; empty: of none.' }),
    ),
  }),
  success: { status: 200, schema: pageOf(fileShape) },
  errors: ['invalid_field'],
  handle: async call => {
    const { world, tenant, query } = call
    const folder = query.folder?.trim() ?? null
    const body = await listPage(world, {
      page: query,
      prefix: 'fil',
      find: id => findFilePosition(world.db, tenant, id),
      read: (before, count) => listFiles(world.db, tenant.projectId, folder, { before, count }),
      show: await shower(call),
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const idParams = Type.Object({ id: Type.String({ description: 'fil_…' }) })
type OneFile = Pick<Call<unknown, unknown, { id: string }>, 'tenant' | 'params'>

/** Throws Refusal where the project has none. */
async function mustFind(
  sql: Sql,
  { tenant, params }: OneFile,
  lock: '' | 'for update' = '',
): Promise<FileRow> {
  return findNamed('fil', params.id, id => findFile(sql, tenant.projectId, id, lock))
}

const get = route({
  method: 'GET',
  path: '/v1/files/{id}',
  name: 'files.get',
  scope: 'read',
  summary: 'Read a file',
  params: idParams,
  success: { status: 200, schema: fileShape },
  errors: ['resource_not_found'],
  handle: async call => {
    const row = await mustFind(call.world.db, call)
    const shown = await shower(call)
    return { status: 200, body: shown(row) }
  },
})

const update = route({
  method: 'PATCH',
  path: '/v1/files/{id}',
  name: 'files.update',
  scope: 'admin',
  changes: { of: mustFind, publishes: () => true },
  summary: 'Change what a file is called, what it shows and where it is filed',
  params: idParams,
  body: Type.Object(
    {
      filename: Type.Optional(Type.String({ maxLength: maxFilenameChars })),
      alt: Type.Optional(
        Type.String({ maxLength: maxAltChars, description: 'An empty text: none.' }),
      ),
      ...clearable({ folder: folderField }),
    },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: fileShape },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { filename, alt, folder } = call.body
    const named = filename == null ? {} : { filename: mustBeName(filename) }
    if (alt != null && !isPlain(alt)) throw new Refusal('invalid_field', { param: 'alt' })
    const shown = await shower(call)
    return call.commit(async tx => {
      const before = await mustFind(tx, call, 'for update')
      const after = {
        ...before,
        ...named,
        ...(alt == null ? {} : { alt: alt.trim() }),
        folder: folderAfter(before.folder, folder),
      }
      await updateFile(tx, call.tenant.projectId, after)
      return { status: 200, body: shown(after) }
    })
  },
})

const remove = (users: FileUsers): Route =>
  route({
    method: 'DELETE',
    path: '/v1/files/{id}',
    name: 'files.delete',
    scope: 'admin',
    changes: { of: mustFind },
    summary: 'Delete a file',
    description:
      'Not one that a published template, a campaign that is not over or the theme uses. Its address is 404 afterwards, in letters that were sent as well.',
    params: idParams,
    success: deleted,
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { world, tenant } = call
      const row = await world.db.transaction(async tx => {
        await lockFiles(tx, tenant.projectId)
        const found = await mustFind(tx, call, 'for update')
        refuseUsed(await users(tx, tenant.projectId, found))
        await deleteFile(tx, tenant.projectId, found.id)
        await noteToRemove(tx, found.name, new Date(realNow(world)))
        return found
      })
      await removeBytes(world, row.name)
      return { status: 200, body: { id: show('fil', row.id), deleted: true } }
    },
  })

export const fileRoutes = (users: FileUsers): readonly Route[] => [
  create,
  list,
  get,
  update,
  remove(users),
]
