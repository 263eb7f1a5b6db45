/** A submitted message taken apart by postal-mime, within limits. Also run by parse-worker.ts. */
import type { Email } from 'postal-mime'
import { parseMime } from '#kernel/mail/parse-mime.ts'

export type Parsed =
  | { readonly kind: 'email'; readonly email: Email }
  /** Nested too deeply, or too many headers. */
  | { readonly kind: 'unfit' }
  | { readonly kind: 'slow' }

/** Where and how a message is parsed. */
export type Parse = (raw: Buffer) => Promise<Parsed>

const mostNesting = 50
const mostHeaderBytes = 512 * 1024

export async function parseHere(raw: Buffer): Promise<Parsed> {
  try {
    const email = await parseMime(raw, {
      attachmentEncoding: 'base64',
      forceRfc822Attachments: true,
      maxNestingDepth: mostNesting,
      maxHeadersSize: mostHeaderBytes,
    })
    return { kind: 'email', email }
  } catch {
    return { kind: 'unfit' }
  }
}
