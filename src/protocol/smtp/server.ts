/**
 * The listening side of SMTP, for reports (inbound) and submission: how many may talk at a time, for
 * how long, and how much of a message is kept. What is said to whom is the caller's (RFC 5321 §4.5.3
 * for the limits).
 */
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { networkAround } from '#kernel/base/addresses.ts'
import { isAscii } from '#kernel/mail/domain-name.ts'
import { type PortOptions, takePort } from '#kernel/world/take-port.ts'
import type { Timer, World } from '#kernel/world/world.ts'
import { giveCodes } from './enhanced-codes.ts'
import { watchHandshakes } from './handshakes.ts'
import type { ShownCertificate } from './shown-certificate.ts'

export interface ListenerOptions extends PortOptions {
  /** Connections at a time, from one address, and from the network around it. */
  readonly max: number
  readonly maxPerAddress: number
  readonly maxPerNetwork: number
  /** However busy, a connection ends then. */
  readonly maxSessionMs: number
  /** What may pass before a message begins: after the greeting, and after the message before it. */
  readonly maxBeforeDataMs: number
  /** Without one, and until it has come, encryption is not offered. */
  readonly certificate: ShownCertificate | null
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
/** Connections that have been closed for somebody else and are not gone yet. */
const maxLeaving = 50
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
  const connections = trackConnections(world, options, (id, why) => dropConnection(server, id, why))
  const { onConnect, onClose, onData, onMailFrom, onRcptTo, ...more } = options.smtp
  const { disabledCommands = [], ...rest } = more
  const { certificate } = options
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    socketTimeout: idleMs,
    // The connections make room for each other; beyond that the library refuses by itself.
    maxClients: options.max + maxLeaving,
    maxCommandLength: 4096,
    maxAllowedUnauthenticatedCommands: 50,
    rejectOversized: true,
    hideENHANCEDSTATUSCODES: false,
    ...rest,
    ...(certificate && showing(certificate, () => server)),
    disabledCommands: [
      ...uselessCommands,
      ...disabledCommands,
      ...(certificate === null ? ['STARTTLS'] : []),
    ],
    onConnect(session, done) {
      handshakes?.end(session)
      for (const one of server.connections) if (one.session.id === session.id) giveCodes(one)
      if (!connections.enter(session)) {
        return done(new ServerReply(421, '4.7.0 Too many connections from your address'))
      }
      const welcome = (): void => (onConnect ? onConnect(session, done) : done())
      if (certificate === null) return welcome()
      void prepare(server, certificate, session).then(refusal =>
        refusal === null ? welcome() : done(refusal),
      )
    },
    onMailFrom: inAscii(onMailFrom),
    onRcptTo: inAscii(onRcptTo),
    ...(onData && {
      onData(stream, session, done) {
        connections.begin(session)
        onData(stream, session, (error, message) => {
          connections.end(session)
          done(error, message)
        })
      },
    }),
    onClose(session, done) {
      connections.leave(session)
      onClose?.(session, done)
    },
  })
  if (rest.secure && certificate) lookAtOnce(server, certificate)
  const handshakes = rest.secure ? watchHandshakes(world, server, options.maxPerNetwork) : undefined
  server.on('error', error => {
    world.log.debug({ listener: options.name, error: error.message }, 'an SMTP connection failed')
  })
  const place = takePort(world, server.server, options, (port, host) => server.listen(port, host))
  await place.settled
  return {
    get port() {
      return place.port
    },
    async close(graceMs) {
      place.giveUp()
      server.options.closeTimeout = Math.max(1, graceMs)
      await new Promise<void>(resolve => server.close(() => resolve()))
      for (const connection of server.connections) connection._socket.destroy()
      connections.clear()
    },
  }
}

/** Whoever names a host gets the newest at once: the library looks for the usual one after this. */
const showing = (shown: ShownCertificate, server: () => SMTPServer): SMTPServerOptions => ({
  ...shown.first,
  SNICallback: (name, done) =>
    void takeNewest(server(), shown)
      .then(() => shown.contextFor(name))
      .then(context => done(null, context ?? undefined), done),
})

async function takeNewest(server: SMTPServer, { renewed }: ShownCertificate): Promise<void> {
  const pair = await renewed()
  if (pair !== null) server.updateSecureContext({ ...pair })
}

/** Who names no host, and refuses what is shown in a first handshake, begins no session. */
function lookAtOnce(server: SMTPServer, shown: ShownCertificate): void {
  server.server.on('connection', () => void takeNewest(server, shown))
}

/** The newest, for those who ask for encryption from now on; without one nobody is offered it. */
async function prepare(
  server: SMTPServer,
  certificate: ShownCertificate,
  session: SMTPServerSession,
): Promise<ServerReply | null> {
  await takeNewest(server, certificate)
  if (certificate.isThere) return null
  if (session.secure) return new ServerReply(421, '4.7.0 The certificate has not come yet')
  session.disabledCommands = [...server.options.disabledCommands!, 'STARTTLS']
  return null
}

type OnAddress = (
  address: SMTPServerAddress,
  session: SMTPServerSession,
  done: (error?: Error | null) => void,
) => void

/**
 * A local part beyond ASCII is spoken of under SMTPUTF8 only (RFC 6531 §3.5). Domains come decoded
 * from the library, whichever way they were written, and have an ASCII form in any case.
 */
const inAscii =
  (next?: OnAddress): OnAddress =>
  (address, session, done) => {
    // What octets that are no UTF-8 were read as: an address that nobody has written.
    if (address.address.includes('\ufffd')) {
      return done(new ServerReply(553, '5.6.7 An address beyond ASCII is written in UTF-8'))
    }
    const local = address.address.slice(0, address.address.lastIndexOf('@'))
    if (!isAscii(local) && !session.envelope.smtpUtf8) {
      return done(new ServerReply(553, '5.6.7 An address beyond ASCII needs SMTPUTF8'))
    }
    return next ? next(address, session, done) : done()
  }

interface Connection {
  readonly session: SMTPServerSession
  readonly network: string
  readonly timer: Timer
  /** Runs while no message is being sent. */
  untilData: Timer
  /** Of the connection or of its last message, by the monotonic clock. */
  since: number
  isSending: boolean
}

/** Closes a connection, with a last word where it may still be read. */
type Drop = (id: string, why?: string) => void

/**
 * Who is connected, how often from one address and network, and for how long. Where all places are
 * taken, a new connection gets that of the one that has been there longest without a message and
 * without having signed in, of the network that has most: a byte now and then holds no place against
 * others, and no place at all for longer than a message takes to begin.
 */
function trackConnections(world: ListenWorld, options: ListenerOptions, drop: Drop) {
  const inside = new Map<string, Connection>()
  const now = () => world.clock.monotonic()

  const waitForData = (id: string) =>
    world.clock.timer(options.maxBeforeDataMs, () => drop(id, '4.4.2 No message has begun'))

  function leave({ id }: SMTPServerSession): void {
    inside.get(id)?.timer.cancel()
    inside.get(id)?.untilData.cancel()
    inside.delete(id)
  }

  function makeRoom(): boolean {
    const perNetwork = new Map<string, number>()
    for (const { network } of inside.values()) {
      perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
    }
    const [first] = [...inside.values()]
      .filter(one => !one.isSending && !one.session.user)
      .sort((a, b) => perNetwork.get(b.network)! - perNetwork.get(a.network)! || a.since - b.since)
    if (first === undefined) return false
    leave(first.session)
    drop(first.session.id)
    return true
  }

  return {
    enter(session: SMTPServerSession): boolean {
      const { id, remoteAddress: address } = session
      const network = networkAround(address)
      const near = [...inside.values()].filter(one => one.network === network)
      const same = near.filter(one => one.session.remoteAddress === address)
      if (near.length >= options.maxPerNetwork || same.length >= options.maxPerAddress) return false
      if (inside.size >= options.max && !makeRoom()) return false
      const timer = world.clock.timer(options.maxSessionMs, () => drop(id))
      const untilData = waitForData(id)
      inside.set(id, { session, network, timer, untilData, since: now(), isSending: false })
      return true
    },
    begin({ id }: SMTPServerSession): void {
      const connection = inside.get(id)
      if (connection === undefined) return
      connection.isSending = true
      connection.untilData.cancel()
    },
    end({ id }: SMTPServerSession): void {
      const connection = inside.get(id)
      if (connection === undefined) return
      Object.assign(connection, { isSending: false, since: now(), untilData: waitForData(id) })
    },
    leave,
    clear(): void {
      for (const { timer, untilData } of inside.values()) {
        timer.cancel()
        untilData.cancel()
      }
    },
  }
}

/** With a word that is 421 (RFC 5321 §3.8) whoever is there still may read it; the rest is cut. */
function dropConnection(server: SMTPServer, id: string, why?: string): void {
  for (const { session, _socket: socket } of server.connections) {
    if (session.id !== id) continue
    if (why === undefined) socket.destroy()
    else socket.end(`421 ${why}\r\n`, () => socket.destroy())
  }
}

/** The client went away before the end of its message: there is nobody to answer. */
export class MessageBrokenOff extends Error {
  override readonly name = 'MessageBrokenOff'
}

/**
 * The first bytes of a message, up to `keepBytes`; the rest is read and thrown away. `beforeMore` is
 * called with what is there so far, and waited for. Throws MessageBrokenOff.
 */
export async function readMessage(
  stream: AsyncIterable<Buffer | string>,
  keepBytes: number,
  beforeMore?: (size: number) => Promise<void> | undefined,
): Promise<Buffer> {
  const kept: Buffer[] = []
  let size = 0
  let isReading = true
  try {
    for await (const piece of stream) {
      if (size >= keepBytes) continue
      const bytes = Buffer.from(piece)
      kept.push(bytes.subarray(0, keepBytes - size))
      size += bytes.length
      isReading = false
      await beforeMore?.(size)
      isReading = true
    }
  } catch (error) {
    throw isReading ? new MessageBrokenOff('a message did not come to its end') : error
  }
  return Buffer.concat(kept)
}
