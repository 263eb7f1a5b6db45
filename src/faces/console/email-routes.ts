/**
 * What the dashboard does with an email beyond the public API: its preview, its files, and whom it
 * reached. As routes of a project, so that they are admitted like every other of its routes.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { readForPage } from '#sending/content/read-content.ts'
import { keptWhole } from '#sending/delivery/kept.ts'
import type { EmailContent } from '#sending/events/email.ts'
import { emailOf } from '#sending/timeline/read-store.ts'
import { emailAnswers } from './email-answers.ts'
import { previewHeaders, previewHtml, shownImages } from './preview.ts'
import { savedAs } from './saved-as.ts'

/** What an email of the project says; gone or another's is unknown. */
async function mustFind(call: Call<unknown, unknown, { id: string }>): Promise<EmailContent> {
  const { world, tenant } = call
  const id = read('msg', call.params.id)
  const email = id && (await emailOf(world.db, tenant, id))
  if (!email) throw new Refusal('resource_not_found')
  await call.room(email.size_bytes)
  const content = await keptWhole(world, tenant.projectId, email)
  if (content === null) throw new Refusal('resource_not_found')
  return content
}

const preview = route({
  method: 'GET',
  path: '/v1/emails/{id}/preview',
  name: 'emails.preview',
  scope: 'read',
  summary: 'See an email as its readers do',
  description: 'For a sandboxed frame: nothing in it runs, nothing is loaded.',
  params: Type.Object({ id: Type.String({ description: 'msg_…' }) }),
  success: { status: 200, schema: Type.String(), contentType: 'text/html; charset=utf-8' },
  errors: ['resource_not_found'],
  async handle(call) {
    const content = await mustFind(call)
    const { world, tenant } = call
    const page = await readForPage(world, tenant.projectId, content, shownImages)
    return { status: 200, body: previewHtml(page), headers: previewHeaders }
  },
})

/** Of a message that is carried: a message has 40 MB at most, a third more in base64. */
const allFiles = { type: /^/, maxChars: 56 * 1024 * 1024 } as const

const attachment = route({
  method: 'GET',
  path: '/v1/emails/{id}/attachments/{n}',
  name: 'emails.attachment',
  scope: 'read',
  summary: 'Download a file that an email brings along',
  description: 'Its bytes, of no type, to be saved and never shown.',
  params: Type.Object({
    id: Type.String({ description: 'msg_…' }),
    n: Type.String({ description: 'Its place among `attachments` of the content, from 0.' }),
  }),
  success: { status: 200, schema: Type.String(), contentType: 'application/octet-stream' },
  errors: ['resource_not_found'],
  async handle(call) {
    const { world, tenant, params } = call
    if (!/^\d{1,4}$/.test(params.n)) throw new Refusal('resource_not_found')
    const content = await mustFind(call)
    const { attachments = [] } = await readForPage(world, tenant.projectId, content, allFiles)
    const file = attachments[Number(params.n)]
    if (file === undefined) throw new Refusal('resource_not_found')
    return {
      status: 200,
      body: Buffer.from(file.content, 'base64'),
      headers: {
        'Content-Disposition': savedAs(file.filename, `attachment-${Number(params.n) + 1}`),
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    }
  },
})

export const emailRoutes: readonly Route[] = [preview, attachment, emailAnswers]
