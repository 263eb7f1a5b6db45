/** Resend's calls on emails: send, batch, list, get, move, cancel. */
import type {
  CancelEmailResponseSuccess,
  CreateBatchSuccessResponse,
  CreateEmailResponseSuccess,
  GetEmailResponseSuccess,
  ListEmail,
  UpdateEmailResponseSuccess,
} from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Answer, bodyBytes, type Route } from '#kernel/routes/route.ts'
import { fillTemplate } from '#marketing/templates/fill.ts'
import type { EmailBody } from '#sending/intake/schema.ts'
import { checkBatchSize, sendGood } from '#sending/intake/send.ts'
import type { contentSchema, emailSchema, emailSummarySchema } from '#sending/timeline/serialize.ts'
import {
  checkShape,
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'
import { ourKey } from './liquid.ts'
import { moment } from './moment.ts'
import { mustBeId } from './refused.ts'

export const emailRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/emails',
    name: 'emails.send',
    maxBodyBytes: bodyBytes.emails,
    scope: 'send',
    summary: 'Send an email',
    takesBody: true,
    handle: call =>
      through('emails.send', call, { body: ourEmail(call.body, call.world.clock.now()) }),
  }),
  theirRoute({
    method: 'POST',
    path: '/emails/batch',
    name: 'emails.batch',
    maxBodyBytes: bodyBytes.emails,
    scope: 'send',
    summary: 'Send up to 100 emails, all or nothing, or by x-batch-validation those that are good',
    takesBody: true,
    handle: sendBatch,
  }),
  theirRoute({
    method: 'GET',
    path: '/emails',
    name: 'emails.list',
    scope: 'read',
    summary: 'List emails',
    query: Type.Object(theirPage),
    handle: call =>
      through(
        'emails.list',
        call,
        { query: pageAsked(call.query) },
        listed((email: OurSummary) => summary(email, call)),
      ),
  }),
  theirRoute({
    method: 'GET',
    path: '/emails/{id}',
    name: 'emails.get',
    scope: 'read',
    summary: 'Read one email',
    handle: getEmail,
  }),
  theirRoute({
    method: 'PATCH',
    path: '/emails/{id}',
    name: 'emails.update',
    scope: 'send',
    summary: 'Send a waiting email at another time',
    takesBody: true,
    handle: call =>
      through(
        'emails.update',
        call,
        { params: call.params, body: rescheduling(call.body, call.world.clock.now()) },
        named,
      ),
  }),
  theirRoute({
    method: 'POST',
    path: '/emails/{id}/cancel',
    name: 'emails.cancel',
    scope: 'send',
    summary: 'Cancel a waiting email',
    handle: call => through('emails.cancel', call, { params: call.params }, named),
  }),
]

type OurSummary = Static<typeof emailSummarySchema>
type OurEmail = Static<typeof emailSchema>
type OurContent = Static<typeof contentSchema>

const named = ({
  id,
}: CreateEmailResponseSuccess): CancelEmailResponseSuccess & UpdateEmailResponseSuccess => ({
  object: 'email',
  id,
})

function sendBatch(call: Theirs): Promise<Answer> {
  const { body } = call
  if (!Array.isArray(body)) {
    refuseField('emails', {
      en: 'The body must be a list of emails.',
      pt: 'O corpo deve ser uma lista de e-mails.',
    })
  }
  const now = call.world.clock.now()
  if (call.headers?.['x-batch-validation'] === 'permissive') return sendPermissive(call, body)
  const emails = body.map((email, i) => {
    try {
      return ourEmail(email, now)
    } catch (error) {
      throw error instanceof Refusal ? error.within(`emails[${i}]`) : error
    }
  })
  return through('emails.sendBatch', call, { body: { emails } })
}

type PermissiveBatch = CreateBatchSuccessResponse<{ batchValidation: 'permissive' }>

/** Those that are good go out; the others are told of by their place, each with its sentence. */
async function sendPermissive(call: Theirs, given: readonly unknown[]): Promise<Answer> {
  if (given.length === 0) throw new Refusal('missing_field', { param: 'emails' })
  checkBatchSize(given.length)
  const now = call.world.clock.now()
  const bodies = await Promise.all(
    given.map(async one => {
      try {
        const email = ourEmail(one, now)
        checkShape('emails.send', email)
        return await fillTemplate(call, email as unknown as EmailBody)
      } catch (error) {
        if (error instanceof Refusal) return error
        throw error
      }
    }),
  )
  const told = (taken: readonly (CreateEmailResponseSuccess | Refusal)[]): PermissiveBatch => ({
    data: taken.flatMap(one => (one instanceof Refusal ? [] : [one])),
    errors: taken.flatMap((one, index) =>
      one instanceof Refusal ? [{ index, message: one.text[call.language] }] : [],
    ),
  })
  return sendGood(call, bodies, taken => ({ status: 200, body: told(taken) }))
}

async function getEmail(call: Theirs): Promise<Answer> {
  mustBeId(`/emails/${call.params.id}`)
  const { params } = call
  const content = (await through('emails.content', call, { params })).body as OurContent
  return through(
    'emails.get',
    call,
    { params },
    (email: OurEmail): WholeEmail => ({
      object: 'email',
      ...summary(email, call),
      html: content.html ?? null,
      text: content.text ?? null,
      tags: Object.entries(email.tags).map(([name, value]) => ({ name, value })),
    }),
  )
}

/** What happened last; a test key's emails are captured, which is none of theirs. */
type LastEvent = GetEmailResponseSuccess['last_event'] | 'captured'
type InOurWords<Theirs> = Omit<Theirs, 'last_event'> & { readonly last_event: LastEvent }
type WholeEmail = InOurWords<GetEmailResponseSuccess>

const lastEvents: Readonly<Record<OurSummary['status'], LastEvent>> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  deferred: 'delivery_delayed',
  bounced: 'bounced',
  complained: 'complained',
  failed: 'failed',
  suppressed: 'suppressed',
  captured: 'captured',
  cancelled: 'canceled',
}

function summary(email: OurSummary, { world }: Theirs): InOurWords<ListEmail> {
  const { status, scheduled_at: scheduledAt } = email
  const waits = scheduledAt !== undefined && Date.parse(scheduledAt) > world.clock.now()
  return {
    id: email.id,
    message_id: email.message_id,
    from: email.from,
    to: email.to,
    cc: email.cc ?? null,
    bcc: email.bcc ?? null,
    reply_to: email.reply_to ?? null,
    subject: email.subject,
    last_event: status === 'queued' && waits ? 'scheduled' : lastEvents[status],
    scheduled_at: scheduledAt ?? null,
    created_at: email.created_at,
  }
}

// Their fields in our words ----------------------------------------------------------------------

/** What is unknown stays as it is, for our own rules to refuse by name. */
function ourEmail(given: unknown, now: number): Fields {
  const { template, topic_id, tags, attachments, scheduled_at, ...rest } = fieldsOf(given)
  if (topic_id != null) {
    refuseField('topic_id', {
      en: 'There are no topics. Leave topic_id out.',
      pt: 'Não existem tópicos. Omita topic_id.',
    })
  }
  const lists = ['to', 'cc', 'bcc', 'reply_to'].flatMap(name =>
    typeof rest[name] === 'string' ? [[name, [rest[name]]]] : [],
  )
  return {
    ...rest,
    ...Object.fromEntries(lists),
    ...(tags == null ? {} : { tags: ourTags(tags) }),
    ...(attachments == null ? {} : { attachments: ourAttachments(attachments) }),
    ...(scheduled_at == null ? {} : { scheduled_at: moment(scheduled_at, now) }),
    ...(template == null ? {} : { template: ourTemplate(template) }),
  }
}

/** By its id or alias, with names of variables in small letters. */
function ourTemplate(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { id, variables, ...rest } = given as Fields
  const isId = typeof id === 'string' && id.startsWith('tpl_')
  return {
    ...rest,
    ...(id == null ? {} : isId ? { id } : { alias: id }),
    ...(variables == null ? {} : { variables: ourValues(variables) }),
  }
}

const ourValues = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? Object.fromEntries(Object.entries(given).map(([key, value]) => [ourKey(key), value]))
    : given

const rescheduling = (body: unknown, now: number): Fields => {
  const { scheduled_at, ...rest } = fieldsOf(body)
  return { ...rest, ...(scheduled_at == null ? {} : { scheduled_at: moment(scheduled_at, now) }) }
}

/** `[{ name, value }]` as a map. */
function ourTags(tags: unknown): unknown {
  if (!Array.isArray(tags)) return tags
  return Object.fromEntries(
    tags.map((tag, i) => {
      const { name, value } = (tag ?? {}) as Fields
      if (typeof name === 'string' && name !== '__proto__') return [name, value]
      throw new Refusal('missing_field', { param: `tags[${i}].name` })
    }),
  )
}

function ourAttachments(attachments: unknown): unknown {
  if (!Array.isArray(attachments)) return attachments
  return attachments.map((one, i) => {
    if (typeof one !== 'object' || one === null) return one
    const { path, filename, content, ...rest } = namedAlike(one as Fields)
    if (path != null) {
      refuseField(`attachments[${i}].path`, {
        en: 'Nothing is fetched from elsewhere. Send the content.',
        pt: 'Nada é buscado em outro lugar. Envie o conteúdo.',
      })
    }
    const name = typeof filename === 'string' && filename !== '' ? filename : `attachment-${i + 1}`
    return { ...rest, filename: name, ...(content == null ? {} : { content: base64Of(content) }) }
  })
}

/** Fields of attachments as the clients for Rust and of older versions of Go's name them. */
const otherNames: Readonly<Record<string, string>> = {
  contentType: 'content_type',
  contentId: 'content_id',
  inline_content_id: 'content_id',
}

const namedAlike = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [otherNames[name] ?? name, value]),
  )

/**
 * Bytes as their clients write them: base64 (Node, PHP, Java, .NET), a list of numbers (Python, Ruby,
 * Go, Rust), a Buffer or another array of bytes as JSON has it (Node before 4).
 */
function base64Of(content: unknown): unknown {
  if (typeof content !== 'object' || content === null) return content
  const { type, data } = content as { type?: unknown; data?: unknown }
  const bytes = Array.isArray(content)
    ? content
    : type === 'Buffer' && Array.isArray(data)
      ? data
      : bytesByIndex(content)
  return bytes?.every(isByte) ? Buffer.from(bytes).toString('base64') : content
}

const isByte = (one: unknown): one is number =>
  Number.isInteger(one) && (one as number) >= 0 && (one as number) <= 255

/** `{"0":104,"1":105}`, a Uint8Array; keys that are numbers come in their order. */
function bytesByIndex(content: object): unknown[] | null {
  const keys = Object.keys(content)
  return keys.length > 0 && keys.every((key, i) => key === String(i))
    ? Object.values(content)
    : null
}
