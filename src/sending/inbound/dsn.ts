/**
 * Delivery status notifications (RFC 3464; RFC 6533 for addresses in UTF-8): per recipient, what
 * became of a message. A few systems put two recipients into one block of fields, so a field that
 * may occur once per recipient begins the next when it comes again.
 */
import { leadingReply } from '#protocol/replies/quoted-reply.ts'
import { type Field, readFields } from './read-mail.ts'

export interface DsnRecipient {
  /** Where it was to go in the end, and what the sender had written, where told. */
  readonly final: string
  readonly original: string
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`; '' without one. */
  readonly action: string
  readonly status: string
  readonly diagnostic: string
  /** The server that refused; '' where not told. */
  readonly remoteMta: string
}

const maxRecipients = 100
/** Of a reply in a field of another name; less than a code and a word is none. */
const maxBesideChars = 1000
const minReplyChars = 6
const perRecipient: Readonly<Record<string, keyof DsnRecipient>> = {
  'final-recipient': 'final',
  'original-recipient': 'original',
  action: 'action',
  status: 'status',
  'diagnostic-code': 'diagnostic',
  'remote-mta': 'remoteMta',
}
/** These two name whom a block is about. */
const naming = new Set(['final-recipient', 'original-recipient'])
/** Each recipient has one, wherever in the block it stands (RFC 3464 §2.1.1). */
const single = new Set(['action', 'status'])

/** What a message/delivery-status part says; nothing where it names nobody. */
export function readDsn(text: string): DsnRecipient[] {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*(?=\n)/)
  return blocks
    .flatMap(block => split(readFields(block.replace(/^\n+/, ''))))
    .slice(0, maxRecipients)
    .map(read)
    .filter(recipient => recipient.final !== '' || recipient.original !== '')
}

/** One list of fields per recipient. */
function split(fields: readonly Field[]): Field[][] {
  const lists: Field[][] = []
  let current: Field[] = []
  const has = (name: string): boolean => current.some(field => field.name === name)
  for (const field of fields) {
    const begins = naming.has(field.name)
      ? has(field.name) || (isNamedFirst(current) && has('final-recipient') && has('status'))
      : single.has(field.name) && has('final-recipient') && has(field.name)
    if (begins) {
      lists.push(current)
      current = []
    }
    current.push(field)
  }
  return [...lists, current]
}

const isNamedFirst = (fields: readonly Field[]): boolean =>
  naming.has(fields.find(({ name }) => naming.has(name) || single.has(name))?.name ?? '')

function read(fields: readonly Field[]): DsnRecipient {
  const found: Record<keyof DsnRecipient, string> = {
    final: '',
    original: '',
    action: '',
    status: '',
    diagnostic: '',
    remoteMta: '',
  }
  for (const { name, value } of fields) {
    const key = perRecipient[name]
    if (key !== undefined && found[key] === '') found[key] = value
  }
  return {
    ...found,
    diagnostic: found.diagnostic || besideIt(fields),
    final: addressIn(found.final),
    original: addressIn(found.original),
    action: /^[a-z]+/.exec(found.action.toLowerCase())?.[0] ?? '',
    remoteMta: found.remoteMta.replace(/^[^;]*;/, '').trim(),
  }
}

/**
 * Where there is no Diagnostic-Code, a reply in a field that a system has of its own (RFC 3464 §2.4):
 * `X-Supplementary-Info: <mx.example #5.0.0 smtp; 550 no such user>`.
 */
function besideIt(fields: readonly Field[]): string {
  for (const { name, value } of fields) {
    if (!name.startsWith('x-')) continue
    const typed = value.toLowerCase().indexOf('smtp;')
    const words = typed < 0 ? value : value.slice(typed + 'smtp;'.length)
    const reply = leadingReply(words.replace(/^[\s<"'(]+/, '').slice(0, maxBesideChars))
    if (reply === null || reply.text.length < minReplyChars) continue
    return `smtp; ${reply.text.endsWith('>') ? reply.text.slice(0, -1) : reply.text}`
  }
  return ''
}

/** `rfc822; <ana@example.com>` (RFC 3464 §2.3.2). */
function addressIn(value: string): string {
  const text = value.slice(0, 500)
  const address = text.slice(text.indexOf(';') + 1)
  return (/<([^<>]*)>/.exec(address)?.[1] ?? address).trim()
}
