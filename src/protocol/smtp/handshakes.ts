/**
 * Connections whose TLS handshake comes first (implicit TLS, RFC 8314 §3.3) are nobody's session until
 * it is over, and the library knows an idle time for them alone: a byte now and then would hold their
 * places for ever. They have a deadline, and so many of them from one network.
 */
import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'
import { canonicalAddress, networkAround } from '#kernel/base/addresses.ts'
import { assert } from '#kernel/base/assert.ts'
import type { World } from '#kernel/world/world.ts'

/** A handshake is two flights each way. */
const deadlineMs = 20_000
/** Once the handshake has begun, since before there is nothing on top of the socket. */
const soonMs = 10

interface Peer {
  readonly remoteAddress: string
  readonly remotePort: number
}

interface Handshakes {
  /** The session of a peer has begun, so its handshake is over. */
  end(peer: Peer): void
}

/** Watches the connections of a server whose first bytes are TLS. */
export function watchHandshakes(
  { clock }: Pick<World, 'clock'>,
  smtp: SMTPServer,
  maxPerNetwork: number,
): Handshakes {
  const pending = pendingOf(smtp)
  const open = new Map<string, { readonly network: string; over(): void }>()
  smtp.server.on('connection', (socket: Socket) => {
    const address = canonicalAddress(socket.remoteAddress ?? '')
    const network = networkAround(address)
    const same = [...open.values()].filter(one => one.network === network)
    const key = `${address} ${socket.remotePort}`
    const afterMs = same.length < maxPerNetwork ? deadlineMs : soonMs
    const timer = clock.timer(afterMs, () => pending.get(socket)?.destroy())
    const over = (): void => {
      timer.cancel()
      open.delete(key)
    }
    if (afterMs === deadlineMs) open.set(key, { network, over })
    socket.once('close', over)
  })
  return {
    end: ({ remoteAddress, remotePort }) =>
      open.get(`${canonicalAddress(remoteAddress)} ${remotePort}`)?.over(),
  }
}

/**
 * The outermost socket of each connection that has no session yet. A socket that is torn down from
 * below in the middle of a handshake ends the whole process (a fault of Node's), and only the library
 * knows which one is on top of it.
 */
function pendingOf(smtp: SMTPServer): ReadonlyMap<Socket, Socket> {
  const { _pendingSockets: pending } = smtp as unknown as { readonly _pendingSockets: unknown }
  assert(pending instanceof Map, 'smtp-server keeps its open handshakes where it did')
  return pending as ReadonlyMap<Socket, Socket>
}
