/**
 * DNS messages on the wire (RFC 1035 §4, EDNS0 RFC 6891): the query we send and as much of the
 * answer as we look at. Only the record types we ask for are decoded, so that a record we do not
 * know cannot spoil an answer; whatever does not add up throws, and the caller calls it malformed.
 */
import * as packet from 'dns-packet'

export type RecordType = 'A' | 'AAAA' | 'MX' | 'TXT' | 'CNAME' | 'TLSA' | 'PTR'

export const typeNumbers: Readonly<Record<RecordType, number>> = {
  A: 1,
  CNAME: 5,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  TLSA: 52,
}
const typeNs = 2
const typeSoa = 6
const readable = new Map<number, string>([
  ...Object.entries(typeNumbers).map(([type, number]): [number, string] => [number, type]),
  [typeSoa, 'SOA'],
])

/** What we tell servers we take over UDP: passes every path without fragments (RFC 9715). */
const udpPayloadBytes = 1232

export interface Resource {
  /** Lower case, no final dot. */
  readonly name: string
  readonly type: string
  readonly ttlSeconds: number
  /** As dns-packet decodes it. */
  readonly data: unknown
}

export interface DnsMessage {
  readonly id: number
  readonly rcode: number
  readonly truncated: boolean
  /** The resolver says that it validated every part of the answer (AD, RFC 4035 §3.2.3). */
  readonly authentic: boolean
  readonly question: { readonly name: string; readonly typeNumber: number }
  readonly answers: readonly Resource[]
  /** How long "there is none" may be believed (RFC 2308 §5); null without an SOA record. */
  readonly negativeTtlSeconds: number | null
  /** Name servers instead of an answer: the server asked does not know (RFC 2308 §2.1). */
  readonly referral: boolean
}

interface Query {
  readonly id: number
  readonly name: string
  readonly type: RecordType
  readonly edns: boolean
}

/** A query for a recursive resolver; with EDNS the DO bit asks for the AD flag in the answer. */
export function encodeQuery(query: Query): Buffer {
  const opt = { name: '.', type: 'OPT', udpPayloadSize: udpPayloadBytes, flags: packet.DNSSEC_OK }
  return packet.encode({
    type: 'query',
    id: query.id,
    flags: packet.RECURSION_DESIRED,
    questions: [{ name: query.name, type: query.type }],
    additionals: query.edns ? [opt] : [],
  })
}

/** Reads a response; throws an Error on anything that is not one. */
export function decodeMessage(bytes: Buffer): DnsMessage {
  const flags = bytes.readUInt16BE(2)
  if ((flags & 0x8000) === 0 || ((flags >> 11) & 0xf) !== 0) throw new Error('not a response')
  if (bytes.readUInt16BE(4) !== 1) throw new Error('not one question')
  const name = hostName(packet.name.decode(bytes, 12))
  let offset = 12 + packet.name.decode.bytes
  const question = { name, typeNumber: bytes.readUInt16BE(offset) }
  offset += 4

  const answers: Resource[] = []
  for (let left = bytes.readUInt16BE(6); left > 0; left--) offset = section(bytes, offset, answers)
  const authority: Resource[] = []
  let nameServers = false
  for (let left = bytes.readUInt16BE(8); left > 0; left--) {
    offset = section(bytes, offset, authority, type => {
      nameServers ||= type === typeNs
    })
  }
  const soa = authority.find(record => record.type === 'SOA')
  return {
    id: bytes.readUInt16BE(0),
    rcode: flags & 0xf,
    truncated: (flags & 0x0200) !== 0,
    authentic: (flags & 0x0020) !== 0,
    question,
    answers,
    negativeTtlSeconds: soa ? Math.min(soa.ttlSeconds, (soa.data as Soa).minimum) : null,
    referral: answers.length === 0 && nameServers && !soa,
  }
}

interface Soa {
  readonly minimum: number
}

/** Reads one resource record into `into` if its type is readable; returns where the next begins. */
function section(
  bytes: Buffer,
  start: number,
  into: Resource[],
  seen?: (typeNumber: number) => void,
): number {
  const name = packet.name.decode(bytes, start)
  const head = start + packet.name.decode.bytes
  const typeNumber = bytes.readUInt16BE(head)
  const ttl = bytes.readUInt32BE(head + 4)
  const length = bytes.readUInt16BE(head + 8)
  const end = head + 10 + length
  if (end > bytes.length) throw new Error('record runs past the message')
  seen?.(typeNumber)
  const type = readable.get(typeNumber)
  if (type !== undefined && bytes.readUInt16BE(head + 2) === 1) {
    const codec = packet.record(type)
    const data = codec.decode(bytes, head + 8)
    if (codec.decode.bytes !== length + 2) throw new Error(`${type} record of a wrong length`)
    // A TTL with the highest bit set counts as zero (RFC 2181 §8).
    into.push({ name: hostName(name), type, ttlSeconds: ttl > 0x7fffffff ? 0 : ttl, data })
  }
  return end
}

/** A name as we compare it: lower case, without the final dot; the root is ''. */
export function hostName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** Whether a name can be asked for at all: labels of 1 to 63 printable characters, 253 in all. */
export function isAskable(name: string): boolean {
  if (name.length === 0 || name.length > 253) return false
  return name.split('.').every(label => label.length <= 63 && /^[!-~]+$/.test(label))
}
