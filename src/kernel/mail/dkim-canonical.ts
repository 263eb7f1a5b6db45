/**
 * Relaxed canonicalization of headers and bodies (RFC 6376 §3.4.2, §3.4.4), and which fields are
 * signed.
 */
import { assert } from '../base/assert.ts'

const crlf = '\r\n'

/**
 * Fields signed once more than they occur, so that nobody can add one later ("oversigning", RFC
 * 6376 §8.15): those that readers show or act on.
 */
const sealed = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]

/** Signed where present (RFC 6376 §5.4.1, RFC 8058 §4, RFC 8460 §5.3). */
const alsoSigned = [
  'content-id',
  'content-description',
  'content-disposition',
  'in-reply-to',
  'references',
  'list-id',
  'list-help',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
  'feedback-id',
  'auto-submitted',
  'tls-required',
  'tls-report-domain',
  'tls-report-submitter',
]

/** In the order in which they are signed. */
const signable = [...sealed, ...alsoSigned]

const places = new Map(signable.map((name, place) => [name, place]))

const fromPlace = signable.indexOf('from')

/** Chooses and relaxes the fields; of several with a name the lowest comes first (§5.4.2). */
export function signedFields(header: string): { names: string; fields: string } {
  const found = relaxedFields(header)
  assert(found[fromPlace]?.length === 1, 'dkim: a message has exactly one From')
  let names = ''
  let fields = ''
  for (let i = 0; i < signable.length; i++) {
    const name = signable[i]!
    const values = found[i]
    for (let n = values === undefined ? 0 : values.length; n > 0; n--) {
      names += `${name}:`
      fields += `${name}:${values![n - 1]}${crlf}`
    }
    if (i < sealed.length) names += `${name}:`
  }
  return { names: names.slice(0, -1), fields }
}

/**
 * The values of the signable fields, by their place: unfolded, white space in runs made one space
 * and trimmed (§3.4.2).
 */
function relaxedFields(header: string): (string[] | undefined)[] {
  const found = new Array<string[] | undefined>(signable.length).fill(undefined)
  let colon = -1
  for (let start = 0; start < header.length; ) {
    const end = fieldEnd(header, start)
    // Sought once for all lines that have none, or many of them would each look to the end.
    if (colon < start) colon = colonFrom(header, start)
    const at =
      colon > start && colon < end
        ? places.get(header.slice(start, colon).trim().toLowerCase())
        : undefined
    if (at !== undefined) {
      const value = relaxedValue(header.slice(colon + 1, end))
      const values = found[at]
      if (values === undefined) found[at] = [value]
      else values.push(value)
    }
    start = end + crlf.length
  }
  return found
}

function colonFrom(header: string, start: number): number {
  const at = header.indexOf(':', start)
  return at < 0 ? header.length : at
}

/** Where a field ends: at the first line end that is no fold. */
function fieldEnd(header: string, start: number): number {
  let end = header.indexOf(crlf, start)
  while (end >= 0) {
    const next = header.charCodeAt(end + crlf.length)
    if (next !== space && next !== tab) return end
    end = header.indexOf(crlf, end + crlf.length)
  }
  return header.length
}

function relaxedValue(value: string): string {
  const unfolded = value.replaceAll(crlf, '')
  return trimSpace(/\t| {2}/.test(unfolded) ? unfolded.replace(/[ \t]+/g, ' ') : unfolded)
}

/** At most one space at each end is left by then. */
function trimSpace(value: string): string {
  const start = value.startsWith(' ') ? 1 : 0
  const end = value.length > start && value.endsWith(' ') ? value.length - 1 : value.length
  return value.slice(start, end)
}

const tab = 0x09

const lf = 0x0a

const cr = 0x0d

const space = 0x20

const blockSize = 4096

/**
 * Relaxed body (§3.4.4): white space in runs made one space, none at the end of a line, no empty
 * lines at the end of the body. Most bodies have little to change, so what stands between two
 * changes is copied as a whole, and a body that is relaxed already is returned itself.
 */
export function relaxedBody(body: Buffer): Buffer {
  let change = nextChange(body, 0)
  if (change === body.length && endsWithOneLineEnd(body)) return body
  const out = Buffer.allocUnsafe(body.length + 2)
  let at = 0
  for (let from = 0; from < body.length; change = nextChange(body, from)) {
    at += body.copy(out, at, from, change)
    from = change
    while (body[from] === space || body[from] === tab) from++
    // White space after the last line end is a line of nothing; elsewhere it was a space (§3.4.4 b).
    if (from > change && from < body.length && body[from] !== cr) out[at++] = space
  }
  while (at >= 2 && out[at - 2] === cr) at -= 2
  if (at === 0) return out.subarray(0, 0)
  out[at++] = cr
  out[at++] = lf
  return out.subarray(0, at)
}

/**
 * Where the next white space is that is not one space before a word. Blocks without any (all of a
 * base64 attachment) are passed over at once.
 */
function nextChange(body: Buffer, from: number): number {
  for (let start = from; start < body.length; start += blockSize) {
    const end = Math.min(start + blockSize, body.length)
    const block = body.subarray(start, end)
    if (!block.includes(space) && !block.includes(tab)) continue
    for (let i = start; i < end; i++) {
      const byte = body[i]!
      if (byte > space) continue
      if (byte === tab || (byte === space && !(body[i + 1]! > space))) return i
    }
  }
  return body.length
}

/** After a line that is not empty. */
function endsWithOneLineEnd(body: Buffer): boolean {
  const { length } = body
  return length > 2 && body[length - 1] === lf && body[length - 2] === cr && body[length - 3] !== lf
}
