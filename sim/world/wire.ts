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
  const { life, time, chance, latencyMs, address } = options
  const incoming: Chunk[] = []
  let ended = false
  let broken: NetError | null = null
  let closedHere = false
  let serverOpen = true
  let wake: (() => void) | null = null
  // TCP keeps the order: nothing overtakes what was sent before.
  let lastUp = 0
  let lastDown = 0

  const up = (then: () => void): void => {
    lastUp = Math.max(lastUp, time.now() + latencyMs)
    time.after(lastUp - time.now(), then)
  }
  const down = (then: () => void): void => {
    lastDown = Math.max(lastDown, time.now() + latencyMs)
    time.after(lastDown - time.now(), () => {
      then()
      rouse()
    })
  }
  const rouse = (): void => {
    const waiting = wake
    wake = null
    waiting?.()
  }
  const fail = (failure: NetFailure, message: string): void => {
    broken ??= new NetError(failure, message)
    rouse()
  }

  const server: ServerEnd = {
    get isOpen() {
      return serverOpen
    },
    send(text, read) {
      if (!serverOpen) return
      const bytes = Buffer.from(text, 'latin1')
      const cut = bytes.length > 3 && chance.happens(0.05) ? chance.between(1, bytes.length - 1) : 0
      if (cut > 0) down(() => incoming.push({ bytes: bytes.subarray(0, cut) }))
      down(() => incoming.push({ bytes: bytes.subarray(cut), read }))
    },
    end() {
      if (!serverOpen) return
      serverOpen = false
      down(() => {
        ended = true
      })
    },
    reset() {
      if (!serverOpen) return
      serverOpen = false
      down(() => fail('reset', 'read ECONNRESET'))
    },
  }
  const peer = options.serve(server)

  const closeHere = (): void => {
    if (closedHere) return
    closedHere = true
    up(() => {
      serverOpen = false
      peer.closed()
    })
  }
  life.onEnd(closeHere)

  async function nextChunk(): Promise<Buffer | null> {
    for (;;) {
      if (closedHere) throw new NetError('closed', 'the connection was closed here')
      const chunk = incoming.shift()
      if (chunk) {
        chunk.read?.()
        return chunk.bytes
      }
      if (broken) throw broken
      if (ended) return null
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }

  async function handshake(timeoutMs: number): Promise<TlsSession> {
    await time.sleep(Math.min(2 * latencyMs, timeoutMs))
    if (broken) throw broken
    const session = serverOpen ? peer.startTls() : 'the peer closed during the handshake'
    if (typeof session !== 'string') return session
    broken = new NetError('tls', session)
    closeHere()
    throw broken
  }

  return {
    remoteAddress: address,
    read: () => life.through('read', nextChunk),
    write: bytes =>
      life.through('write', async () => {
        if (closedHere) throw new NetError('closed', 'the connection was closed here')
        if (broken) throw broken
        const sent = typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)
        up(() => {
          if (serverOpen) peer.data(sent)
          else fail('reset', 'write ECONNRESET')
        })
      }),
    startTls: ({ timeoutMs }) => life.through('handshake', () => handshake(timeoutMs)),
    end() {
      if (life.isAlive) closeHere()
    },
    destroy() {
      if (!life.isAlive) return
      closeHere()
      rouse()
    },
  }
}
