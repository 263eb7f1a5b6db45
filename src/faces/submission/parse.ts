/** A submitted message taken apart by postal-mime, within limits. Also run by parse-worker.ts. */
import type { Email } from 'postal-mime'
import { parseMime } from '#kernel/mail/parse-mime.ts'

export type ParsedMessage =
  | { readonly kind: 'email'; readonly email: Email }
  /** Nested too deeply, or too many headers. */
  | { readonly kind: 'unparsable' }
  | { readonly kind: 'slow' }

/** Where and how a message is parsed. */
export type Parse = (raw: Buffer) => Promise<ParsedMessage>

const maxNesting = 50
const maxHeaderBytes = 512 * 1024

export async function parseHere(raw: Buffer): Promise<ParsedMessage> {
  try {
    const email = await parseMime(raw, {
      attachmentEncoding: 'base64',
      forceRfc822Attachments: true,
      maxNestingDepth: maxNesting,
      maxHeadersSize: maxHeaderBytes,
    })
    return { kind: 'email', email }
  } catch {
    return { kind: 'unparsable' }
  }
}
