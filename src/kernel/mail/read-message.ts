/**
 * A message of somebody else's as people read it: who wrote it to whom, about what, its words and
 * its files. It is judged and shown by this, never sent by it. Also run in a thread of its own, so
 * what it gives is plain data.
 */
import { hash } from 'node:crypto'
import { type Address, addressParser, decodeWords } from 'postal-mime'
import { contentOf, fileNameOf, sortParts, textOf } from './mime-body.ts'
import {
  fieldValue,
  type MimeField,
  type MimeHeader,
  readable,
  readHeader,
  shownValue,
} from './mime-fields.ts'
import { type MimePart, readParts } from './mime-parts.ts'
import { oneMailbox } from './one-mailbox.ts'

export interface ReadMailbox {
  /** '' where there is none. */
  readonly name: string
  readonly address: string
}

interface ReadFile {
  readonly filename: string
  readonly content_type?: string
  /** Without angle brackets. */
  readonly content_id?: string
  readonly size_bytes: number
  /** Base64, where it was asked for. */
  readonly content?: string
  /** SHA-256 of the content, where the message has a key by which a repeat is known. */
  readonly digest?: string
}

export interface ReadMessage {
  /** How many From fields there are, and all who stand in them. */
  readonly fromFields: number
  readonly from: readonly ReadMailbox[]
  /** The address of From where that is one mailbox by the grammar, which all readers agree on. */
  readonly sender: string | null
  readonly to: readonly ReadMailbox[]
  readonly cc: readonly ReadMailbox[]
  readonly replyTo: readonly ReadMailbox[]
  /** On one line; '' where there is none. */
  readonly subject: string
  /** As it stands, with its angle brackets; null where there is none. */
  readonly messageId: string | null
  /** Fields that tell us what to do (`isControlField`): name as written, and value. */
  readonly control: readonly (readonly [name: string, value: string])[]
  /** What else stands in the header, but for what the fields above tell: as people read it. */
  readonly others: Readonly<Record<string, string>>
  readonly html: string | null
  readonly text: string | null
  readonly files: readonly ReadFile[]
}

export interface ReadOptions {
  /** With the content of files of these types, up to so many characters of base64 in all. */
  readonly filesOf?: { readonly type: RegExp; readonly maxChars: number }
}

/** As much of a body as the API takes (intake/schema.ts); beyond it nobody reads. */
const maxBodyChars = 5 * 1024 * 1024
/** Of the lists of one message. Those of a real one have some hundred addresses. */
const maxListedChars = 64 * 1024
const maxFiles = 1_000
const maxOthers = 500
const maxOtherChars = 64 * 1024

const controlName = /^(?:x-)?malote-/

/** Whether a field, its name in lower case, speaks to us and not to who gets the mail. */
export const isControlField = (name: string): boolean => controlName.test(name)

/** Reads a message whose lines all end with CRLF. */
export function readMessage(message: Buffer, options: ReadOptions = {}): ReadMessage {
  const header = readHeader(message)
  const values = (name: string): string[] =>
    header.fields.filter(one => one.name === name).map(field => fieldValue(message, field))
  const first = (name: string): string | undefined => values(name)[0]
  const lists = mailboxLists([values('to'), values('cc'), values('reply-to')])
  const from = values('from')
  return {
    fromFields: from.length,
    from: mailboxLists([from])[0]!,
    sender: oneMailbox(from[0] ?? ''),
    to: lists[0]!,
    cc: lists[1]!,
    replyTo: lists[2]!,
    subject: shownValue(first('subject') ?? ''),
    messageId: readable(first('message-id') ?? '').trim() || null,
    control: header.fields
      .filter(one => isControlField(one.name))
      .map(field => [writtenName(message, field), decodeWords(fieldValue(message, field)).trim()]),
    others: otherFields(message, header),
    ...bodiesOf(message, options, isKeyed(header)),
  }
}

const isKeyed = ({ fields }: MimeHeader): boolean =>
  fields.some(one => isControlField(one.name) && one.name.endsWith('idempotency-key'))

const writtenName = (message: Buffer, field: MimeField): string =>
  message.toString('latin1', field.start, field.value - 1).trim()

/** Mailboxes of lists that have their length in common; groups are their members. */
function mailboxLists(fields: readonly (readonly string[])[]): ReadMailbox[][] {
  let room = maxListedChars
  return fields.map(values => {
    const list: ReadMailbox[] = []
    for (const { name, address } of values.flatMap(one => onlyMailboxes(addressParser(one)))) {
      room -= name.length + address.length
      if (room < 0) break
      list.push({ name: readable(name).trim(), address: readable(address).trim() })
    }
    return list
  })
}

const onlyMailboxes = (addresses: readonly Address[]): ReadMailbox[] =>
  addresses.flatMap(one => (one.group ? one.group : one.address ? [one as ReadMailbox] : []))

/** What is shown in words of its own. */
const told: ReadonlySet<string> = new Set([
  'bcc',
  'cc',
  'content-disposition',
  'content-id',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'received',
  'reply-to',
  'resent-bcc',
  'return-path',
  'subject',
  'to',
])

function otherFields(message: Buffer, { fields }: MimeHeader): Record<string, string> {
  const others = new Map<string, string>()
  let room = maxOtherChars
  for (const field of fields) {
    if (field.name === '' || told.has(field.name) || isControlField(field.name)) continue
    const name = readable(writtenName(message, field))
    const value = shownValue(fieldValue(message, field))
    room -= name.length + value.length
    if (room < 0 || others.size >= maxOthers) break
    const before = others.get(name)
    others.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  others.delete('__proto__')
  return Object.fromEntries(others)
}

function bodiesOf(
  message: Buffer,
  { filesOf }: ReadOptions,
  isKeyed: boolean,
): Pick<ReadMessage, 'html' | 'text' | 'files'> {
  const { html, text, files } = sortParts(readParts(message))
  let room = filesOf?.maxChars ?? 0
  return {
    html: joined(message, html),
    text: joined(message, text),
    files: files.slice(0, maxFiles).map(part => {
      const bytes = contentOf(message, part)
      const file = fileOf(message, part, bytes.length)
      if (isKeyed && !filesOf) return { ...file, digest: hash('sha256', bytes) }
      if (filesOf === undefined || !filesOf.type.test(part.type)) return file
      const content = bytes.toString('base64')
      room -= content.length
      return room < 0 ? file : { ...file, content }
    }),
  }
}

/** Parts of one kind as one text; null where there are none, or nothing is in them. */
function joined(message: Buffer, parts: readonly MimePart[]): string | null {
  let all = ''
  for (const part of parts) {
    const text = readableBody(textOf(message, part))
    if (all !== '' && text !== '') all += '\n'
    all += text
    if (all.length > maxBodyChars) return all.slice(0, maxBodyChars).toWellFormed()
  }
  return all.trim() === '' ? null : all
}

/** NUL cannot be kept, and is nothing to read. */
const readableBody = (text: string): string =>
  text.replaceAll('\0', '').replaceAll('\r\n', '\n').toWellFormed()

function fileOf(message: Buffer, part: MimePart, sizeBytes: number): ReadFile {
  const field = part.header.fields.find(one => one.name === 'content-id')
  const id = field === undefined ? '' : readable(fieldValue(message, field)).trim()
  return {
    filename: fileNameOf(part) ?? usualName(part.type),
    ...(part.type === '' ? {} : { content_type: readable(part.type) }),
    ...(id === '' ? {} : { content_id: id.replace(/^<|>$/g, '') }),
    size_bytes: sizeBytes,
  }
}

const usualName = (type: string): string =>
  type === 'text/calendar' ? 'invite.ics' : type === 'message/rfc822' ? 'message.eml' : 'attachment'
