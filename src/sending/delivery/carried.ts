/**
 * The bytes of an email that was handed over as a message: those that came, with what a mail server
 * has to change (kernel/mail/carry.ts), under our signature. As with composed mail the same input
 * gives the same bytes.
 */
import { show } from '#kernel/base/ids.ts'
import { type CarryInput, fieldOfMessage } from '#kernel/mail/carry.ts'
import { referenceHeader } from '#kernel/mail/reference.ts'
import type { EmailContent } from '../events/email.ts'
import { carryHereOrBeside, readHereOrBeside, type Threads } from './compose-beside.ts'
import type { ComposedMessage, Making, MessageForm } from './composed.ts'
import { signaturesOf } from './signatures.ts'
import type { Delivery } from './store.ts'

/** With its html and text, for who puts a recipient's links in: letters of the marketing stream. */
export const withLetterBodies = async (
  content: EmailContent & { readonly message: Buffer },
  world: Threads | undefined,
): Promise<EmailContent> => ({ ...content, ...(await readHereOrBeside(content.message, world)) })

/** Prepares and signs. */
export async function makeCarried(
  delivery: Delivery,
  content: EmailContent & { readonly message: Buffer },
  making: Making,
): Promise<ComposedMessage> {
  const input = carryInput(delivery, content, making)
  const tlsOptional =
    delivery.addressees.require_tls !== true &&
    /^\s*no\s*$/i.test(fieldOfMessage(content.message, 'tls-required') ?? '')
  const inForm = async (form?: MessageForm): Promise<ComposedMessage> => {
    const asked = form === undefined ? { input } : { input, form }
    const made = await carryHereOrBeside(asked, making.world)
    const signatures = await signaturesOf(delivery, made, making.signer)
    const { bytes, eightBit, utf8Headers: utf8, holdsNul } = made
    return { body: [signatures, bytes], eightBit, utf8, holdsNul, tlsOptional }
  }
  const given = await inForm()
  if (!given.eightBit) return given
  return { ...given, inForm: async form => ({ ...(await inForm(form)), form }) }
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
