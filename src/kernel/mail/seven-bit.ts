/**
 * A carried message for a server that takes ASCII alone: without 8BITMIME (RFC 6152 §3) parts with
 * other octets are encoded, without SMTPUTF8 (RFC 6531) what is beyond ASCII in the header becomes
 * encoded words, and an address that has no form in ASCII a group of nobody that tells it (RFC 6857
 * §3.1). What is signed or encrypted stays as it is, and so may the message be unfit for the server.
 */
import { isAscii as isAsciiBytes } from 'node:buffer'
import { type Address, addressParser, decodeWords } from 'postal-mime'
import { parseAddress } from './address.ts'
import { isAscii } from './domain-name.ts'
import { addressHeader, parameter, parameterHeader, textHeader } from './headers.ts'
import { contentOf } from './mime-body.ts'
import { bodyChange, type Change, fieldChanges, spliced } from './mime-changes.ts'
import { fieldValue, type MimeField, readHeader, readMimeType, wordsOf } from './mime-fields.ts'
import { type MimePart, readParts } from './mime-parts.ts'
import { encodeBase64, encodeBody } from './transfer-encoding.ts'

/** The message with as little beyond ASCII as may be. Every line ends with CRLF. */
export function toSevenBit(message: Buffer): Buffer {
  const root = readParts(message)
  const changes: Change[] = []
  const open: MimePart[] = [root]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    // The header of the whole is signed by nobody but us.
    if (part.isSealed && part !== root) continue
    changes.push(...headerChanges(message, part))
    if (part.isSealed) continue
    if (part.parts.length === 0) changes.push(...leafChanges(message, part, part === root))
    else {
      changes.push(...outsideChanges(message, part))
      open.push(...part.parts)
    }
  }
  return changes.length === 0 ? message : spliced(message, merged(changes))
}

/** Only the fields with an address beyond ASCII in the header of the whole. */
export function withAsciiAddresses(message: Buffer): Buffer {
  const changes = addressFieldsOf(message)
    .filter(field => holdsUtf8(message, field) && field.name !== 'from')
    .map(field => changeOf(message, field))
  return spliced(message, changes)
}

/** Two may concern one field: then what was worked out of its content is the newer one. */
function merged(changes: readonly Change[]): Change[] {
  const byPlace = new Map<string, Change>()
  for (const one of changes) byPlace.set(`${one.start} ${one.end}`, one)
  return [...byPlace.values()]
}

// Bodies -----------------------------------------------------------------------------------------

function leafChanges(message: Buffer, part: MimePart, isWhole: boolean): Change[] {
  if (isAsciiBytes(message.subarray(part.bodyStart, part.bodyEnd))) return asciiLabel(part)
  if (!decodable.has(part.encoding) || part.type.startsWith('message/')) return []
  const content = contentOf(message, part)
  const words = wordsOf(content)
  const isText = part.type.startsWith('text/') && Buffer.from(words).equals(content)
  const quoted = isText ? encodeBody(words) : null
  // Not that of the words, which it ends with a line break.
  const { encoding, pieces } =
    quoted !== null && quoted.encoding !== 'base64'
      ? quoted
      : { encoding: 'base64', pieces: [encodeBase64(content)] }
  const endsLine = encoding !== 'base64' && words.endsWith('\n')
  const has = (name: string): boolean => part.header.fields.some(one => one.name === name)
  // RFC 1428 §3: what nobody has named is named so.
  const charset = isText ? 'utf-8' : 'unknown-8bit'
  const lines = {
    'content-transfer-encoding': `Content-Transfer-Encoding: ${encoding}`,
    ...(has('content-type')
      ? {}
      : { 'content-type': `Content-Type: text/plain; charset=${charset}` }),
    ...(!isWhole || has('mime-version') ? {} : { 'mime-version': 'MIME-Version: 1.0' }),
  }
  return [...fieldChanges(part, lines), bodyChange(message, part, { pieces, endsLine })]
}

const decodable: ReadonlySet<string> = new Set([
  '',
  '7bit',
  '8bit',
  'binary',
  'quoted-printable',
  'base64',
])

/** `8bit` would be said of what has none. */
function asciiLabel(part: MimePart): Change[] {
  if (part.encoding !== '8bit') return []
  return fieldChanges(part, { 'content-transfer-encoding': 'Content-Transfer-Encoding: 7bit' })
}

/** Around the parts of a multipart stands what nobody reads (RFC 2046 §5.1.1). */
function outsideChanges(message: Buffer, part: MimePart): Change[] {
  const isLabelled = part.encoding === '8bit' || part.encoding === 'binary'
  const lines = { 'content-transfer-encoding': 'Content-Transfer-Encoding: 7bit' }
  const changes = isLabelled ? fieldChanges(part, lines) : []
  let from = part.bodyStart
  for (const inner of [...part.parts, { start: part.bodyEnd, bodyEnd: part.bodyEnd }]) {
    const bytes = message.subarray(from, inner.start)
    if (!isAsciiBytes(bytes)) changes.push({ start: from, end: inner.start, bytes: marked(bytes) })
    from = inner.bodyEnd
  }
  return changes
}

const marked = (bytes: Buffer): Buffer => Buffer.from(bytes.map(byte => (byte > 127 ? 0x3f : byte)))

// Headers ----------------------------------------------------------------------------------------

function headerChanges(message: Buffer, part: MimePart): Change[] {
  return part.header.fields.flatMap(field => {
    const bytes = message.subarray(field.start, field.end)
    if (isAsciiBytes(bytes)) return []
    // A sender that is nobody cannot be answered, or checked: the server is told what it needs.
    if (field.name === 'from' && holdsUtf8(message, field)) return []
    return [changeOf(message, field)]
  })
}

function changeOf(message: Buffer, field: MimeField): Change {
  const { start, end } = field
  // What is left beyond ASCII must not become another octet: of U+010A the lowest one is a line feed.
  return { start, end, bytes: marked(Buffer.from(asciiField(message, field), 'utf8')) }
}

const addressFields: ReadonlySet<string> = new Set([
  'cc',
  'from',
  'reply-to',
  'resent-cc',
  'resent-from',
  'resent-sender',
  'resent-to',
  'sender',
  'to',
])

/** Values of a syntax in which no encoded word may stand. */
const structured = /^(?:received|message-id|in-reply-to|references|list-|dkim-|content-id|date$)/

function asciiField(message: Buffer, field: MimeField): string {
  const name = message.toString('latin1', field.start, field.value - 1).trim()
  const value = fieldValue(message, field)
  const isNamed = isAscii(name) && field.name !== '' && name.length > 0
  if (!isNamed || structured.test(field.name)) {
    return marked(message.subarray(field.start, field.end)).toString('latin1')
  }
  if (addressFields.has(field.name)) return asciiAddressField(name, addressesOf(message, field))
  if (field.name === 'content-type' || field.name === 'content-disposition') {
    const { type, parameters } = readMimeType(value)
    const given = [...parameters].flatMap(([key, text]) => parameter(key, text))
    return parameterHeader(name, onlyAscii(type), given)
  }
  return textHeader(name, decodeWords(value))
}

const onlyAscii = (text: string): string => text.replace(/[^\x21-\x7e]/g, '?')

/** The field with these addresses: those with an ASCII form in that, others as a group of nobody. */
export function asciiAddressField(name: string, entries: readonly Address[]): string {
  const listed = entries.map(entryOf).filter(one => one !== '')
  return `${name}: ${listed.join(',\r\n ')}\r\n`
}

function entryOf({ name, address = '' }: Address): string {
  const parsed = parseAddress(address)
  const email = parsed.ok ? parsed.address.email : address
  if (email === '') return ''
  const title = name.trim()
  if (isAscii(email)) {
    const whole = parseAddress(`"${title.replace(/["\\]/g, '\\$&')}" <${email}>`)
    return title === '' || !whole.ok ? email : valueOfHeader(addressHeader('To', [whole.address]))
  }
  const words = valueOfHeader(textHeader('To', `${title} ${email}`.trim()))
  return `${words} :;`
}

const valueOfHeader = (line: string): string => line.replace(/^[^:]*:\s*/, '').trimEnd()

/** Whether an address of the header is beyond ASCII. */
export const hasUtf8Address = (message: Buffer): boolean =>
  addressFieldsOf(message).some(field => holdsUtf8(message, field))

const holdsUtf8 = (message: Buffer, field: MimeField): boolean =>
  addressesOf(message, field).some(({ address = '' }) => !isAscii(address))

/** Those that are not ASCII. */
const addressFieldsOf = (message: Buffer): readonly MimeField[] =>
  readHeader(message).fields.filter(
    one => addressFields.has(one.name) && !isAsciiBytes(message.subarray(one.start, one.end)),
  )

const addressesOf = (message: Buffer, field: MimeField): readonly Address[] =>
  addressParser(fieldValue(message, field)).flatMap(one => one.group ?? [one])
