/**
 * A carried message from whose header a person is taken: where their address stands in a field of
 * addresses, a placeholder stands instead, their name included. Every other octet stays.
 */
import { addressParser } from 'postal-mime'
import { bareAddress } from './address.ts'
import { spliced } from './mime-changes.ts'
import { fieldValue, readHeader } from './mime-fields.ts'
import { asciiAddressField } from './seven-bit.ts'

const fields: ReadonlySet<string> = new Set([
  'bcc',
  'cc',
  'delivered-to',
  'reply-to',
  'resent-bcc',
  'resent-cc',
  'resent-to',
  'to',
  'x-original-to',
])

/** `address` is in lower case. */
export function withoutPerson(message: Buffer, address: string, placeholder: string): Buffer {
  const isIt = (text: string): boolean => bareAddress(text).toLowerCase() === address
  const changes = readHeader(message)
    .fields.filter(one => fields.has(one.name))
    .flatMap(field => {
      const entries = addressParser(fieldValue(message, field)).flatMap(one => one.group ?? [one])
      if (!entries.some(one => isIt(one.address ?? ''))) return []
      const left = entries.map(one =>
        isIt(one.address ?? '') ? { name: '', address: placeholder } : one,
      )
      const name = message.toString('latin1', field.start, field.value - 1).trim()
      const line = asciiAddressField(name, left)
      return [{ start: field.start, end: field.end, bytes: Buffer.from(line, 'latin1') }]
    })
  return changes.length === 0 ? message : spliced(message, changes)
}
