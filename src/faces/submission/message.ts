/**
 * From a submitted message (RFC 6409) to the body that POST /v1/emails takes, so that everything
 * behind it is one. The envelope decides who gets the mail: recipients named in To and Cc are shown
 * there, all others are hidden copies. Fields that Malote writes itself are dropped rather than
 * refused, since every mail program writes some of them.
 */
import { type Address, type Attachment, addressParser, decodeWords, type Email } from 'postal-mime'
import { Refusal } from '#kernel/base/errors.ts'
import { inspect } from '#kernel/base/inspect.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import { checkCustomHeader } from '#kernel/mail/custom-headers.ts'
import { checkFields } from '#sending/intake/fields.ts'
import { type EmailBody, emailBody, limits } from '#sending/intake/schema.ts'
import { type Parse, type ParsedMessage, parseHere } from './parse.ts'

interface SubmittedEmail {
  readonly body: EmailBody
  /** From X-Malote-Idempotency-Key. */
  readonly idempotencyKey?: string
}

const ownPrefix = 'x-malote-'

/** Throws Refusal for what the API would refuse, and for what is no message at all. */
export async function readSubmitted(
  raw: Buffer,
  recipients: readonly string[],
  parse: Parse = parseHere,
): Promise<SubmittedEmail> {
  const email = emailOf(await parse(raw))
  checkHeader(email)
  const options = readOptions(email)
  const { to, cc, bcc } = addressees(email, recipients)
  const candidate = withoutAbsent({
    from: shown(onlyMailboxes(email.from ? [email.from] : [])).at(0) ?? '',
    to,
    cc: listed(cc),
    bcc: listed(bcc),
    reply_to: listed(shown(onlyMailboxes(email.replyTo ?? []))),
    subject: email.subject ?? '',
    html: unlessBlank(email.html),
    text: unlessBlank(email.text),
    stream: options.stream,
    tags: options.tags,
    metadata: options.metadata,
    headers: customHeaders(email, options.stream),
    attachments: email.attachments.length === 0 ? undefined : email.attachments.map(attachmentOf),
    scheduled_at: options.scheduledAt,
  })
  // As parseJson does: encoded words and quoted-printable spell NUL as easily.
  inspect(candidate)
  const { problems } = checkFields(emailBody, candidate)
  if (problems.length > 0) throw problems[0]!
  return {
    body: candidate as unknown as EmailBody,
    ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
  }
}

/**
 * One From, with one mailbox (RFC 5322 §3.6), and no NUL anywhere: programs that read the message
 * later would not agree on who sent it.
 */
function checkHeader({ headers }: Email): void {
  const from = headers.filter(({ key }) => key === 'from')
  if (from.length > 1 || onlyMailboxes(from.flatMap(one => addressParser(one.value))).length > 1) {
    throw new Refusal('invalid_field', {
      param: 'from',
      why: {
        en: 'A message has one From field, with one address.',
        pt: 'Uma mensagem tem um campo From, com um endereço.',
      },
    })
  }
  if (headers.some(({ value }) => value.includes('\0'))) {
    throw new Refusal('invalid_field', {
      param: 'headers',
      why: {
        en: 'A header field holds a NUL character.',
        pt: 'Um campo do cabeçalho contém o caractere NUL.',
      },
    })
  }
}

/** A message without a body still has a line end. */
const unlessBlank = (text: string | undefined): string | undefined =>
  text?.trim() === '' ? undefined : text

function emailOf(parsed: ParsedMessage): Email {
  if (parsed.kind === 'email') return parsed.email
  const why =
    parsed.kind === 'slow'
      ? {
          en: 'The message takes too long to read; it has too many short lines or parts.',
          pt: 'A mensagem demora demais para ser lida: tem linhas curtas ou partes demais.',
        }
      : {
          en: 'The message is nested too deeply or has too many headers.',
          pt: 'A mensagem tem níveis demais ou cabeçalhos demais.',
        }
  throw new Refusal('invalid_field', { why })
}

interface Mailbox {
  readonly name: string
  readonly address: string
}

const onlyMailboxes = (addresses: readonly Address[]): Mailbox[] =>
  addresses.flatMap(one => (one.group ? one.group : one.address ? [one as Mailbox] : []))

const shown = (mailboxes: readonly Mailbox[]): string[] =>
  mailboxes.map(({ name, address }) =>
    name.trim() === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`,
  )

const listed = (list: readonly string[]): readonly string[] | undefined =>
  list.length === 0 ? undefined : list

/**
 * What envelope and header are compared by (docs/contract.md#addresses): the server hands over the
 * domains of RCPT decoded, the header has them as the program wrote them. What is no address
 * matches itself.
 */
function comparable(address: string): string {
  const parsed = parseAddress(address)
  return (parsed.ok ? parsed.address.email : address).toLowerCase()
}

/** Who is shown where. One recipient who is named nowhere is written to directly. */
function addressees(email: Email, recipients: readonly string[]) {
  const left = new Map(recipients.map(address => [comparable(address), address]))
  const take = (addresses: readonly Address[]): string[] =>
    shown(onlyMailboxes(addresses).filter(({ address }) => left.delete(comparable(address))))
  const to = take(email.to ?? [])
  const cc = take(email.cc ?? [])
  const bcc = [...left.values()]
  if (to.length === 0 && cc.length === 0 && bcc.length === 1) return { to: bcc, cc: [], bcc: [] }
  // Only copies: the API wants somebody in `to`.
  if (to.length === 0 && cc.length > 0) return { to: cc, cc: [], bcc }
  return { to, cc, bcc }
}

interface Options {
  stream?: string
  tags?: Record<string, string>
  metadata?: Record<string, string>
  idempotencyKey?: string
  scheduledAt?: string
}

/**
 * The X-Malote-… fields; one that means nothing is refused, as an unknown field of JSON is. Keys of
 * tags and metadata are lower case, since programs write field names in whatever case they like.
 */
function readOptions(email: Email): Options {
  const options: Options = {}
  for (const { key, originalKey, value: written } of email.headers) {
    if (!key.startsWith(ownPrefix)) continue
    const name = key.slice(ownPrefix.length)
    const value = decodeWords(written).trim()
    const map = /^(tag|metadata)-(.+)$/.exec(name)
    if (name === 'stream') options.stream = value.toLowerCase()
    else if (name === 'idempotency-key') options.idempotencyKey = value
    else if (name === 'scheduled-at') options.scheduledAt = value
    else if (map) {
      const field = map[1] === 'tag' ? 'tags' : 'metadata'
      options[field] = { ...options[field], [map[2]!]: value }
    } else {
      throw new Refusal('invalid_field', {
        param: originalKey.slice(0, 80),
        why: { en: 'There is no field {param}.', pt: 'Não existe o campo {param}.' },
      })
    }
  }
  return options
}

/** What the sender's program has added and the API would accept. */
function customHeaders(email: Email, stream = 'transactional'): Record<string, string> | undefined {
  const kept = new Map<string, string>()
  for (const { originalKey, value: written } of email.headers) {
    const value = decodeWords(written).trim()
    const why = checkCustomHeader(
      originalKey,
      value,
      stream === 'marketing' ? 'marketing' : 'transactional',
    )
    if (why === null && kept.size < limits.headers) kept.set(originalKey, value)
  }
  return kept.size === 0 ? undefined : Object.fromEntries(kept)
}

function attachmentOf(one: Attachment) {
  const type = one.method ? `${one.mimeType}; method=${one.method}` : one.mimeType
  return withoutAbsent({
    filename: one.filename?.trim() || nameFor(one.mimeType),
    content: String(one.content).replace(/\s/g, ''),
    content_type: type === '' ? undefined : type,
    content_id: one.contentId?.replace(/^<|>$/g, '') || undefined,
  })
}

const nameFor = (type: string): string =>
  type === 'text/calendar' ? 'invite.ics' : type === 'message/rfc822' ? 'message.eml' : 'attachment'

const withoutAbsent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
