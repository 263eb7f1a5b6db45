/**
 * From decoded records to the program's own values, type by type, and the name under which an
 * address's PTR records stand (RFC 1035 §3.5, RFC 3596 §2.5). What makes no sense is null.
 */
import { isIP } from 'node:net'
import { canonicalAddress } from '../../base/addresses.ts'
import type { Mx, Tlsa } from '../dns.ts'
import { hostName, isAskable, type RecordType, type Resource } from './dns-message.ts'

/** What a record of each type is to the program. */
export interface Data {
  readonly A: string
  readonly AAAA: string
  readonly MX: Mx
  readonly TXT: string
  readonly CNAME: string
  readonly TLSA: Tlsa
  readonly PTR: string
}

const readers: { readonly [T in RecordType]: (data: unknown) => Data[T] | null } = {
  A: readAddress,
  AAAA: readAddress,
  MX: readMx,
  TXT: data => Buffer.concat(data as Buffer[]).toString('utf8'),
  CNAME: readName,
  TLSA: readTlsa,
  PTR: readName,
}

/** The records of one type; those that make no sense are left out. */
export function readAll(type: RecordType, records: readonly Resource[]): Data[RecordType][] {
  return records.map(record => readers[type](record.data)).filter(value => value !== null)
}

function readMx(data: unknown): Mx | null {
  const { preference, exchange } = data as { preference: number; exchange: string }
  const name = hostName(exchange)
  return name === '' || isAskable(name) ? { preference, exchange: name } : null
}

/** An IPv4 address dressed as IPv6 (::ffff:a.b.c.d) comes out as the IPv4 address it is. */
function readAddress(data: unknown): string | null {
  return isIP(data as string) === 0 ? null : canonicalAddress(data as string)
}

function readName(data: unknown): string | null {
  const name = hostName(data as string)
  return isAskable(name) ? name : null
}

interface WireTlsa {
  readonly usage: number
  readonly selector: number
  readonly matchingType: number
  readonly certificate: Buffer
}

function readTlsa(data: unknown): Tlsa {
  const { usage, selector, matchingType, certificate } = data as WireTlsa
  // A copy, so that the cache does not hold on to the whole message.
  return { usage, selector, matching: matchingType, data: Buffer.from(certificate) }
}

/** Under which name an address's PTR records stand; '' (which nobody has) for a non-address. */
export function reverseName(address: string): string {
  const labels = reverseLabels(address)
  if (labels === '') return ''
  return isIP(canonicalAddress(address)) === 4 ? `${labels}.in-addr.arpa` : `${labels}.ip6.arpa`
}

/** An address as names under a tree of addresses begin: bytes, or half bytes of IPv6, backwards. */
export function reverseLabels(address: string): string {
  const canonical = canonicalAddress(address)
  if (isIP(canonical) === 4) return canonical.split('.').toReversed().join('.')
  if (isIP(canonical) !== 6) return ''
  const [head = '', tail = ''] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  const digits = [...left, ...zeros, ...right].map(word => word.padStart(4, '0')).join('')
  return [...digits].toReversed().join('.')
}
