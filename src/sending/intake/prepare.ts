/**
 * From what a caller wrote to an email that can be stored: the field rules, pure. Each problem is a
 * Refusal that names its field; `prepareAll` collects them (the dry run shows all at once), `prepare`
 * throws the first.
 */

import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger } from '#kernel/base/text-length.ts'
import { type Address, maxEntryLength, parseAddress } from '#kernel/mail/address.ts'
import { base64Size, checkAttachment } from '#kernel/mail/attachments.ts'
import { checkCustomHeader } from '#kernel/mail/custom-headers.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import type { Addressees, EmailContent, TextMap } from '../events/email.ts'
import type { PackedFiles } from './packed-files.ts'
import { type EmailBody, limits } from './schema.ts'

interface Beside {
  /** What a letter to many may lack that a single email may not: whoever sends it has been warned. */
  readonly mayLackSubject?: boolean
  /** Its attachments, where they are large. */
  readonly files?: PackedFiles | undefined
}

/** Checks every field; throws the first Refusal in the order of the fields. */
export function prepare(body: EmailBody, now: number, beside: Beside = {}): PreparedEmail {
  const { prepared, problems } = prepareAll(body, now, beside)
  if (problems.length > 0) throw problems[0]!
  return prepared!
}

/** Checks every field and reports all problems; `prepared` is null if there are any. */
export function prepareAll(
  body: EmailBody,
  now: number,
  beside: Beside = {},
): { prepared: PreparedEmail | null; problems: Refusal[] } {
  const problems: Refusal[] = []
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push(error)
      return null
    }
  }
  const from = attempt(() => readSender(body.from))
  const recipients = attempt(() => readRecipients(body, attempt))
  attempt(() => readList(body.reply_to, 'reply_to'))
  attempt(() => checkSubject(body.subject, beside))
  attempt(() => checkBodies(body))
  attempt(() => checkMap(body.tags, 'tags'))
  attempt(() => checkMap(body.metadata, 'metadata'))
  attempt(() => checkHeaders(body))
  const attachmentBytes = attempt(() => checkAttachments(body.attachments, beside.files))
  const scheduledAt = attempt(() => readScheduledAt(body.scheduled_at, now))
  if (problems.length > 0 || from === null || recipients === null)
    return { prepared: null, problems }
  return {
    problems,
    prepared: {
      from,
      sender: body.from,
      addressees: addresseesOf(body),
      recipients,
      subject: body.subject ?? '',
      stream: body.stream ?? 'transactional',
      tags: body.tags ?? null,
      metadata: body.metadata ?? null,
      content: contentOf(body, beside.files),
      sizeBytes:
        Buffer.byteLength(body.html ?? '') +
        Buffer.byteLength(body.text ?? '') +
        (attachmentBytes ?? 0),
      scheduledAt: scheduledAt ?? null,
    },
  }
}

function invalid(param: string, en: string, pt: string): Refusal {
  return new Refusal('invalid_field', { param, why: { en, pt } })
}

function readSender(text: string): Address {
  if (text.length <= maxEntryLength && text.trim() === '') {
    throw new Refusal('missing_field', { param: 'from' })
  }
  return readAddress(text, 'from')
}

function readAddress(text: string, param: string): Address {
  const parsed = parseAddress(text)
  if (!parsed.ok) throw new Refusal('invalid_field', { param, why: parsed.why })
  return parsed.address
}

function readList(list: readonly string[] | undefined, field: string): void {
  if (list && list.length > limits.recipients) throw tooMany(field)
  for (const [i, text] of (list ?? []).entries()) readAddress(text, `${field}[${i}]`)
}

const tooMany = (param: string): Refusal =>
  invalid(
    param,
    `An email has at most ${limits.recipients} recipients across to, cc and bcc.`,
    `Um e-mail tem no máximo ${limits.recipients} destinatários entre to, cc e bcc.`,
  )

function readRecipients(
  body: EmailBody,
  attempt: <T>(work: () => T) => T | null,
): { address: string; param: string }[] {
  if (body.to.length === 0) throw new Refusal('missing_field', { param: 'to' })
  const recipients: { address: string; param: string }[] = []
  const seen = new Set<string>()
  let listed = 0
  for (const field of ['to', 'cc', 'bcc'] as const) {
    const list = body[field] ?? []
    listed += list.length
    if (listed > limits.recipients) throw tooMany(field)
    for (const [i, text] of list.entries()) {
      const param = `${field}[${i}]`
      const address = attempt(() => readAddress(text, param))
      if (address === null || seen.has(address.email.toLowerCase())) continue
      seen.add(address.email.toLowerCase())
      recipients.push({ address: address.email, param })
    }
  }
  return recipients
}

function checkSubject(subject = '', { mayLackSubject = false }: Beside): void {
  if (subject.trim() === '' && !mayLackSubject)
    throw new Refusal('missing_field', { param: 'subject' })
  if (/[\r\n]/.test(subject)) {
    throw invalid('subject', 'The subject must be one line.', 'O assunto deve ter uma só linha.')
  }
}

function checkBodies(body: EmailBody): void {
  if (!body.html && !body.text) {
    throw new Refusal('missing_field', {
      param: 'html',
      why: {
        en: 'An email needs a body: give html, text or both.',
        pt: 'Um e-mail precisa de um corpo: informe html, text ou ambos.',
      },
    })
  }
  for (const field of ['html', 'text'] as const) {
    if (Buffer.byteLength(body[field] ?? '') > limits.bodyBytes) {
      throw invalid(field, `${field} holds at most 5 MB.`, `${field} tem no máximo 5 MB.`)
    }
  }
}

/** Field rules of tags and metadata. */
export function checkMap(map: TextMap | undefined, field: string): void {
  const entries = Object.entries(map ?? {})
  if (entries.length > limits.mapKeys) {
    throw invalid(
      field,
      `${field} holds at most ${limits.mapKeys} keys.`,
      `${field} tem no máximo ${limits.mapKeys} chaves.`,
    )
  }
  for (const [key, value] of entries) {
    const param = `${field}.${key.slice(0, limits.keyLength)}`
    if (key === '' || isLonger(key, limits.keyLength)) {
      throw invalid(
        param,
        `Keys in ${field} have 1 to ${limits.keyLength} characters.`,
        `As chaves de ${field} têm de 1 a ${limits.keyLength} caracteres.`,
      )
    }
    if (isLonger(value, limits.valueLength)) {
      throw invalid(
        param,
        `Values in ${field} have at most ${limits.valueLength} characters.`,
        `Os valores de ${field} têm no máximo ${limits.valueLength} caracteres.`,
      )
    }
  }
}

function checkHeaders(body: EmailBody): void {
  const entries = Object.entries(body.headers ?? {})
  if (entries.length > limits.headers) {
    throw invalid(
      'headers',
      `At most ${limits.headers} headers.`,
      `No máximo ${limits.headers} cabeçalhos.`,
    )
  }
  for (const [name, value] of entries) {
    const why: Text | null = checkCustomHeader(name, value, body.stream)
    if (why) throw new Refusal('invalid_field', { param: `headers.${name.slice(0, 80)}`, why })
  }
}

/** Returns the decoded size of all attachments together. */
function checkAttachments(
  attachments: EmailBody['attachments'],
  packed: PackedFiles | undefined,
): number {
  let total = 0
  for (const [i, one] of (attachments ?? []).entries()) {
    const param = `attachments[${i}].content`
    const size = packed === undefined ? base64Size(one.content) : packed.sizes[i]!
    if (size === null)
      throw invalid(param, 'The content must be base64.', 'O conteúdo deve estar em base64.')
    total += size
    const fault = checkAttachment({
      filename: one.filename,
      ...(one.content_type === undefined ? {} : { contentType: one.content_type }),
      ...(one.content_id === undefined ? {} : { contentId: one.content_id }),
    })
    if (fault) {
      throw new Refusal('invalid_field', {
        param: `attachments[${i}].${fault.field}`,
        why: fault.why,
      })
    }
  }
  if (total > limits.attachmentBytes) {
    throw invalid(
      'attachments',
      'Attachments hold at most 25 MB together.',
      'Os anexos têm no máximo 25 MB no total.',
    )
  }
  return total
}

/** ISO 8601 with an offset; up to 60 s in the past counts as now (docs/contract.md#scheduling). */
export function readScheduledAt(text: string | undefined, now: number): number | null {
  if (text === undefined) return null
  const shape =
    /^\d{4}-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i.exec(text)
  const time = shape
    ? Date.parse(
        text
          .toUpperCase()
          .replace(',', '.')
          .replace(/(:\d{2}(?:\.\d{1,9})?[+-]\d{2})$/, '$1:00')
          .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
      )
    : Number.NaN
  if (Number.isNaN(time) || !dayExists(text)) {
    throw invalid(
      'scheduled_at',
      'scheduled_at must be an ISO 8601 time with an offset or Z, for example 2026-12-01T09:00:00-03:00.',
      'scheduled_at deve ser um horário ISO 8601 com deslocamento ou Z, por exemplo 2026-12-01T09:00:00-03:00.',
    )
  }
  if (time < now - limits.schedulePastMs) {
    throw invalid('scheduled_at', 'scheduled_at is in the past.', 'scheduled_at está no passado.')
  }
  if (time > now + limits.scheduleAheadMs) {
    throw invalid(
      'scheduled_at',
      'scheduled_at is more than 30 days ahead.',
      'scheduled_at está mais de 30 dias à frente.',
    )
  }
  return time <= now ? null : time
}

/** Whether the calendar has the day: Date.parse turns February 30 into March in some forms. */
function dayExists(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year!, month! - 1, day!))
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day!
}

function addresseesOf(body: EmailBody): Addressees {
  return {
    to: body.to,
    ...(body.cc?.length ? { cc: body.cc } : {}),
    ...(body.bcc?.length ? { bcc: body.bcc } : {}),
    ...(body.reply_to?.length ? { reply_to: body.reply_to } : {}),
  }
}

function contentOf(body: EmailBody, packed: PackedFiles | undefined): EmailContent {
  return {
    ...(body.html ? { html: body.html } : {}),
    // Empty beside html: it wants no text part.
    ...(body.text || (body.html && body.text === '') ? { text: body.text } : {}),
    ...(body.headers && Object.keys(body.headers).length > 0 ? { headers: body.headers } : {}),
    ...(packed !== undefined
      ? { packed: packed.json }
      : body.attachments?.length
        ? { attachments: body.attachments }
        : {}),
  }
}
