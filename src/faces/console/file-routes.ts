/**
 * What the dashboard does with files beyond the public API: it shows them from its own address, since
 * its pages load nothing from elsewhere, the project's tracking host included, and it says which
 * folders there are.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { bytesOfFile } from '#marketing/files/shown.ts'
import { foldersOfFiles } from '#marketing/files/store.ts'

const content = route({
  method: 'GET',
  path: '/v1/files/{id}/content',
  name: 'files.content',
  scope: 'read',
  summary: 'See a file',
  params: Type.Object({ id: Type.String({ description: 'fil_…' }) }),
  success: { status: 200, schema: Type.String(), contentType: 'image/*' },
  errors: ['resource_not_found'],
  handle: async ({ world, tenant, params }) => {
    const id = read('fil', params.id)
    const file = id && (await bytesOfFile(world, tenant.projectId, id))
    if (!file) throw new Refusal('resource_not_found')
    const headers = {
      'Content-Type': file.type,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // What is there never changes, and who has the session has it for themselves.
      'Cache-Control': 'private, max-age=31536000, immutable',
    }
    return { status: 200, body: file.bytes, headers }
  },
})

const folders = route({
  method: 'GET',
  path: '/v1/file-folders',
  name: 'files.folders',
  scope: 'read',
  summary: 'List the folders of files',
  success: { status: 200, schema: Type.Object({ data: Type.Array(Type.String()) }) },
  errors: [],
  handle: async ({ world, tenant }) => ({
    status: 200,
    body: { data: [...(await foldersOfFiles(world.db, tenant.projectId))] },
  }),
})

export const fileRoutes: readonly Route[] = [content, folders]
