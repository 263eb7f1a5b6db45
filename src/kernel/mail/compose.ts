/**
 * From an email to the bytes of its message (RFC 5322, MIME: RFC 2045–2047, 2231, 2387). A straight
 * builder of strings, for this runs once per email on the hot path. What it promises:
 *
 * - Only CRLF ends lines; no bare CR, bare LF or NUL, no line over 998 octets, whatever came in.
 * - Bodies are 7-bit (plain, quoted-printable or base64), so no relay on the way has a reason to
 *   re-encode them and break the DKIM signature; only a UTF-8 local part puts UTF-8 into a header,
 *   and of the copies only into those of recipients who have one themselves.
 * - The same input gives the same bytes: a retry sends what was sent before.
 * - Bcc is not part of the input, so it cannot be part of the message (RFC 5322 §3.6.3).
 *
 *     multipart/mixed            if there are attachments (multipart/report for a report)
 *       multipart/related        if there are images that the html shows by cid:
 *         multipart/alternative  if there are both
 *           text/plain
 *           text/html
 *         images…
 *       attachments…
 */
import { assert } from '../base/assert.ts'
import type { Address } from './address.ts'
import { type Attachment, contentTypeForm, opaqueType, strayInContentId } from './attachments.ts'
import { isHeaderName, isStructuredHeader } from './custom-headers.ts'
import {
  addressHeader,
  asciiAddressHeader,
  mailDate,
  parameter,
  parameterHeader,
  structuredHeader,
  textHeader,
} from './headers.ts'
import {
  type Body,
  type Encoding,
  encodeBase64,
  encodeBody,
  holds,
  isEmpty,
} from './transfer-encoding.ts'

export interface ComposeInput {
  /** Without angle brackets. */
  readonly messageId: string
  readonly dateMs: number
  readonly from: Address
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly replyTo: readonly Address[]
  readonly subject: string
  readonly html?: Body
  readonly text?: Body
  /** Checked with checkCustomHeader, or the service's own (List-Unsubscribe, Feedback-ID). */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly attachments: readonly Attachment[]
  /** 1 to 50 letters and digits, different for each email: its id. */
  readonly boundarySeed: string
  /** The clauses of a Received field to put on top (RFC 5321 §4.4); its time is the message's. */
  readonly received?: string
  /** Text and files are a report for machines (RFC 6522) of this type: letters and hyphens. */
  readonly reportType?: string
  /** This copy goes to an address in ASCII, whose servers need not know SMTPUTF8. */
  readonly asciiHeaders?: boolean
}

export interface WireMessage {
  /** The message, CRLF throughout, not dot-stuffed. */
  readonly bytes: Buffer
  /** Needs 8BITMIME (RFC 6152): never, see above; here so that callers need not know. */
  readonly eightBit: boolean
  /** Holds UTF-8 in headers: needs SMTPUTF8 (RFC 6531). */
  readonly utf8Headers: boolean
  /** Where the header ends: the offset of the empty line before the body. */
  readonly headerEnd: number
}

const crlf = '\r\n'

/** Builds the message. */
export function compose(email: ComposeInput): WireMessage {
  const header = messageHeader(email)
  const body = part(bodyPart(email))
  const others = email.asciiHeaders ? [] : [...email.to, ...email.cc, ...email.replyTo]
  const utf8Headers = [email.from, ...others].some(address => address.needsUtf8)
  const head = `${header}${body.header}`
  const headerEnd = utf8Headers ? Buffer.byteLength(head) : head.length
  const pieces = [`${head}${crlf}`, ...body.content]
  return { bytes: join(pieces, utf8Headers), eightBit: false, utf8Headers, headerEnd }
}

/** All fields but those of the body, in a fixed order. */
function messageHeader(email: ComposeInput): string {
  assert(/^[\x21-\x7e]{1,250}$/.test(email.messageId), 'compose: a Message-ID is short and ASCII')
  const date = mailDate(email.dateMs)
  let out =
    email.received === undefined ? '' : structuredHeader('Received', `${email.received}; ${date}`)
  out += `Date: ${date}${crlf}`
  out += addressHeader('From', [email.from])
  const { asciiHeaders = false } = email
  // An answer to a group of nobody would go nowhere; without Reply-To it goes to From.
  const replyTo = email.replyTo.filter(one => !(asciiHeaders && one.needsUtf8))
  const write = asciiHeaders ? asciiAddressHeader : addressHeader
  if (replyTo.length > 0) out += write('Reply-To', replyTo)
  if (email.to.length > 0) out += write('To', email.to)
  if (email.cc.length > 0) out += write('Cc', email.cc)
  out += textHeader('Subject', email.subject)
  out += `Message-ID: <${email.messageId}>${crlf}`
  for (const [name, value] of email.headers) {
    assert(isHeaderName(name), 'compose: header names are checked at intake (checkCustomHeader)')
    out += isStructuredHeader(name) ? structuredHeader(name, value) : textHeader(name, value)
  }
  return `${out}MIME-Version: 1.0${crlf}`
}

/** A tree of parts; `content` of a leaf is encoded already. */
type Part =
  | { readonly header: string; readonly content: readonly (string | Buffer)[] }
  | { readonly multipart: string; readonly boundary: string; readonly parts: readonly Part[] }

function bodyPart(email: ComposeInput): Part {
  const { html, text } = email
  const boundary = boundaryFor(email)
  const readable: Part[] = []
  if (text !== undefined && (!isEmpty(text) || html === undefined)) {
    readable.push(textPart('text/plain', text))
  }
  if (html !== undefined) readable.push(textPart('text/html', html))
  assert(readable.length > 0, 'compose: an email has html or text')
  const shown = email.attachments.filter(attachment => isShown(attachment, html))
  const others = email.attachments.filter(attachment => !isShown(attachment, html))
  let body = readable[0]!
  if (readable.length > 1) {
    body = { multipart: 'alternative', boundary: boundary('a'), parts: readable }
  }
  if (shown.length > 0) {
    const type = readable.length > 1 ? 'multipart/alternative' : 'text/html'
    body = {
      // RFC 2387 §3.1: the type of the root part is part of the field.
      multipart: `related; type="${type}"`,
      boundary: boundary('r'),
      parts: [body, ...shown.map(attachment => filePart(attachment, 'inline'))],
    }
  }
  if (others.length === 0) return body
  const files = others.map(attachment => filePart(attachment, 'attachment'))
  const { reportType } = email
  const multipart = reportType === undefined ? 'mixed' : `report; report-type="${reportType}"`
  return { multipart, boundary: boundary('m'), parts: [body, ...files] }
}

/**
 * An image that the html does not show would be seen nowhere: it is then a plain attachment. So is
 * text, which readers would put behind the body instead.
 */
function isShown(attachment: Attachment, html: Body | undefined): boolean {
  if (attachment.contentId === undefined || html === undefined) return false
  if (/^(?:text|message)\//i.test(attachment.contentType ?? '')) return false
  const id = attachment.contentId
  return holds(html, reference(id))
}

/**
 * A URL `cid:id` (RFC 2392) as html may write it: the scheme in any case, signs as references or
 * percent-encoded; not the beginning of a longer id.
 */
function reference(id: string): RegExp {
  const forms = [...new Set([id, encodeURIComponent(id)])].map(form =>
    form.replace(/[^\w@%]/g, '\\$&').replace(/@|%40/g, '(?:@|%40|&#64;|&#x40;|&commat;)'),
  )
  return new RegExp(`\\b[cC][iI][dD]:(?:${forms.join('|')})(?![\\w@%+-]|\\.\\w)`)
}

/**
 * Boundaries contain `=_`, which neither base64 nor quoted-printable can (RFC 2045 §6.7); what goes
 * out as it is (7bit) is searched, and another boundary taken in the case nobody will ever see.
 */
function boundaryFor(email: ComposeInput): (level: string) => string {
  assert(
    /^[A-Za-z0-9]{1,50}$/.test(email.boundarySeed),
    'compose: boundarySeed is letters and digits',
  )
  let suffix = ''
  const taken = (body: Body | undefined) =>
    body !== undefined && holds(body, `_${email.boundarySeed}${suffix}`)
  const takenInFile = (file: Attachment) => file.content.includes(`_${email.boundarySeed}${suffix}`)
  for (
    let n = 1;
    taken(email.text) || taken(email.html) || email.attachments.some(takenInFile);
    n++
  ) {
    suffix = `_${n}`
  }
  return level => `=_${level}_${email.boundarySeed}${suffix}`
}

function textPart(type: string, text: Body): Part {
  const { encoding, pieces } = encodeBody(text)
  return { header: contentHeader(`${type}; charset=utf-8`, encoding), content: pieces }
}

const contentHeader = (type: string, encoding: Encoding): string =>
  `Content-Type: ${type}${crlf}Content-Transfer-Encoding: ${encoding}${crlf}`

function filePart(attachment: Attachment, disposition: 'inline' | 'attachment'): Part {
  // A path in a name is an attack on whoever saves it.
  // So is one whose letters are turned around to hide its ending.
  const filename =
    attachment.filename
      .replace(/[/\\]/g, '_')
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .trim() || 'attachment'
  const { type, encoding, pieces } = encodeFile(attachment)
  const names = /;\s*name=/i.test(type) ? [] : parameter('name', filename)
  let header = parameterHeader('Content-Type', type, names)
  header += `Content-Transfer-Encoding: ${encoding}${crlf}`
  header += parameterHeader('Content-Disposition', disposition, parameter('filename', filename))
  const id = attachment.contentId?.replace(strayInContentId, '') ?? ''
  if (id !== '') header += `Content-ID: <${id}>${crlf}`
  return { header, content: pieces }
}

/** Base64, but a message inside a message must not be encoded (RFC 2046 §5.2.1). */
function encodeFile(attachment: Attachment): {
  readonly type: string
  readonly encoding: Encoding
  readonly pieces: readonly Buffer[]
} {
  const given = attachment.contentType ?? opaqueType
  const type = contentTypeForm.test(given) ? given : opaqueType
  if (/^message\//i.test(type)) {
    const plain = encodeBody(attachment.content.toString('latin1'))
    if (plain.encoding === '7bit') return { type, ...plain }
  }
  const opaque = /^(?:message|multipart)\//i.test(type) ? opaqueType : type
  return { type: opaque, encoding: 'base64', pieces: [encodeBase64(attachment.content)] }
}

/** A part as its header and the pieces of its content, which ends with a line end. */
function part(tree: Part): { header: string; content: (string | Buffer)[] } {
  if (!('multipart' in tree)) return { header: tree.header, content: [...tree.content] }
  const { boundary } = tree
  const content: (string | Buffer)[] = []
  for (const child of tree.parts) {
    const { header, content: inner } = part(child)
    content.push(`--${boundary}${crlf}${header}${crlf}`, ...inner)
  }
  content.push(`--${boundary}--${crlf}`)
  return {
    header: `Content-Type: multipart/${tree.multipart};${crlf} boundary="${boundary}"${crlf}`,
    content,
  }
}

function join(pieces: readonly (string | Buffer)[], utf8: boolean): Buffer {
  let size = 0
  for (const piece of pieces) {
    size += typeof piece === 'string' && utf8 ? Buffer.byteLength(piece) : piece.length
  }
  const out = Buffer.allocUnsafe(size)
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += out.write(piece, at, utf8 ? 'utf8' : 'latin1')
    else at += piece.copy(out, at)
  }
  assert(at === size, `compose: ${size} bytes were planned and ${at} written`)
  return out
}
