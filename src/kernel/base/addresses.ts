/**
 * IP addresses: networks in CIDR form, and which addresses are internal (never dialled for a
 * customer). Sources: the IANA special-purpose registries (RFC 6890 and its updates), and the forms
 * in which IPv6 carries an IPv4 address: mapped, compatible, NAT64 (RFC 6052), 6to4 (RFC 3056),
 * Teredo (RFC 4380), ISATAP (RFC 5214), where the embedded address decides too.
 */
import { isIP } from 'node:net'
import { BadNetwork } from './bad-network.ts'

/** An address as a number with its width; IPv4-mapped IPv6 is folded to IPv4. */
interface Numeric {
  readonly bits: 32 | 128
  readonly value: bigint
}

interface Network extends Numeric {
  readonly length: number
}

export type Networks = readonly Network[]

/** Reads an IP literal (no brackets, zone dropped); null for anything else. */
function numeric(text: string): Numeric | null {
  const literal = text.replace(/%.*$/, '')
  const family = isIP(literal)
  if (family === 4) return { bits: 32, value: v4(literal) }
  if (family !== 6) return null
  const value = v6(literal)
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffffffffn } : { bits: 128, value }
}

const v4 = (text: string): bigint =>
  text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)

function v6(text: string): bigint {
  let words = text
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  if (dotted) {
    const last = v4(dotted[1]!)
    words =
      text.slice(0, dotted.index) + (last >> 16n).toString(16) + ':' + (last & 0xffffn).toString(16)
  }
  const [head = '', tail = ''] = words.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = 8 - left.length - right.length
  const all = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return all.reduce((sum, word) => sum * 65536n + BigInt(`0x${word}`), 0n)
}

/** What one party usually has all of: the /24 around an IPv4 address, the /64 around an IPv6 one. */
export function networkAround(address: string): string {
  const number = numeric(address)
  if (number === null) return address
  return `${number.bits} ${number.bits === 32 ? number.value >> 8n : number.value >> 64n}`
}

/** Reads `10.0.0.0/8, ::1, 192.168.1.7`; throws a BadNetwork that names the bad entry. */
export function parseNetworks(text: string): Networks {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(parseNetwork)
}

/** Reads one address or CIDR range; throws a BadNetwork that names it. */
export function parseNetwork(text: string): Network {
  const [address = '', length, more] = text.split('/')
  const number = numeric(address)
  if (
    !number ||
    address.includes('%') ||
    more !== undefined ||
    (length !== undefined && !/^\d{1,3}$/.test(length))
  ) {
    throw new BadNetwork(text, 'none')
  }
  // A mapped range (::ffff:10.0.0.0/104) counts its length from the 128 bits.
  const mapped = number.bits === 32 && address.includes(':') ? 96 : 0
  const bits = length === undefined ? number.bits : Number(length) - mapped
  if (bits < 0 || bits > number.bits) throw new BadNetwork(text, 'length')
  return { ...number, length: bits }
}

/** Whether an IP literal lies in one of the networks. False for what is not an IP literal. */
export function inNetworks(address: string, networks: Networks): boolean {
  if (networks.length === 0) return false
  const number = numeric(address)
  return number !== null && networks.some(network => holds(network, number))
}

function holds(network: Network, number: Numeric): boolean {
  if (network.bits !== number.bits) return false
  const shift = BigInt(network.bits - network.length)
  return network.value >> shift === number.value >> shift
}

const internal4 = parseNetworks(
  '0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.0.0.0/24, ' +
    '192.0.2.0/24, 192.31.196.0/24, 192.52.193.0/24, 192.88.99.0/24, 192.168.0.0/16, 192.175.48.0/24, ' +
    '198.18.0.0/15, 198.51.100.0/24, 203.0.113.0/24, 224.0.0.0/4, 240.0.0.0/4',
)
const global6 = parseNetwork('2000::/3')
const internal6 = parseNetworks('2001::/23, 2001:db8::/32, 3fff::/20, 2620:4f:8000::/48')

/** The well-known NAT64 prefix and those ways of carrying IPv4 whose inner address decides. */
const carriers: readonly { network: Network; inner(value: bigint): bigint }[] = [
  { network: parseNetwork('64:ff9b::/96'), inner: value => value & 0xffffffffn },
  { network: parseNetwork('2002::/16'), inner: value => (value >> 80n) & 0xffffffffn },
]

/**
 * Whether an address must not be dialled for a customer: loopback, private, link-local, metadata,
 * multicast, documentation, reserved, and IPv6 forms that carry such an IPv4 address. True for
 * anything that is not an IP literal, so that a mistake refuses rather than dials.
 */
export function isInternal(address: string, allowed: Networks = []): boolean {
  if (inNetworks(address, allowed)) return false
  const number = numeric(address)
  if (!number) return true
  if (number.bits === 32) return internal4.some(network => holds(network, number))
  // ISATAP (RFC 5214 §6.1), whatever network carries it.
  const isatap = (number.value >> 32n) & 0xfdffffffn
  if (isatap === 0x5efen) return true
  const carrier = carriers.find(one => holds(one.network, number))
  if (carrier) {
    const inner: Numeric = { bits: 32, value: carrier.inner(number.value) }
    return internal4.some(network => holds(network, inner))
  }
  return !holds(global6, number) || internal6.some(network => holds(network, number))
}

/** One spelling per address, for comparing and for keys: IPv4-mapped folded, IPv6 compressed lower case. */
export function canonicalAddress(address: string): string {
  // Every call of the API comes through here: the usual spellings need no arithmetic.
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (isIP(plain) === 4) return plain
  const number = numeric(address)
  if (!number) return address
  if (number.bits === 32) {
    return [24n, 16n, 8n, 0n].map(shift => (number.value >> shift) & 255n).join('.')
  }
  return new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1)
}
