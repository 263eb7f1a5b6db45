/**
 * A message that was handed over as one, on its way out: the octets as they came, but for what a mail
 * server has to change (docs/contract.md#mail-handed-over-by-smtp). Taken out are Bcc, Return-Path
 * and what was said to us; put on top are Received and what is missing; a letter of the marketing
 * stream gets its html and text with the recipient's own links. Nothing below a signature changes.
 */

import { mailDate, structuredHeader } from './headers.ts'
import { sortParts, textOf } from './mime-body.ts'
import { bodyChange, type Change, fieldChanges, spliced } from './mime-changes.ts'
import { fieldValue, type MimeField, type MimeHeader, readHeader } from './mime-fields.ts'
import { type MimePart, readParts } from './mime-parts.ts'
import { isControlField } from './read-message.ts'
import { type Body, encodeBody } from './transfer-encoding.ts'

export interface CarryInput {
  /** Every line ends with CRLF. */
  readonly message: Buffer
  /** The clauses of Received; its time is the date below. */
  readonly received?: string
  /** Where there is no Date, and no Message-ID (without angle brackets). */
  readonly dateMs: number
  readonly messageId: string
  /** Fields by which one leaves a list: put in where the message has none of its own. */
  readonly leaving: readonly (readonly [name: string, value: string])[]
  /** What stands instead of the parts that `bodiesOf` found. */
  readonly html?: Body
  readonly text?: Body
}

/** Hidden copies are nobody's business, and a return path is written by who delivers last. */
const removed: ReadonlySet<string> = new Set(['bcc', 'resent-bcc', 'return-path'])

const isRemoved = ({ name }: MimeField): boolean => removed.has(name) || isControlField(name)

/** The message to sign and send. */
export function carry(input: CarryInput): Buffer {
  const given = input.html === undefined && input.text === undefined
  const message = given ? input.message : withBodies(input.message, input)
  const header = readHeader(message)
  const top = Buffer.from(topOf(input, header), 'latin1')
  const pieces: Buffer[] = [top]
  let from = 0
  for (const field of header.fields.filter(isRemoved)) {
    pieces.push(message.subarray(from, field.start))
    from = field.end
  }
  pieces.push(message.subarray(from))
  return Buffer.concat(pieces)
}

function topOf(input: CarryInput, { fields }: MimeHeader): string {
  const has = (name: string): boolean => fields.some(one => one.name === name)
  const date = mailDate(input.dateMs)
  let top =
    input.received === undefined ? '' : structuredHeader('Received', `${input.received}; ${date}`)
  if (!has('date')) top += `Date: ${date}\r\n`
  if (!has('message-id')) top += `Message-ID: <${input.messageId}>\r\n`
  if (has('list-unsubscribe')) return top
  for (const [name, value] of input.leaving) top += structuredHeader(name, value)
  return top
}

/** The value of the first field of this name. */
export function fieldOfMessage(message: Buffer, name: string): string | undefined {
  const field = readHeader(message).fields.find(one => one.name === name)
  return field === undefined ? undefined : fieldValue(message, field)
}

// Bodies of letters ------------------------------------------------------------------------------

/** As the API takes (docs/contract.md#limits-on-content); what is longer is left as it is. */
const maxLetterBytes = 5 * 1024 * 1024

interface LetterParts {
  readonly html: MimePart | null
  readonly text: MimePart | null
}

/** The first html and the first text that are no file and may be written anew. */
function letterParts(message: Buffer): LetterParts {
  const { html, text } = sortParts(readParts(message))
  const isFree = ({ isSealed, bodyStart, bodyEnd }: MimePart) =>
    !isSealed && bodyEnd - bodyStart <= maxLetterBytes
  const free = (parts: readonly MimePart[]) => parts.find(isFree) ?? null
  return { html: free(html), text: free(text) }
}

export interface LetterBodies {
  readonly html?: string
  readonly text?: string
}

/** Their words, for who puts links in. */
export function bodiesOfLetter(message: Buffer): LetterBodies {
  const { html, text } = letterParts(message)
  return {
    ...(html === null ? {} : { html: textOf(message, html) }),
    ...(text === null ? {} : { text: textOf(message, text) }),
  }
}

function withBodies(message: Buffer, { html, text }: CarryInput): Buffer {
  const parts = letterParts(message)
  const changes = [
    ...(html !== undefined && parts.html !== null ? changesOf(message, parts.html, html) : []),
    ...(text !== undefined && parts.text !== null ? changesOf(message, parts.text, text) : []),
  ]
  return spliced(message, changes)
}

function changesOf(message: Buffer, part: MimePart, body: Body): Change[] {
  const { encoding, pieces } = encodeBody(body)
  return [
    ...fieldChanges(part, {
      'content-type': `Content-Type: ${part.type}; charset=utf-8${flowing(part)}`,
      'content-transfer-encoding': `Content-Transfer-Encoding: ${encoding}`,
    }),
    bodyChange(message, part, {
      pieces,
      endsLine: encoding !== 'base64' && endOf(body).endsWith('\n'),
    }),
  ]
}

function endOf(body: Body): string {
  const last = typeof body === 'string' ? body : (body.at(-1) ?? '')
  return typeof last === 'string' ? last : last.text
}

/** RFC 3676 §4: how its lines are to be read. */
function flowing({ parameters }: MimePart): string {
  const kept = ['format', 'delsp'].flatMap(name => {
    const value = parameters.get(name) ?? ''
    return /^[a-z]{1,10}$/i.test(value) ? [`; ${name}=${value}`] : []
  })
  return kept.join('')
}
