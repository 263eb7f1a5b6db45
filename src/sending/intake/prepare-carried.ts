/**
 * From a message that was handed over by SMTP to an email that can be stored, carried as it is: who
 * gets it is said by the envelope alone, who is shown by the header. Refused is only what a mail
 * server refuses, and what our own X-Malote-… fields say wrongly; what is odd is carried.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { inspect } from '#kernel/base/inspect.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type KeptTrace, keptTrace, readTrace } from '#kernel/base/trace-context.ts'
import { type Address, bareAddress, parseAddress } from '#kernel/mail/address.ts'
import { headerEndOf } from '#kernel/mail/mime-fields.ts'
import type { ReadMailbox, ReadMessage } from '#kernel/mail/read-message.ts'
import type { FoundMessage } from '../content/message-reader.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import { type Addressees, type Stream, streams, type TextMap } from '../events/email.ts'
import { checkMap, readScheduledAt } from './prepare.ts'
import { limits } from './schema.ts'

/** What the fields for us ask; of a message that is sent once more, what was asked then. */
interface CarriedOptions {
  readonly stream: Stream
  readonly tags: TextMap | null
  readonly metadata: TextMap | null
  readonly scheduledAt: number | null
}

/** A message and where it goes. */
export interface CarriedMessage {
  readonly found: FoundMessage
  /** The envelope's, each an address. */
  readonly recipients: readonly string[]
  readonly options: CarriedOptions
}

/** Throws Refusal. */
export function prepareCarried({ found, recipients, options }: CarriedMessage): PreparedEmail {
  const { message, read } = found
  refuseHeader(message)
  const { from, sender } = readFrom(read)
  const { addressees, ordered } = sortRecipients(read, recipients)
  return {
    from,
    sender,
    addressees,
    recipients: ordered,
    subject: cut(read.subject, limits.subjectLength),
    ...options,
    content: { message },
    reading: {
      ...(read.html === null ? {} : { html: read.html }),
      ...(read.text === null ? {} : { text: read.text }),
    },
    ...(read.messageId === null ? {} : { messageId: cut(read.messageId, maxMessageIdLength) }),
    sizeBytes: message.length,
  }
}

/** A line of mail has at most as many (RFC 5322 §2.1.1). */
const maxMessageIdLength = 998
/** Others take no more than 100 KB. */
const maxHeaderBytes = 128 * 1024

const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

function refuseHeader(message: Buffer): void {
  const end = headerEndOf(message)
  if (end > maxHeaderBytes) {
    throw invalid('headers', {
      en: 'The header of a message has at most 128 KB.',
      pt: 'O cabeçalho de uma mensagem tem no máximo 128 KB.',
    })
  }
  // Programs that read the message later would not agree on where its fields end.
  if (message.subarray(0, end).includes(0)) {
    throw invalid('headers', {
      en: 'A header field holds a NUL character.',
      pt: 'Um campo do cabeçalho contém o caractere NUL.',
    })
  }
}

const invalid = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

/** One From, with one mailbox (RFC 5322 §3.6), or who reads it later might see another. */
function readFrom(read: ReadMessage): { from: Address; sender: string } {
  const [one] = read.from
  if (read.fromFields > 1 || read.from.length > 1) throw severalFrom
  if (one === undefined) throw new Refusal('missing_field', { param: 'from' })
  const bare = parseAddress(one.address)
  if (!bare.ok) throw invalid('from', bare.why)
  if (read.sender === null || comparable(read.sender) !== comparable(one.address)) throw severalFrom
  // A name that we would not show is the reader's matter.
  const named = parseAddress(shown(one))
  return named.ok
    ? { from: named.address, sender: shown(one) }
    : { from: bare.address, sender: bare.address.email }
}

const severalFrom = invalid('from', {
  en: 'A message has one From field, with one address: a@b.c or Name <a@b.c>.',
  pt: 'Uma mensagem tem um campo From, com um endereço: a@b.c ou Nome <a@b.c>.',
})

const shown = ({ name, address }: ReadMailbox): string =>
  name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`

/**
 * What envelope and header are compared by (docs/contract.md#addresses): the server hands over the
 * domains of RCPT decoded, the header has them as the program wrote them. What is no address
 * matches itself.
 */
const comparable = (address: string): string => bareAddress(address).toLowerCase()

interface SortedRecipients {
  readonly addressees: Addressees
  readonly ordered: PreparedEmail['recipients']
}

/** Each once; those whom To names first, then those of Cc, then the hidden ones. */
function sortRecipients(read: ReadMessage, recipients: readonly string[]): SortedRecipients {
  const left = new Map(recipients.map(address => [comparable(address), address]))
  const ordered: { address: string; param: string }[] = []
  const take = (list: readonly ReadMailbox[], name: string): void => {
    for (const { address } of list) {
      const key = comparable(address)
      const given = left.get(key)
      if (given === undefined) continue
      left.delete(key)
      ordered.push({ address: asStored(given), param: `${name}[${ordered.length}]` })
    }
  }
  take(read.to, 'to')
  take(read.cc, 'cc')
  const bcc = [...left.values()]
  for (const [n, given] of bcc.entries()) {
    ordered.push({ address: asStored(given), param: `bcc[${n}]` })
  }
  const replyTo = read.replyTo.map(shown)
  return {
    ordered,
    addressees: {
      to: read.to.map(shown),
      cc: read.cc.map(shown),
      bcc,
      ...(replyTo.length === 0 ? {} : { reply_to: replyTo }),
      submitted: true,
    },
  }
}

/** The server has refused at RCPT what is none. */
function asStored(given: string): string {
  const parsed = parseAddress(given)
  return parsed.ok ? parsed.address.email : given
}

// The fields for us ------------------------------------------------------------------------------

interface CarryingRequest extends CarriedOptions {
  readonly idempotencyKey?: string
  readonly trace?: KeptTrace
}

/**
 * The X-Malote-… fields; one that means nothing is taken out like the others, since what is only odd
 * is carried. Keys of tags and metadata are lower case, since programs write field names in whatever
 * case they like.
 */
export function readControl({ control }: ReadMessage, now: number): CarryingRequest {
  const maps = { tag: new Map<string, string>(), metadata: new Map<string, string>() }
  const single = new Map<string, string>()
  for (const [written, value] of control) {
    const name = written.toLowerCase().replace(/^(?:x-)?malote-/, '')
    const [, map, key] = /^(tag|metadata)-(.+)$/.exec(name) ?? []
    if (map !== undefined) maps[map as keyof typeof maps].set(key!, value)
    else if (singleFields.has(name)) single.set(name, value)
  }
  const tags = mapOf(maps.tag)
  const metadata = mapOf(maps.metadata)
  inspect({ tags, metadata })
  checkMap(tags, 'tags')
  checkMap(metadata, 'metadata')
  const idempotencyKey = single.get('idempotency-key')
  const trace = readTrace({
    traceparent: single.get('traceparent'),
    tracestate: single.get('tracestate'),
  })
  return {
    stream: readStream(single.get('stream')),
    tags: tags ?? null,
    metadata: metadata ?? null,
    scheduledAt: readScheduledAt(single.get('scheduled-at'), now),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(trace === null ? {} : { trace: keptTrace(trace) }),
  }
}

const singleFields: ReadonlySet<string> = new Set([
  'stream',
  'idempotency-key',
  'scheduled-at',
  'traceparent',
  'tracestate',
])

const mapOf = (map: ReadonlyMap<string, string>): TextMap | undefined =>
  map.size === 0 ? undefined : Object.fromEntries(map)

function readStream(given: string | undefined): Stream {
  if (given === undefined) return 'transactional'
  const stream = streams.find(one => one === given.toLowerCase())
  if (stream !== undefined) return stream
  const allowed = streams.join(', ')
  throw invalid('stream', {
    en: `{param} must be one of: ${allowed}.`,
    pt: `{param} deve ser um destes: ${allowed}.`,
  })
}
