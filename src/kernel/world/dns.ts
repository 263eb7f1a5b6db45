/**
 * DNS look-ups as the program sees them. An answer is a value, never an exception: "there is none"
 * and "nobody could tell" lead to different verdicts on mail (RFC 5321 §5.1,
 * docs/contract.md#finding-the-server).
 */
export type DnsAnswer<T> =
  | {
      readonly kind: 'answer'
      readonly records: readonly T[]
      readonly ttlSeconds: number
      readonly secure: boolean
    }
  /** The name exists, this type does not (NODATA). */
  | { readonly kind: 'none'; readonly secure: boolean }
  /** The name does not exist (RFC 8020). */
  | { readonly kind: 'nxdomain'; readonly secure: boolean }
  /** SERVFAIL, REFUSED, a time-out, a lame or malformed answer: try later. */
  | {
      readonly kind: 'failure'
      readonly reason: 'servfail' | 'timeout' | 'refused' | 'malformed' | 'network'
    }

export interface Mx {
  readonly preference: number
  /** Lower case, without the final dot; '' for the null MX (RFC 7505). */
  readonly exchange: string
}

export interface Tlsa {
  readonly usage: number
  readonly selector: number
  readonly matching: number
  readonly data: Buffer
}

export interface LookUp {
  /** Ask even where an answer is kept: somebody has just changed the record and waits. */
  readonly fresh?: boolean
}

/** Names are given and returned as lower-case A-labels without a final dot. CNAMEs are followed. */
export interface Dns {
  mx(name: string, how?: LookUp): Promise<DnsAnswer<Mx>>
  /** IPv4 addresses. */
  a(name: string, how?: LookUp): Promise<DnsAnswer<string>>
  /** IPv6 addresses. */
  aaaa(name: string): Promise<DnsAnswer<string>>
  /** Each TXT record with its strings joined (RFC 7208 §3.3). */
  txt(name: string, how?: LookUp): Promise<DnsAnswer<string>>
  cname(name: string, how?: LookUp): Promise<DnsAnswer<string>>
  tlsa(name: string): Promise<DnsAnswer<Tlsa>>
  ptr(address: string): Promise<DnsAnswer<string>>
}
