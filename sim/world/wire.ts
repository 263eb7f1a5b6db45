/**
 * A TCP connection in memory, between the program and a simulated server. Bytes arrive in order
 * after the latency of the path, sometimes cut in two. A program that dies leaves a closed
 * connection behind; what it had already written still arrives.
 */
import { type Connection, NetError, type NetFailure, type TlsSession } from '#kernel/world/net.ts'
import type { Life } from '../storm/life.ts'
import type { Time } from './clock.ts'
import type { Chance } from './random.ts'

/** The server's end. */
export interface ServerEnd {
  /** Sends bytes; `read` is called when the program has taken them. */
  send(bytes: string, read?: () => void): void
  /** Ends politely after what was sent. */
  end(): void
  /** Resets at once. */
  reset(): void
  readonly isOpen: boolean
}

/** What a server does with a connection. */
export interface Peer {
  data(bytes: Buffer): void
  /** The program has closed, or its process is gone. */
  closed(): void
  /** A handshake is asked for: a session, or why it fails. */
  startTls(): TlsSession | string
}

interface WireOptions {
  readonly life: Life
  readonly time: Time
  readonly chance: Chance
  readonly latencyMs: number
  readonly address: string
  readonly serve: (end: ServerEnd) => Peer
}

interface Chunk {
  readonly bytes: Buffer
  readonly read?: (() => void) | undefined
}

export function createWire(options: WireOptions): Connection {
  return new Wire(options)
}

class Wire implements Connection {
  readonly remoteAddress: string
  readonly #options: WireOptions
  readonly #peer: Peer
  readonly #incoming: Chunk[] = []
  #ended = false
  #broken: NetError | null = null
  #closedHere = false
  #serverOpen = true
  #wake: (() => void) | null = null
  // TCP keeps the order: nothing overtakes what was sent before.
  #lastUp = 0
  #lastDown = 0

  constructor(options: WireOptions) {
    this.remoteAddress = options.address
    this.#options = options
    this.#peer = options.serve(this.#serverEnd())
    options.life.onEnd(() => this.#closeHere())
  }

  // The program's end.

  read(): Promise<Buffer | null> {
    return this.#options.life.through('read', () => this.#nextChunk())
  }

  write(bytes: string | Uint8Array): Promise<void> {
    return this.#options.life.through('write', async () => {
      if (this.#closedHere) throw new NetError('closed', 'the connection was closed here')
      if (this.#broken) throw this.#broken
      const sent = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)
      this.#up(() => {
        if (this.#serverOpen) this.#peer.data(sent)
        else this.#fail('reset', 'write ECONNRESET')
      })
    })
  }

  startTls({ timeoutMs }: { readonly timeoutMs: number }): Promise<TlsSession> {
    return this.#options.life.through('handshake', () => this.#handshake(timeoutMs))
  }

  end(): void {
    if (this.#options.life.isAlive) this.#closeHere()
  }

  destroy(): void {
    if (!this.#options.life.isAlive) return
    this.#closeHere()
    this.#rouse()
  }

  #closeHere(): void {
    if (this.#closedHere) return
    this.#closedHere = true
    this.#up(() => {
      this.#serverOpen = false
      this.#peer.closed()
    })
  }

  async #nextChunk(): Promise<Buffer | null> {
    for (;;) {
      if (this.#closedHere) throw new NetError('closed', 'the connection was closed here')
      const chunk = this.#incoming.shift()
      if (chunk) {
        chunk.read?.()
        return chunk.bytes
      }
      if (this.#broken) throw this.#broken
      if (this.#ended) return null
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  async #handshake(timeoutMs: number): Promise<TlsSession> {
    const { time, latencyMs } = this.#options
    await time.sleep(Math.min(2 * latencyMs, timeoutMs))
    if (this.#broken) throw this.#broken
    const session = this.#serverOpen
      ? this.#peer.startTls()
      : 'the peer closed during the handshake'
    if (typeof session !== 'string') return session
    this.#broken = new NetError('tls', session)
    this.#closeHere()
    throw this.#broken
  }

  // The server's end.

  #serverEnd(): ServerEnd {
    const isOpen = (): boolean => this.#serverOpen
    return {
      get isOpen() {
        return isOpen()
      },
      send: (text, read) => this.#send(text, read),
      end: () =>
        this.#closeThere(() => {
          this.#ended = true
        }),
      reset: () => this.#closeThere(() => this.#fail('reset', 'read ECONNRESET')),
    }
  }

  #send(text: string, read?: () => void): void {
    if (!this.#serverOpen) return
    const { chance } = this.#options
    const bytes = Buffer.from(text, 'latin1')
    const cut = bytes.length > 3 && chance.happens(0.05) ? chance.between(1, bytes.length - 1) : 0
    if (cut > 0) this.#down(() => this.#incoming.push({ bytes: bytes.subarray(0, cut) }))
    this.#down(() => this.#incoming.push({ bytes: bytes.subarray(cut), read }))
  }

  #closeThere(then: () => void): void {
    if (!this.#serverOpen) return
    this.#serverOpen = false
    this.#down(then)
  }

  // The path between them.

  #up(then: () => void): void {
    const { time, latencyMs } = this.#options
    this.#lastUp = Math.max(this.#lastUp, time.now() + latencyMs)
    time.after(this.#lastUp - time.now(), then)
  }

  #down(then: () => void): void {
    const { time, latencyMs } = this.#options
    this.#lastDown = Math.max(this.#lastDown, time.now() + latencyMs)
    time.after(this.#lastDown - time.now(), () => {
      then()
      this.#rouse()
    })
  }

  #rouse(): void {
    const waiting = this.#wake
    this.#wake = null
    waiting?.()
  }

  #fail(failure: NetFailure, message: string): void {
    this.#broken ??= new NetError(failure, message)
    this.#rouse()
  }
}
