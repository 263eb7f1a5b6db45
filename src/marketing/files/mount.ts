/**
 * Pictures as everybody sees them, under the hosts of the project whose they are. What is at such an
 * address never changes, so it may be kept by whoever stands between; no cookie is read or set.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FilesUnavailable } from '#kernel/world/files.ts'
import type { World } from '#kernel/world/world.ts'
import { isServedAt } from '#sending/domains/page-hosts.ts'
import { bytesOf } from './bytes.ts'
import { type FileRow, filesPath } from './file.ts'
import { findPublicFile } from './store.ts'

const namePattern = /^[0-9a-f]{32}\.(png|jpg|gif|webp)$/

export function mountFiles(world: World) {
  return (app: FastifyInstance): void => {
    app.get(`${filesPath}*`, async (request, reply) => {
      const file = await fileOf(world, request)
      if (file === null) return none(reply, 404)
      void reply.headers(headersOf(file))
      if (isKnown(request, file)) return reply.status(304).send()
      try {
        const bytes = await bytesOf(world, file.name)
        if (bytes !== null) return reply.type(file.content_type).send(bytes)
      } catch (error) {
        if (!(error instanceof FilesUnavailable)) throw error
        world.log.error({ error: error.message, place: world.files.place }, 'a file was not read')
        return none(reply, 503)
      }
      world.log.error(
        { file: file.id, place: world.files.place },
        'the bytes of a file are missing',
      )
      return none(reply, 404)
    })
  }
}

async function fileOf(world: World, request: FastifyRequest): Promise<FileRow | null> {
  const name = (request.params as { '*': string })['*']
  if (!namePattern.test(name)) return null
  const file = await findPublicFile(world.db, name)
  if (file === null) return null
  return (await isServedAt(world, request.headers.host ?? '', file.project_id)) ? file : null
}

const tagOf = ({ name }: FileRow): string => `"${name.split('.')[0]}"`

const headersOf = (file: FileRow): Readonly<Record<string, string>> => ({
  'Cache-Control': 'public, max-age=31536000, immutable',
  // Mail is read in pages of others.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  ETag: tagOf(file),
  'Last-Modified': file.created_at.toUTCString(),
})

/** RFC 9110 §13.1: by its tag, else by its date. */
function isKnown({ headers }: FastifyRequest, file: FileRow): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some(tag => ['*', tagOf(file)].includes(tag.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= Math.floor(file.created_at.getTime() / 1_000) * 1_000
}

function none(reply: FastifyReply, status: 404 | 503): FastifyReply {
  for (const name of ['ETag', 'Last-Modified', 'Access-Control-Allow-Origin']) {
    void reply.removeHeader(name)
  }
  return reply
    .status(status)
    .headers({ 'Cache-Control': 'no-store', ...(status === 503 ? { 'Retry-After': '5' } : {}) })
    .type('text/plain; charset=utf-8')
    .send('')
}
