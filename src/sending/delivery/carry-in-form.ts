/**
 * A carried message as one server takes it, and what that server has to offer for it: all that reads
 * the whole of its octets, here or in a thread (compose-beside.ts).
 */
import { isAscii } from 'node:buffer'
import { type CarryInput, carry } from '#kernel/mail/carry.ts'
import type { WireMessage } from '#kernel/mail/compose.ts'
import { headerEndOf } from '#kernel/mail/mime-fields.ts'
import { hasUtf8Address, toSevenBit, withAsciiAddresses } from '#kernel/mail/seven-bit.ts'
import type { MessageForm } from './composed.ts'

export interface AskedCarry {
  readonly input: CarryInput
  /** Absent: as it came. */
  readonly form?: MessageForm
}

export interface CarriedInForm extends WireMessage {
  /** NUL stands in its text. */
  readonly holdsNul: boolean
}

export function carryInForm({ input, form }: AskedCarry): CarriedInForm {
  const bytes = inForm(carry(input), form)
  const headerEnd = headerEndOf(bytes)
  return {
    bytes,
    headerEnd,
    eightBit: !isAscii(bytes),
    utf8Headers: !isAscii(bytes.subarray(0, headerEnd)) && hasUtf8Address(bytes),
    holdsNul: bytes.includes(0),
  }
}

function inForm(message: Buffer, form: MessageForm | undefined): Buffer {
  if (form === undefined) return message
  return form === 'seven_bit' ? toSevenBit(message) : withAsciiAddresses(message)
}
