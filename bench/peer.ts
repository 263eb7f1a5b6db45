/** Another server that is measured beside ours. */

/** A server to compare with. */
export interface Peer {
  readonly name: string
  /** Why it cannot run here; null if it can. */
  whyNot(): string | null
  /** Resolves once it greets. */
  start(wish: Wish): Promise<StartedPeer>
}

export interface Wish {
  /** For everything it writes; it is removed at the end. */
  readonly folder: string
  /** To listen on, on 127.0.0.1. */
  readonly port: number
  /** Where all mail is to go, on 127.0.0.1. */
  readonly sinkPort: number
  /** RSA-2048, PEM. */
  readonly privateKey: string
  /** Told how to end it as soon as there is something to end. */
  readonly onStart: (stop: () => Promise<void>) => void
}

export interface StartedPeer {
  readonly version: string
  /** Of all its processes so far. */
  cpuSeconds(): Promise<number>
}
