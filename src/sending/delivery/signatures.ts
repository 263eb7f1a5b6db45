/** The DKIM-Signature fields of a message about to be sent: with the keys of who sends it, or none. */
import type { Canonical } from '#kernel/mail/dkim.ts'
import { signCanonicalAsync, signMessageAsync } from '#kernel/mail/dkim-pool.ts'
import type { Sender } from '../domains/sending-domain.ts'
import type { Delivery } from './store.ts'

const crlf = Buffer.from('\r\n')

interface UnsignedMessage {
  readonly bytes: Buffer
  /** Of the empty line, which a message without a body may lack. */
  readonly headerEnd: number
  /** Where it is known already. */
  readonly canonical?: Canonical
}

export async function signaturesOf(
  { acceptedAt, stream }: Pick<Delivery, 'acceptedAt' | 'stream'>,
  { bytes, headerEnd, canonical }: UnsignedMessage,
  signer: Pick<Sender, 'keys'> | null,
): Promise<Buffer> {
  const keys = signer?.keys ?? []
  if (keys.length === 0) return Buffer.alloc(0)
  const timestampSeconds = Math.floor(acceptedAt / 1000)
  const signing = { keys, timestampSeconds, isBulk: stream === 'marketing' }
  if (canonical !== undefined) return signCanonicalAsync(canonical, signing)
  const whole = headerEnd < bytes.length ? bytes : Buffer.concat([bytes, crlf])
  return signMessageAsync(whole, headerEnd, signing)
}
