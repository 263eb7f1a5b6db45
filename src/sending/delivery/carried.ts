/**
 * The bytes of an email that was handed over as a message: those that came, with what a mail server
 * has to change (kernel/mail/carry.ts), under our signature. As with composed mail the same input
 * gives the same bytes.
 */
import { isAscii } from 'node:buffer'
import { show } from '#kernel/base/ids.ts'
import { bodiesOfLetter, type CarryInput, carry, fieldOfMessage } from '#kernel/mail/carry.ts'
import { headerEndOf } from '#kernel/mail/mime-fields.ts'
import { referenceHeader } from '#kernel/mail/reference.ts'
import { hasUtf8Address, toSevenBit, withAsciiAddresses } from '#kernel/mail/seven-bit.ts'
import type { EmailContent } from '../events/email.ts'
import type { ComposedMessage, Making } from './composed.ts'
import { signaturesOf } from './signatures.ts'
import type { Delivery } from './store.ts'

/** With its html and text, for who puts a recipient's links in: letters of the marketing stream. */
export const withLetterBodies = (content: EmailContent): EmailContent =>
  content.message === undefined ? content : { ...content, ...bodiesOfLetter(content.message) }

/** Prepares and signs. */
export async function makeCarried(
  delivery: Delivery,
  content: EmailContent & { readonly message: Buffer },
  making: Making,
): Promise<ComposedMessage> {
  const message = carry(carryInput(delivery, content, making))
  const given = await finish(delivery, content, { making, message })
  if (!given.eightBit) return given
  return {
    ...given,
    async inForm(form) {
      const changed = form === 'seven_bit' ? toSevenBit(message) : withAsciiAddresses(message)
      const made = await finish(delivery, content, { making, message: changed })
      return { ...made, form }
    },
  }
}

interface Unsigned {
  readonly making: Making
  readonly message: Buffer
}

async function finish(
  delivery: Delivery,
  content: EmailContent & { readonly message: Buffer },
  { making, message }: Unsigned,
): Promise<ComposedMessage> {
  const end = headerEndOf(message)
  const unsigned = { bytes: message, headerEnd: end }
  const signatures = await signaturesOf(delivery, unsigned, making.signer)
  const isAsciiHeader = isAscii(message.subarray(0, end))
  return {
    body: [signatures, message],
    eightBit: !isAscii(message),
    utf8: !isAsciiHeader && hasUtf8Address(message),
    holdsNul: message.includes(0),
    tlsOptional:
      delivery.addressees.require_tls !== true &&
      /^\s*no\s*$/i.test(fieldOfMessage(content.message, 'tls-required') ?? ''),
  }
}

function carryInput(
  delivery: Delivery,
  content: EmailContent & { readonly message: Buffer },
  { extras, host }: Making,
): CarryInput {
  const fields = extras?.headers ?? []
  // Beside the host, where it takes no field of its own: by it a complaint is recognised.
  const reference = fields.find(([name]) => name === referenceHeader)?.[1]
  const mark = reference === undefined ? '' : ` (${reference})`
  const id = show('msg', delivery.emailId)
  const changed = (part: 'html' | 'text') => {
    const body = extras?.[part]
    return body === undefined || body === content[part] ? {} : { [part]: body }
  }
  return {
    message: content.message,
    ...(host === undefined ? {} : { received: `by ${host}${mark} with ESMTP id ${id}` }),
    dateMs: delivery.acceptedAt,
    messageId: `${delivery.emailId.replaceAll('-', '')}@${delivery.senderDomain}`,
    leaving: fields.filter(([name]) => /^list-/i.test(name)),
    ...changed('html'),
    ...changed('text'),
  }
}
