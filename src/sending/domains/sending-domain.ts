/** A verified sending domain, as whoever signs and sends needs it. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { SigningKey } from '#kernel/mail/dkim.ts'

export interface Sender {
  readonly domainId: Uuid
  readonly name: string
  /** Host of the envelope sender; null: the installation's own. */
  readonly returnPath: string | null
  /** Host of links in marketing mail; null: the base URL's. */
  readonly tracking: string | null
  /** RSA first; Ed25519 only where its record is published (RFC 8463: beside RSA, never alone). */
  readonly keys: readonly SigningKey[]
}
