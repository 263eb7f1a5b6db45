/**
 * What the parts of a carried message hold, read for people: octets without their transfer encoding
 * (RFC 2045 §6), text in its charset, and which parts are the body and which are files. Only for
 * reading: what is sent on are the octets as they stand.
 */
import { decodeWords } from 'postal-mime'
import { decodeText, readable } from './mime-fields.ts'
import type { MimePart } from './mime-parts.ts'

/** The octets of a part, decoded; an encoding that nobody knows is none. */
export function contentOf(message: Buffer, { bodyStart, bodyEnd, encoding }: MimePart): Buffer {
  const body = message.subarray(bodyStart, bodyEnd)
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  if (encoding === 'quoted-printable') return fromQuotedPrintable(body)
  return body
}

const equals = 0x3d
const cr = 0x0d
const lf = 0x0a

/** RFC 2045 §6.7; what is no escape stands for itself. */
function fromQuotedPrintable(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length)
  let at = 0
  for (let i = 0; i < body.length; i++) {
    if (body[i] !== equals) {
      out[at++] = body[i]!
      continue
    }
    let next = i + 1
    while (body[next] === 0x20 || body[next] === 0x09) next++
    if (body[next] === cr && body[next + 1] === lf) {
      i = next + 1
      continue
    }
    const octet = hexValue(body[i + 1]) * 16 + hexValue(body[i + 2])
    if (octet >= 0) i += 2
    out[at++] = octet >= 0 ? octet : equals
  }
  return out.subarray(0, at)
}

/** Far below zero where it is no digit. */
function hexValue(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1_000
}

/** The text of a part, its line ends as they are. */
export const textOf = (message: Buffer, part: MimePart): string =>
  decodeText(contentOf(message, part), part.parameters.get('charset') ?? '')

/** Where the parts of a message belong. */
interface MessageParts {
  /** In their order: those of one type are read one behind the other. */
  readonly html: readonly MimePart[]
  readonly text: readonly MimePart[]
  readonly files: readonly MimePart[]
}

/**
 * A part with a file name or `attachment` is a file, whatever its type (RFC 2183 §2); of an
 * alternative, what is neither html nor plain text is none: it is another form of the same words.
 */
export function sortParts(root: MimePart): MessageParts {
  const sorted = { html: [] as MimePart[], text: [] as MimePart[], files: [] as MimePart[] }
  sortInto(sorted, root, false)
  return sorted
}

function sortInto(
  sorted: { html: MimePart[]; text: MimePart[]; files: MimePart[] },
  part: MimePart,
  isAlternative: boolean,
): void {
  const isMessage = part.type.startsWith('message/')
  if (part.parts.length > 0 && !isMessage) {
    const inner = part.type === 'multipart/alternative'
    for (const one of part.parts) sortInto(sorted, one, inner)
    return
  }
  const isFile = part.disposition.type === 'attachment' || fileNameOf(part) !== null
  if (!isFile && part.type === 'text/html') sorted.html.push(part)
  else if (!isFile && part.type === 'text/plain') sorted.text.push(part)
  else if (isFile || !isAlternative) sorted.files.push(part)
}

/** Null where none is given. */
export function fileNameOf({ parameters, disposition }: MimePart): string | null {
  const given = disposition.parameters.get('filename') ?? parameters.get('name') ?? ''
  const name = readable(decodeWords(given)).trim()
  return name === '' ? null : name
}
