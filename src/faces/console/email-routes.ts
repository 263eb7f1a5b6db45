/**
 * What the dashboard does with an email beyond the public API: its preview, and whom it reached. As
 * routes of a project, so that they are admitted like every other of its routes.
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

export const emailRoutes: readonly Route[] = [preview, emailAnswers]
