/** The certificate that a listening port shows, as whoever keeps it hands it in. */
import type { SecureContext } from 'node:tls'

export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

export interface ShownCertificate {
  /** For who names no host, or one of which there is no certificate; null: it has not come yet. */
  readonly first: Certificate | null
  /** Whether it has come. */
  readonly isThere: boolean
  /** The one that has replaced the last; null while that is the one. Never rejects. */
  renewed(): Promise<Certificate | null>
  /** For a host that is named in the handshake; null: the other is shown. Never rejects. */
  contextFor(serverName: string): Promise<SecureContext | null>
}
