/**
 * A way to the database that can fall silent, as behind a firewall that has forgotten its
 * connections or before a machine that froze: sockets stay open and nothing comes through any more.
 * Those that are opened later work.
 */
import { once } from 'node:events'
import net from 'node:net'

export interface SilentProxy {
  /** The database by this way. */
  readonly url: string
  /** Connections that were taken so far. */
  readonly taken: number
  /** Nothing more comes through the connections of now. */
  silence(): void
  /** Nothing more comes through any connection, those to come included, until `open`. */
  block(): void
  open(): void
  /** The next COMMIT arrives; its answer does not, and its connection ends. */
  loseNextCommit(): void
  close(): Promise<void>
}

/** BackendKeyData: its type, a length of 12, the process number, a secret. */
const keyData = Buffer.from('K\0\0\0\f')

function hideBackend(data: Buffer): void {
  const at = data.indexOf(keyData)
  if (at >= 0) data.writeInt32BE(1_999_999_999, at + keyData.length)
}

/** For the COMMIT to take effect. */
const lostAfterMs = 50

interface ProxyOptions {
  /** Announces other process numbers than the server's, as poolers do. */
  readonly hidesBackends?: boolean
}

export async function silentProxy(
  database: string,
  { hidesBackends = false }: ProxyOptions = {},
): Promise<SilentProxy> {
  const address = new URL(database)
  const folder = address.searchParams.get('host')
  const to = folder
    ? { path: `${folder}/.s.PGSQL.${address.port || 5432}` }
    : { host: address.hostname, port: Number(address.port || 5432) }
  const sockets = new Set<net.Socket>()
  let passing = new Set<net.Socket>()
  let isBlocked = false
  let isCommitLost = false
  let taken = 0
  const pass = (from: net.Socket, into: net.Socket): void => {
    sockets.add(from)
    from.on('data', data => passing.has(from) && into.write(data))
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (passing.delete(from)) into.destroy()
    })
    if (!isBlocked) passing.add(from)
  }
  const front = net.createServer(client => {
    taken++
    const server = net.connect(to)
    client.on('data', data => {
      if (!isCommitLost || !data.includes('commit\0')) return
      isCommitLost = false
      passing.delete(server)
      setTimeout(() => client.destroy(), lostAfterMs)
    })
    if (hidesBackends) server.on('data', hideBackend)
    pass(client, server)
    pass(server, client)
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String((front.address() as net.AddressInfo).port)
  return {
    url: address.href,
    get taken() {
      return taken
    },
    silence() {
      passing = new Set()
    },
    block() {
      isBlocked = true
      passing = new Set()
    },
    open() {
      isBlocked = false
    },
    loseNextCommit() {
      isCommitLost = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      front.close()
      await once(front, 'close')
    },
  }
}
