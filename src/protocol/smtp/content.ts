/**
 * How a content is handed over: by DATA, or by BDAT (RFC 3030) where the server offers CHUNKING.
 * Either way there is one write that completes it, before which no server can have the email: the
 * final dot, or the end of the last chunk. Pure.
 *
 * A server that offers BDAT without knowing it would take the content that follows for commands, and
 * whoever wrote the content would speak to it in our name. So the first chunk of a session is one
 * line, and nothing goes behind it before the server has taken it: it rides with the envelope, where
 * DATA would. Once a server has taken one, no later content of the session needs it.
 */
import { blockBytes, blocks, stuffed, unstuffed } from './body.ts'
import type { SmtpReply } from './reply.ts'
import type { Transaction } from './verdict.ts'

/** A content on its way, in the order of its parts. */
export interface Handover {
  /** As the transcript has it. */
  readonly shown: string
  /** What may go ahead block by block; null where there is no need. */
  readonly blocks: Iterable<Buffer> | null
  /** What completes it, asked for when all blocks have gone. */
  end(): readonly Buffer[]
}

type Content = Pick<Transaction, 'body' | 'holdsNul'>

const dot = Buffer.from('.\r\n')

export function byData({ body, holdsNul }: Content, sizeBytes: number): Handover {
  const shown = `(${sizeBytes} bytes) .`
  const pieces = stuffed(body, holdsNul)
  return sizeBytes <= blockBytes
    ? { shown, blocks: null, end: () => [...pieces, dot] }
    : { shown, blocks: blocks(pieces), end: () => [dot] }
}

/** What is left of it behind so many bytes of its first part. */
export function byBdat({ body, holdsNul }: Content, sizeBytes: number, gone: number): Handover {
  const rest = gone === 0 ? body : [body[0]!.subarray(gone), ...body.slice(1)]
  const pieces = unstuffed(rest, holdsNul)
  // Pieces that need nothing are no copies, so that all of them together hold nothing anew.
  const all = sizeBytes <= blockBytes ? [...pieces] : [...blocks(pieces)]
  let octets = 0
  for (const piece of all) octets += piece.length
  const shown = `BDAT ${octets} LAST`
  const command = Buffer.from(`${shown}\r\n`)
  const isOneWrite = sizeBytes <= blockBytes || all.length <= 1
  if (isOneWrite) return { shown, blocks: null, end: () => [command, ...all] }
  return { shown, blocks: [command, ...all.slice(0, -1)], end: () => all.slice(-1) }
}

/** RFC 5321 §4.5.3.1.6: a line has 1,000 octets at most. */
const maxLineBytes = 1000

/**
 * The first line, with its end, where it can be a chunk of its own: in plain ASCII, and not all
 * there is. Null where the content does not begin so.
 */
export function firstLine({ body }: Content, sizeBytes: number): string | null {
  const head = body[0]?.toString('latin1', 0, maxLineBytes) ?? ''
  const line = /^[\x20-\x7e]+\r\n/.exec(head)?.[0]
  return line !== undefined && line.length < sizeBytes ? line : null
}

/**
 * Whether a reply to BDAT is about the command and not about the email: unknown, out of sequence,
 * not implemented (RFC 5321 §4.2.3).
 */
export const isAboutBdat = ({ code }: SmtpReply): boolean => code >= 500 && code <= 504
