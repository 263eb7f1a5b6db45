/**
 * What the server's EHLO reply already decides about an envelope: the parameters of MAIL (SIZE, RFC
 * 1870; 8BITMIME, RFC 6152; SMTPUTF8, RFC 6531; REQUIRETLS, RFC 8689), and what need not be asked
 * because the answer is known. Pure.
 */
import type { Features } from './greet.ts'
import { localReply } from './reply.ts'
import type { Peer, RecipientVerdict, RefusedRecipient, Stage, Transaction } from './verdict.ts'

export const isUnicode = (text: string): boolean => /[^\x00-\x7f]/.test(text)

/** An address that cannot end its own command: RFC 5321 §4.5.3.1.3 allows 254 octets. */
export const isSafePath = (address: string): boolean =>
  !/[\x00-\x20\x7f<>]/.test(address) && Buffer.byteLength(address) <= 254

export function mailCommand(
  transaction: Transaction,
  features: Features,
  sizeBytes: number,
  utf8: boolean,
): string {
  let mail = `MAIL FROM:<${transaction.sender}>`
  if (features.size) mail += ` SIZE=${sizeBytes}`
  if (features.eightBit && (transaction.eightBit || utf8)) mail += ' BODY=8BITMIME'
  if (utf8) mail += ' SMTPUTF8'
  if (transaction.requireTls) mail += ' REQUIRETLS'
  return mail
}

const refusal = (code: number, enhanced: string, text: string, stage: Stage): RefusedRecipient => ({
  kind: 'refused',
  stage,
  reply: localReply(code, enhanced, text),
})

export const badRecipient = refusal(
  553,
  '5.1.3',
  'The address cannot be put in an SMTP command',
  'rcpt',
)
export const tooManyRecipients: RecipientVerdict = { kind: 'deferred', stage: 'rcpt', why: 'limit' }

/** What the server's offer already refuses, said without asking it. */
export function localRefusal(
  transaction: Transaction,
  session: { readonly features: Features; readonly peer: Pick<Peer, 'tls'> },
  sizeBytes: number,
  utf8: boolean,
): RefusedRecipient | null {
  const { features, peer } = session
  if (transaction.sender !== '' && !isSafePath(transaction.sender)) {
    return refusal(553, '5.1.7', 'The sender address cannot be put in an SMTP command', 'mail')
  }
  if (features.maxBytes > 0 && sizeBytes > features.maxBytes) {
    // RFC 1870 §6.1
    const max = `${sizeBytes} bytes are more than the ${features.maxBytes} that the server takes`
    return refusal(552, '5.3.4', max, 'mail')
  }
  if (utf8 && !features.utf8) {
    return refusal(
      550,
      '5.6.7',
      'The server does not offer SMTPUTF8, which this email needs',
      'mail',
    )
  }
  if (transaction.eightBit && !features.eightBit) {
    // RFC 6152 §3: convert or give up; the composer's job was to convert.
    return refusal(
      554,
      '5.6.3',
      'The server does not offer 8BITMIME, which this email needs',
      'mail',
    )
  }
  if (transaction.requireTls && !(features.requireTls && peer.tls)) {
    return refusal(550, '5.7.30', 'The server does not offer REQUIRETLS over TLS', 'mail')
  }
  return null
}
