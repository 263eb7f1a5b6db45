/**
 * What stands in the links of marketing mail: sealed, so that a stranger can neither read, change
 * nor make one, and complete, so that a link works as long as the secret does, whatever retention has
 * removed. The same content gives the same token, because a retry must send the same bytes; so the
 * initialisation vector is a MAC of the content (the SIV construction of RFC 5297 with HMAC-SHA256
 * and AES-256-CTR), and opening a token checks that MAC.
 */
import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { assert } from '#kernel/base/assert.ts'
import { behindCell } from '#kernel/base/cell.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { secretKey } from '#kernel/base/secret-key.ts'
import { readRecipientPayload, recipientPayload } from '#kernel/mail/return-path.ts'
import { macBytes, sealTexts } from './seal.ts'

export type LinkPurpose =
  | 'open'
  | 'click'
  | 'unsubscribe'
  /** In a captured letter: it leaves in test mode. */
  | 'unsubscribe_test'
  | 'form'
  | 'confirm'
  | 'preferences'
  | 'view'
  | 'simulated'

/** One recipient of one email, and what the link is about (an URL, an address). */
export interface LinkContent {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly n: number
  readonly about: string
}

const headBytes = 34
/** Longer than any that we make. */
const maxChars = 4000
export const maxAboutBytes = 2048

/** Letters, digits, `-` and `_` only. */
export function sealLink(secret: Buffer, purpose: LinkPurpose, content: LinkContent): string {
  return sealLinks(secret, purpose, { ...content, abouts: [content.about] })[0]!
}

/** Links of one recipient, each as `sealLink` makes it, for a fraction of the price. */
export function sealLinks(
  secret: Buffer,
  purpose: LinkPurpose,
  { projectId, emailId, n, abouts }: Omit<LinkContent, 'about'> & { abouts: readonly string[] },
): string[] {
  const head = Buffer.concat([
    recipientPayload(emailId, n),
    recipientPayload(projectId, 0).subarray(0, 16),
  ])
  const texts = abouts.map(one => {
    const bytes = Buffer.byteLength(one)
    assert(bytes <= maxAboutBytes, 'a link that long is left as it is')
    const text = Buffer.allocUnsafe(headBytes + bytes)
    head.copy(text)
    text.write(one, headBytes)
    return text
  })
  return sealTexts(secret, purpose, { texts, maxBytes: headBytes + maxAboutBytes })
}

/** How long a token is, by what it is about; in an address a cell may stand before it. */
export const sealedChars = (about: string): number =>
  Math.ceil(((macBytes + headBytes + Buffer.byteLength(about)) * 4) / 3)

/** As `openLink`, of a token in an address, where the characters of a cell may stand before it. */
export const openAddressed = (
  secret: Buffer,
  purpose: LinkPurpose,
  text: string,
): LinkContent | null => behindCell(text, token => openLink(secret, purpose, token))

/** The content of a token of ours for this purpose; null for anything else. */
export function openLink(secret: Buffer, purpose: LinkPurpose, token: string): LinkContent | null {
  if (token.length > maxChars) return null
  const bytes = Buffer.from(token, 'base64url')
  // Nothing else in it, and spare bits are zero: one content, one token.
  if (bytes.length < macBytes + headBytes || bytes.toString('base64url') !== token) return null
  const mac = bytes.subarray(0, macBytes)
  const decipher = createDecipheriv('aes-256-ctr', keyOf(secret, purpose), mac)
  const plain = Buffer.concat([decipher.update(bytes.subarray(macBytes)), decipher.final()])
  if (!timingSafeEqual(mac, macOf(secret, purpose, plain))) return null
  const project = Buffer.concat([plain.subarray(18, headBytes), Buffer.alloc(2)])
  return {
    ...readRecipientPayload(plain)!,
    projectId: readRecipientPayload(project)!.emailId,
    about: plain.toString('utf8', headBytes),
  }
}

const macOf = (secret: Buffer, purpose: LinkPurpose, plain: Buffer): Buffer =>
  createHmac('sha256', secretKey(secret))
    .update(`link mac ${purpose}\0`)
    .update(plain)
    .digest()
    .subarray(0, macBytes)

const keyOf = (secret: Buffer, purpose: LinkPurpose): Buffer =>
  createHmac('sha256', secretKey(secret)).update(`link key ${purpose}\0`).digest()
