/**
 * The listening side of SMTP, for reports (inbound) and submission: how many may talk at a time, for
 * how long, and how much of a message is kept. What is said to whom is the caller's (RFC 5321 §4.5.3
 * for the limits). A port that another node of the same machine has taken is asked for again, so
 * that one of them always has it.
 */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { BadSetting, type SettingName } from '#kernel/base/config.ts'
import type { Timer, World } from '#kernel/world/world.ts'

export interface ListenerOptions {
  /** For the log. */
  readonly name: string
  readonly port: number
  /** Names the port, for the operator. */
  readonly setting: SettingName
  /** Empty: all addresses. */
  readonly host: string
  /** Connections at a time, and from one address. */
  readonly most: number
  readonly maxPerAddress: number
  /** However busy, a connection ends then. */
  readonly maxSessionMs: number
  readonly smtp: SMTPServerOptions
}

export interface Listener {
  /** The port once it is ours; null while another program has it. */
  readonly port: number | null
  /** Takes no more connections; what is in hand has the grace to finish. */
  close(graceMs: number): Promise<void>
}

/** A reply other than the usual one: its code, then the enhanced code and words. */
export class ServerReply extends Error {
  override readonly name = 'SmtpReply'
  readonly responseCode: number
  constructor(code: number, words: string) {
    super(words)
    this.responseCode = code
  }
}

type ListenWorld = Pick<World, 'clock' | 'log'>

const idleMs = 60_000
const retryMs = 20_000
/** Commands that smtp-server knows and nobody needs. */
export const uselessCommands: readonly string[] = [
  'WIZ',
  'SHELL',
  'KILL',
  'XCLIENT',
  'XFORWARD',
  'HELP',
]

/** Listens; rejects where the port cannot be had for another reason than being taken. */
export async function listenSmtp(world: ListenWorld, options: ListenerOptions): Promise<Listener> {
  const guests = createGuests(world, options, id => dropConnection(server, id))
  const { onConnect, onClose, disabledCommands = [], ...rest } = options.smtp
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    socketTimeout: idleMs,
    maxClients: options.most,
    maxCommandLength: 4096,
    maxAllowedUnauthenticatedCommands: 50,
    rejectOversized: true,
    ...rest,
    disabledCommands: [...uselessCommands, ...disabledCommands],
    onConnect(session, done) {
      if (!guests.enter(session)) {
        return done(new ServerReply(421, '4.7.0 Too many connections from your address'))
      }
      return onConnect ? onConnect(session, done) : done()
    },
    onClose(session, done) {
      guests.leave(session)
      onClose?.(session, done)
    },
  })
  server.on('error', error => {
    world.log.debug({ listener: options.name, error: error.message }, 'an SMTP connection failed')
  })
  const place = takePort(world, server, options)
  await place.settled
  return {
    get port() {
      return (server.server.address() as AddressInfo | null)?.port ?? null
    },
    async close(graceMs) {
      place.giveUp()
      server.options.closeTimeout = Math.max(1, graceMs)
      await new Promise<void>(resolve => server.close(() => resolve()))
      for (const connection of server.connections) connection._socket.destroy()
      guests.clear()
    },
  }
}

function takePort(world: ListenWorld, server: SMTPServer, options: ListenerOptions) {
  const { name, port, host, setting } = options
  const { promise: settled, resolve, reject } = Promise.withResolvers<void>()
  let retry: Timer | undefined
  const attempt = (): void => void server.listen(port, host === '' ? '::' : host)
  server.server.on('listening', () => resolve())
  server.server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') {
      return reject(
        new BadSetting(`This account may not listen on port ${port}: change ${setting}.`),
      )
    }
    if (error.code !== 'EADDRINUSE') return reject(error)
    world.log.warn(
      { listener: name, port },
      'the port is taken, by another node perhaps; it is asked for again',
    )
    retry = world.clock.timer(retryMs, attempt)
    resolve()
  })
  attempt()
  return { settled, giveUp: () => retry?.cancel() }
}

/** Who is connected, how often from one address, and for how long. */
function createGuests(world: ListenWorld, options: ListenerOptions, drop: (id: string) => void) {
  const inside = new Map<string, { readonly address: string; readonly timer: Timer }>()
  const perAddress = new Map<string, number>()
  return {
    enter({ id, remoteAddress: address }: SMTPServerSession): boolean {
      const count = perAddress.get(address) ?? 0
      if (count >= options.maxPerAddress) return false
      perAddress.set(address, count + 1)
      inside.set(id, { address, timer: world.clock.timer(options.maxSessionMs, () => drop(id)) })
      return true
    },
    leave({ id }: SMTPServerSession): void {
      const guest = inside.get(id)
      if (!guest) return
      guest.timer.cancel()
      inside.delete(id)
      const count = (perAddress.get(guest.address) ?? 1) - 1
      if (count === 0) perAddress.delete(guest.address)
      else perAddress.set(guest.address, count)
    },
    clear(): void {
      for (const { timer } of inside.values()) timer.cancel()
    },
  }
}

function dropConnection(server: SMTPServer, id: string): void {
  for (const connection of server.connections) {
    if (connection.session.id === id) connection._socket.destroy()
  }
}

/**
 * The first bytes of a message, up to `keepBytes`; the rest is read and thrown away. `beforeMore` is
 * called with what is there so far, and waited for.
 */
export async function readMessage(
  stream: AsyncIterable<Buffer | string>,
  keepBytes: number,
  beforeMore?: (size: number) => Promise<void> | undefined,
): Promise<Buffer> {
  const kept: Buffer[] = []
  let size = 0
  for await (const piece of stream) {
    if (size >= keepBytes) continue
    const bytes = Buffer.from(piece)
    kept.push(bytes.subarray(0, keepBytes - size))
    size += bytes.length
    await beforeMore?.(size)
  }
  return Buffer.concat(kept)
}
