/**
 * One DNS query to one server and its answer, over UDP, or TCP when it does not fit (RFC 7766).
 * Each query has a socket of its own, so that the system picks a fresh random source port, and the
 * socket is connected, so that the system drops what comes from elsewhere (RFC 5452 §9).
 */
import { createSocket } from 'node:dgram'
import { lookup as systemLookup } from 'node:dns'
import { connect, isIP } from 'node:net'
import type { NameServer } from '../../base/name-servers.ts'
import type { Clock } from '../world.ts'

interface Exchange {
  readonly server: NameServer
  readonly query: Buffer
  readonly timeoutMs: number
  readonly clock: Clock
}

type ExchangeResult =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'failure'; readonly reason: 'timeout' | 'network' }

/**
 * The one result of an exchange. Whatever the system calls back with, twice, late or by throwing,
 * is the first time a result and then nothing: an exception out of here would end the process.
 */
function settleOnce(
  { clock, timeoutMs }: Exchange,
  run: (finish: (result: ExchangeResult) => void) => { close(): void },
): Promise<ExchangeResult> {
  return new Promise(resolve => {
    let socket: { close(): void } | undefined
    let isOver = false
    const finish = (result: ExchangeResult): void => {
      if (isOver) return
      isOver = true
      timer.cancel()
      resolve(result)
      attempt(() => socket?.close())
    }
    const timer = clock.timer(timeoutMs, () => finish({ kind: 'failure', reason: 'timeout' }))
    const begun = attempt(() => {
      socket = run(finish)
    })
    if (!begun) finish(networkFailure)
    // What was over before the socket was known is closed here.
    else if (isOver) attempt(() => socket?.close())
  })
}

const networkFailure: ExchangeResult = { kind: 'failure', reason: 'network' }

/** False where it throws, as sockets do that are closed already, or that no descriptor is left for. */
function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

/** Sends one datagram and takes the first answer with the query's id. Never rejects. */
export function overUdp(exchange: Exchange): Promise<ExchangeResult> {
  const { server, query } = exchange
  return settleOnce(exchange, finish => {
    const type = isIP(server.host) === 6 ? 'udp6' : 'udp4'
    // A literal needs no look-up; without this the system's resolver would be asked about it.
    const socket = createSocket({
      type,
      lookup: (host, options, done) => {
        if (isIP(host) === 0) systemLookup(host, options, done)
        else done(null, host, type === 'udp6' ? 6 : 4)
      },
    })
    socket.on('error', () => finish(networkFailure))
    socket.on('message', bytes => {
      // A wrong id is a stray or a forgery: the true answer may still come.
      if (bytes.length >= 12 && bytes.readUInt16BE(0) === query.readUInt16BE(0)) {
        finish({ kind: 'bytes', bytes })
      }
    })
    // Called with the error, too, where there is no route; a socket that is not connected, or is
    // closed by now, throws at `send`.
    const connected = ((error?: Error) => {
      if (error || !attempt(() => socket.send(query))) finish(networkFailure)
    }) as () => void
    socket.connect(server.port, server.host, connected)
    return socket
  })
}

/** Asks over a TCP connection of its own. Never rejects. */
export function overTcp(exchange: Exchange): Promise<ExchangeResult> {
  const { server, query } = exchange
  return settleOnce(exchange, finish => {
    const socket = connect({ host: server.host, port: server.port })
    let received = Buffer.alloc(0)
    socket.on('error', () => finish(networkFailure))
    socket.on('close', () => finish(networkFailure))
    socket.on('connect', () => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(query.length)
      socket.write(Buffer.concat([length, query]))
    })
    socket.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2) return
      const end = 2 + received.readUInt16BE(0)
      if (received.length < end) return
      const bytes = received.subarray(2, end)
      const ours = bytes.length >= 12 && bytes.readUInt16BE(0) === query.readUInt16BE(0)
      finish(ours ? { kind: 'bytes', bytes } : networkFailure)
    })
    return { close: () => void socket.destroy() }
  })
}
