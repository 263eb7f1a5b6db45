/**
 * The bytes of an email, composed and signed at delivery: the same input gives the same bytes, so a
 * retry is byte-identical and its Message-ID stable (docs/contract.md#the-message). Signing is the
 * dearest part of a delivery; it runs once per email where all recipients get the same bytes, on
 * the thread pool.
 */
import { assert } from '#kernel/base/assert.ts'
import { show } from '#kernel/base/ids.ts'
import { type Address, parseAddress } from '#kernel/mail/address.ts'
import type { ComposeInput } from '#kernel/mail/compose.ts'
import { isAscii } from '#kernel/mail/domain-name.ts'
import { madeText } from '#kernel/mail/plain-text.ts'
import type { World } from '#kernel/world/world.ts'
import { type EmailContent, fileOf } from '../events/email.ts'
import { makeCarried, withLetterBodies } from './carried.ts'
import { composeHereOrBeside } from './compose-beside.ts'
import type { ComposedMessage, Extras, Making } from './composed.ts'
import { signaturesOf } from './signatures.ts'
import type { Delivery } from './store.ts'

/** Composes, or carries, and signs. */
export async function makeMessage(
  delivery: Delivery,
  content: EmailContent,
  making: Making,
): Promise<ComposedMessage> {
  const { message } = content
  if (message !== undefined) return makeCarried(delivery, { ...content, message }, making)
  const input = composeInput(delivery, content, making)
  const composed = await composeHereOrBeside(input, content, making.world)
  const signatures = await signaturesOf(delivery, composed, making.signer)
  return {
    body: [signatures, composed.bytes],
    eightBit: composed.eightBit,
    utf8: composed.utf8Headers,
    // RFC 8689 §4.1: the envelope's REQUIRETLS wins over the field.
    tlsOptional:
      delivery.addressees.require_tls !== true &&
      /^\s*no\s*$/i.test(fieldOf(content, 'tls-required') ?? ''),
  }
}

/**
 * The content with what is made of it once for all recipients: the text part where none was given;
 * of a message that is carried, as a letter, its html and text, for who puts links in.
 */
export async function wholeContent(
  content: EmailContent,
  isLetter: boolean,
  world: Pick<World, 'clock' | 'runtime' | 'settings'>,
): Promise<EmailContent> {
  const { message } = content
  if (message !== undefined)
    return isLetter ? withLetterBodies({ ...content, message }, world) : content
  // Of Liquid each letter makes its own.
  if (content.merging) return content
  const text = madeText(content, world.settings)
  return text === null ? content : { ...content, text }
}

function fieldOf({ headers = {} }: EmailContent, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

/** What kind of report (RFC 6522) this is: only our own mail may say so, intake refuses the field. */
function reportTypeOf(content: EmailContent): string | undefined {
  const type = fieldOf(content, 'content-type') ?? ''
  return /^multipart\/report; report-type=([a-z-]+)$/.exec(type)?.[1]
}

const noExtras: Extras = { headers: [] }

function composeInput(
  delivery: Delivery,
  content: EmailContent,
  { extras = noExtras, host }: Making,
): ComposeInput {
  const { addressees } = delivery
  const html = extras.html ?? content.html
  const text = extras.text ?? content.text
  const seed = delivery.emailId.replaceAll('-', '')
  const reportType = reportTypeOf(content)
  const headers = Object.entries(content.headers ?? {})
  return {
    ...(host === undefined ? {} : { received: `by ${host} id ${show('msg', delivery.emailId)}` }),
    messageId: `${seed}@${delivery.senderDomain}`,
    dateMs: delivery.acceptedAt,
    from: stored(delivery.sender),
    to: addressees.to.map(stored),
    cc: (addressees.cc ?? []).map(stored),
    replyTo: (addressees.reply_to ?? []).map(stored),
    subject: delivery.subject,
    ...(html === undefined ? {} : { html }),
    ...(text === undefined ? {} : { text }),
    headers: [
      ...headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
      ...extras.headers,
    ],
    ...(reportType === undefined ? {} : { reportType }),
    attachments: (content.attachments ?? []).map(fileOf),
    boundarySeed: seed,
    // Whatever the first server offers, one behind it may not know SMTPUTF8.
    asciiHeaders: isAscii(delivery.address),
  }
}

/** An address that intake has accepted. */
function stored(text: string): Address {
  const parsed = parseAddress(text)
  assert(parsed.ok, 'what intake stored as an address must parse as one')
  return parsed.address
}
