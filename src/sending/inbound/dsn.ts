/**
 * Delivery status notifications (RFC 3464; RFC 6533 for addresses in UTF-8): per recipient, what
 * became of a message. A few systems put two recipients into one block of fields, so a field that
 * may occur once per recipient begins the next when it comes again.
 */
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
    const begins =
      naming.has(field.name) && (has(field.name) || (has('final-recipient') && has('status')))
    if (begins) {
      lists.push(current)
      current = []
    }
    current.push(field)
  }
  return [...lists, current]
}

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
    final: addressIn(found.final),
    original: addressIn(found.original),
    action: /^[a-z]+/.exec(found.action.toLowerCase())?.[0] ?? '',
    remoteMta: found.remoteMta.replace(/^[^;]*;/, '').trim(),
  }
}

/** `rfc822; <ana@example.com>` (RFC 3464 §2.3.2). */
function addressIn(value: string): string {
  const text = value.slice(0, 500)
  const address = text.slice(text.indexOf(';') + 1)
  return (/<([^<>]*)>/.exec(address)?.[1] ?? address).trim()
}
