/**
 * A mail that came in, as parts of text: what a report is read from. It comes from strangers, so
 * everything has a limit, and a mail that passes one is simply unreadable (null), never a fault.
 */
import type { Attachment, Email } from 'postal-mime'
import { parseMime } from '#kernel/mail/parse-mime.ts'

export interface Mail {
  /** Lower-case names, in their order; unfolded values. */
  readonly headers: readonly { readonly key: string; readonly value: string }[]
  /** What a person would read. */
  readonly text: string
  /** All other parts, lower-case types. */
  readonly parts: readonly MailPart[]
}

interface MailPart {
  readonly type: string
  readonly text: string
}

const limits = {
  maxNestingDepth: 20,
  maxHeadersSize: 256 * 1024,
  parts: 50,
  /** What stands behind them is returned mail; a report begins with itself. */
  lines: 20_000,
  /** Of one part: no report says anything behind that. */
  partChars: 256 * 1024,
} as const

/** Reads at most what the listener has kept; null for what cannot be read within the limits. */
export async function readMail(raw: Buffer): Promise<Mail | null> {
  let email: Email
  try {
    email = await parseMime(unixLines(raw), {
      attachmentEncoding: 'utf8',
      // A returned message is evidence, not part of what is being said.
      forceRfc822Attachments: true,
      maxNestingDepth: limits.maxNestingDepth,
      maxHeadersSize: limits.maxHeadersSize,
    })
  } catch {
    return null
  }
  const text = email.text ?? withoutTags(email.html ?? '')
  const isLost = text.trim() === '' && email.attachments.length === 0
  return {
    headers: email.headers,
    // A gateway may have rewritten the boundary in one place only: then all of it is text.
    text: (isLost ? bodyOf(raw) : text).slice(0, limits.partChars),
    parts: email.attachments.slice(0, limits.parts).map(partOf),
  }
}

/** All behind the header, without the marks and fields of parts (RFC 2046 §5.1). */
function bodyOf(raw: Buffer): string {
  const text = unixLines(raw).toString('utf8')
  const end = text.indexOf('\n\n')
  const body = end < 0 ? '' : text.slice(end + 2)
  return body
    .split('\n')
    .map(line => (isOfMime(line) ? '' : line))
    .join('\n')
}

const isOfMime = (line: string): boolean =>
  /^--\S*$/.test(line) || /^content-[a-z-]+:/i.test(line) || /^[ \t]*boundary=/i.test(line)

const partOf = (attachment: Attachment): MailPart => ({
  type: attachment.mimeType.toLowerCase(),
  text: String(attachment.content).slice(0, limits.partChars),
})

/** The value of the first field of a name; '' where there is none. */
export function header(mail: Pick<Mail, 'headers'>, name: string): string {
  return mail.headers.find(one => one.key === name)?.value ?? ''
}

/** Whatever ends lines becomes LF, the `From ` line of a mailbox file goes, and so does the far end. */
function unixLines(raw: Buffer): Buffer {
  const text = raw
    .toString('latin1')
    .replace(/\r\n?/g, '\n')
    .replace(/^From [^\n]*\n/, '')
  let end = 0
  for (let lines = 0; end >= 0 && lines < limits.lines; lines++)
    end = text.indexOf('\n', end) + 1 || -1
  return Buffer.from(end < 0 ? text : text.slice(0, end), 'latin1')
}

const withoutTags = (html: string): string => html.replace(/<[^<>]*>/g, ' ')

/** A block of fields (RFC 5322 §2.2), such as a report's or a returned header. */
export interface Field {
  readonly name: string
  readonly value: string
}

/** The fields of a text up to its first empty line, unfolded; lines of another form are passed over. */
export function readFields(text: string): Field[] {
  const end = /\n[ \t]*\n/.exec(text)?.index ?? text.length
  const fields: { name: string; value: string }[] = []
  for (const line of text.slice(0, end).split('\n')) {
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      const more = line.trim()
      if (last && more !== '') last.value += last.value === '' ? more : ` ${more}`
      continue
    }
    const colon = line.indexOf(':')
    if (colon < 1) continue
    fields.push({
      name: line.slice(0, colon).trim().toLowerCase(),
      value: line.slice(colon + 1).trim(),
    })
  }
  return fields
}
