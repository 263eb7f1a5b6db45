/** The parts of dns-packet (it ships no types) that `dns-message.ts` and the tests' server use. */
declare module 'dns-packet' {
  interface Codec<T> {
    encode: { (value: T, buffer?: Buffer, offset?: number): Buffer; bytes: number }
    decode: { (buffer: Buffer, offset?: number): T; bytes: number }
    encodingLength(value: T): number
  }
  interface Question {
    name: string
    type: string
    class?: string
  }
  interface Answer {
    name: string
    type: string
    class?: string
    ttl?: number
    data?: unknown
    udpPayloadSize?: number
    extendedRcode?: number
    ednsVersion?: number
    flags?: number
    options?: unknown[]
  }
  interface Packet {
    id?: number
    type?: 'query' | 'response'
    flags?: number
    questions?: Question[]
    answers?: Answer[]
    authorities?: Answer[]
    additionals?: Answer[]
  }
  export const RECURSION_DESIRED: number
  export const RECURSION_AVAILABLE: number
  export const AUTHENTIC_DATA: number
  export const AUTHORITATIVE_ANSWER: number
  export const TRUNCATED_RESPONSE: number
  export const DNSSEC_OK: number
  export const name: Codec<string>
  export function record(type: string): Codec<unknown>
  export function encode(packet: Packet): Buffer
  export function decode(buffer: Buffer): Packet
}
