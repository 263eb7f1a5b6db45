/** What is made of an email for a server, and of what it is made. */
import type { Body } from '#kernel/mail/transfer-encoding.ts'
import type { World } from '#kernel/world/world.ts'
import type { NoSession, TransactionResult } from '#protocol/smtp/verdict.ts'
import type { Sender } from '../domains/sending-domain.ts'

/** A message on its way: signature lines first, then the message they sign. */
export interface ComposedMessage {
  readonly body: readonly Buffer[]
  readonly eightBit: boolean
  readonly utf8: boolean
  /** Its sender would rather have it read on the way than not arrive (RFC 8689 §5). */
  readonly tlsOptional: boolean
  /** Of a message that is carried: NUL stands in its text. */
  readonly holdsNul?: boolean
  /** Of a message that is carried and not ASCII: the same in a form that asks less of a server. */
  readonly inForm?: (form: MessageForm) => Promise<ComposedMessage>
  /** Absent: as it came. */
  readonly form?: MessageForm
}

/**
 * What was changed of a carried message for the server that it went to: addresses beyond ASCII,
 * where that has no SMTPUTF8 (RFC 6531), or all that is not ASCII, where it has no 8BITMIME (RFC
 * 6152).
 */
export type MessageForm = 'ascii_addresses' | 'seven_bit'

/** What marketing mail carries beyond what was given: links of its own per recipient. */
export interface Extras {
  readonly headers: readonly (readonly [string, string])[]
  readonly html?: Body
  readonly text?: Body
}

export interface Making {
  /** Without one, or without keys, the message goes unsigned. */
  readonly signer: Pick<Sender, 'keys'> | null
  readonly extras?: Extras
  /** The host that takes it over and sends it on, named in Received; absent where it stays here. */
  readonly host?: string
  /** Of its threads, which compose what is large. */
  readonly world?: Pick<World, 'clock' | 'runtime'>
}

/** The form that a server could take whose offer, and not it, has refused one (smtp/offer.ts). */
export function formFor(answer: TransactionResult | NoSession): MessageForm | null {
  const verdict = answer.kind === 'done' ? answer.verdicts[0] : undefined
  if (verdict?.kind !== 'refused' || verdict.reply.local !== true) return null
  const { enhanced } = verdict.reply
  return enhanced === '5.6.3' ? 'seven_bit' : enhanced === '5.6.7' ? 'ascii_addresses' : null
}

/** Each form asks less than the one before; what is refused in the last is refused. */
export const mayTake = ({ inForm, form }: ComposedMessage, next: MessageForm): boolean =>
  form === undefined ? inForm !== undefined : form === 'ascii_addresses' && next === 'seven_bit'
