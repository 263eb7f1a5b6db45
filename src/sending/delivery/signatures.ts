/** The DKIM-Signature fields of a message about to be sent: with the keys of who sends it, or none. */
import { signMessageAsync } from '#kernel/mail/dkim-pool.ts'
import type { Sender } from '../domains/sending-domain.ts'
import type { Delivery } from './store.ts'

const crlf = Buffer.from('\r\n')

/** `headerEnd`: of the empty line, which a message without a body may lack. */
export async function signaturesOf(
  { acceptedAt, stream }: Pick<Delivery, 'acceptedAt' | 'stream'>,
  message: Buffer,
  headerEnd: number,
  signer: Pick<Sender, 'keys'> | null,
): Promise<Buffer> {
  const keys = signer?.keys ?? []
  if (keys.length === 0) return Buffer.alloc(0)
  const whole = headerEnd < message.length ? message : Buffer.concat([message, crlf])
  return signMessageAsync(whole, headerEnd, {
    keys,
    timestampSeconds: Math.floor(acceptedAt / 1000),
    isBulk: stream === 'marketing',
  })
}
