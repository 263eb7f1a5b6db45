/**
 * What the dashboard does with an email beyond the public API: its preview, and sending
 * it once more. As routes of a project, so that they are admitted like every other of its routes.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { type Answer, type Call, type Route, route } from '#kernel/routes/route.ts'
import { messageReader } from '#sending/content/message-reader.ts'
import { readContent, readForPage } from '#sending/content/read-content.ts'
import { contentName, loadContents, recipientsOf } from '#sending/delivery/store.ts'
import type { EmailContent } from '#sending/events/email.ts'
import { acceptedSchema } from '#sending/intake/schema.ts'
import { sendOne } from '#sending/intake/send.ts'
import { sendCarried } from '#sending/intake/send-carried.ts'
import { type EmailRow, findEmail } from '#sending/timeline/read-store.ts'
import { previewHeaders, previewHtml, shownImages } from './preview.ts'

const params = Type.Object({ id: Type.String({ description: 'msg_…' }) })

interface Found {
  readonly email: EmailRow
  readonly content: EmailContent
}

/** An email of the project with all that it says; gone or another's is unknown. */
async function mustFind(call: Call<unknown, unknown, { id: string }>): Promise<Found> {
  const { world, tenant } = call
  const id = read('msg', call.params.id)
  const email = id && (await findEmail(world.db, tenant, id))
  if (!email) throw new Refusal('resource_not_found')
  await call.room(email.size_bytes)
  const one = { projectId: tenant.projectId, emailId: email.id, contentId: email.content_id }
  const content = (await loadContents(world.db, [one])).get(contentName(one))
  if (!content) throw new Refusal('resource_not_found')
  return { email, content: content.merging ? await letterOf(call, email, content) : content }
}

/** Of a content that many emails share, as it was before it was watched. */
async function letterOf(
  { world, tenant }: Pick<Call, 'world' | 'tenant'>,
  email: EmailRow,
  content: EmailContent,
): Promise<EmailContent> {
  const read = await readContent(world, tenant.projectId, email.id)
  const { html = null, text = null } = read ?? {}
  const { merging: _, html: _html, text: _text, ...rest } = content
  return { ...rest, ...(html === null ? {} : { html }), ...(text === null ? {} : { text }) }
}

const preview = route({
  method: 'GET',
  path: '/v1/emails/{id}/preview',
  name: 'emails.preview',
  scope: 'read',
  summary: 'See an email as its readers do',
  description: 'For a sandboxed frame: nothing in it runs, nothing is loaded.',
  params,
  success: { status: 200, schema: Type.String(), contentType: 'text/html; charset=utf-8' },
  errors: ['resource_not_found'],
  async handle(call) {
    const { content } = await mustFind(call)
    const { world, tenant } = call
    const page = await readForPage(world, tenant.projectId, content, shownImages)
    return { status: 200, body: previewHtml(page), headers: previewHeaders }
  },
})

const resend = route({
  method: 'POST',
  path: '/v1/emails/{id}/resend',
  name: 'emails.resend',
  scope: 'send',
  summary: 'Send an email once more, as a new one',
  params,
  success: { status: 202, schema: acceptedSchema },
  errors: [
    'resource_not_found',
    'domain_not_verified',
    'recipient_suppressed',
    'sandbox_recipient',
    'daily_limit_reached',
    'monthly_limit_reached',
    'spend_limit_reached',
    'sending_paused',
  ],
  async handle(call) {
    const { email, content } = await mustFind(call)
    if (content.message !== undefined) return resendCarried(call, email, content.message)
    const { to, cc, bcc, reply_to: replyTo, require_tls: requireTls = false } = email.addressees
    const body = {
      from: email.sender,
      to: [...to],
      ...(cc ? { cc: [...cc] } : {}),
      ...(bcc ? { bcc: [...bcc] } : {}),
      ...(replyTo ? { reply_to: [...replyTo] } : {}),
      subject: email.subject,
      stream: email.stream,
      ...(content.html === undefined ? {} : { html: content.html }),
      ...(content.text === undefined ? {} : { text: content.text }),
      ...(content.headers === undefined ? {} : { headers: { ...content.headers } }),
      ...(content.attachments === undefined ? {} : { attachments: [...content.attachments] }),
      ...(email.tags === null ? {} : { tags: { ...email.tags } }),
      ...(email.metadata === null ? {} : { metadata: { ...email.metadata } }),
    }
    return sendOne(call, body, { requireTls })
  },
})

/** The same message once more, to whom it went. */
async function resendCarried(call: Call, email: EmailRow, message: Buffer): Promise<Answer> {
  const { world, tenant } = call
  const found = await world.runtime.get(messageReader, world).of(tenant.projectId)(message)
  if (found === null) throw new Refusal('rate_limited', { values: { seconds: 10, limit: 1 } })
  const recipients = await recipientsOf(world.db, tenant.projectId, email.id)
  const { stream, tags, metadata } = email
  const options = { stream, tags, metadata, scheduledAt: null }
  const requireTls = email.addressees.require_tls === true
  const carried = { found, recipients: recipients.map(one => one.address), options }
  return sendCarried(call, carried, { requireTls })
}

export const emailRoutes: readonly Route[] = [preview, resend]
