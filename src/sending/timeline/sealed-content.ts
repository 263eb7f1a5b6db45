/**
 * Bodies whose links let somebody in, as they are kept: sealed, in a column of their own, so that
 * neither a backup nor whoever reads the tables opens an account by them. Without a key they stay
 * plain, as all secrets do (world/sealed.ts). Only delivery opens them.
 */
import { keyring, seal, unseal } from '#kernel/world/sealed.ts'
import type { EmailContent } from '../events/email.ts'

type Body = Pick<EmailContent, 'html' | 'text'>

interface KeptContent {
  /** null: there is no key. */
  readonly sealed: Buffer | null
  /** What is left to lie open. */
  readonly open: EmailContent
}

export function sealedContent(content: EmailContent): KeptContent {
  const { html, text, ...open } = content
  return keyring().keys.length === 0
    ? { sealed: null, open: content }
    : { sealed: sealBody({ html, text }), open }
}

export const sealBody = (body: { readonly [name in keyof Body]: Body[name] | undefined }): Buffer =>
  seal('letter', Buffer.from(JSON.stringify(body)))

/** Throws UnopenedSeal. */
export const openBody = (sealed: Buffer): Body => JSON.parse(unseal('letter', sealed).toString())
