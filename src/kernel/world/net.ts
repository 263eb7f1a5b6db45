/**
 * Outgoing TCP as the program sees it: connections that are read by pulling, so that every wait has
 * a place to put its deadline, and that can be turned into TLS in place (STARTTLS).
 */
import type { TLSSocket } from 'node:tls'

export interface Net {
  /** Dials one IP address. Rejects with NetError on refusal, reset, unreachable or time-out. */
  connect(target: Target): Promise<Connection>
  /** Whether an own address (an IP literal) can be used here; absent: all can. */
  isLocal?(address: string): Promise<boolean>
}

export interface Target {
  /** An IP literal; whoever calls has resolved and vetted it (base/addresses.ts). */
  readonly address: string
  readonly port: number
  readonly timeoutMs: number
  readonly localAddress?: string
}

export interface Connection {
  readonly remoteAddress: string
  /** The next bytes; null once the peer has ended. Rejects with NetError on a reset. One call at a time. */
  read(): Promise<Buffer | null>
  /** Resolves when the bytes are handed to the system and there is room for more. */
  write(bytes: Buffer | string): Promise<void>
  /**
   * Handshakes TLS over this connection and continues as TLS. Bytes read before and not consumed
   * are discarded by the caller's contract (RFC 3207 §6). Rejects with NetError('tls').
   */
  startTls(options: TlsOptions): Promise<TlsSession>
  /** Ends politely (FIN); never throws. */
  end(): void
  /** Drops at once; a pending read rejects. */
  destroy(): void
}

export interface TlsOptions {
  /** SNI and the name to check the certificate against. */
  readonly serverName: string
  /** Give up after this long. */
  readonly timeoutMs: number
  /** Least version; default TLSv1.2. Opportunistic retries may go down to TLSv1. */
  readonly minVersion?: 'TLSv1' | 'TLSv1.2' | 'TLSv1.3'
}

/** What the handshake found. The certificate never fails it: whoever calls decides by policy. */
export interface TlsSession {
  readonly protocol: string
  readonly cipher: string
  /** Chain and name verified against the system's roots (RFC 8461 §4.2, RFC 6125). */
  readonly verified: boolean
  /** Why not, when not verified. */
  readonly reason?: string
  /** The peer's chain in DER, leaf first, for DANE (RFC 7672). */
  readonly chain: readonly Buffer[]
  readonly socket?: TLSSocket
}

export type NetFailure =
  | 'refused'
  | 'reset'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'closed'
  | 'other'

export class NetError extends Error {
  override readonly name = 'NetError'
  readonly failure: NetFailure
  constructor(failure: NetFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
