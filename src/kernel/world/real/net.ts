/**
 * TCP and TLS on node:net and node:tls behind the `Net` interface: reading by pulling, writing with
 * back-pressure, every error a NetError that somebody awaits, none an unhandled event. Certificates
 * never fail a handshake here; the session says what was found (RFC 7435: the policy decides).
 */

import dgram from 'node:dgram'
import net from 'node:net'
import tls from 'node:tls'
import {
  type Connection,
  type Net,
  NetError,
  type Target,
  type TlsOptions,
  type TlsSession,
} from '../net.ts'
import { netError, sessionOf } from './tls-session.ts'

interface RealNetOptions {
  /** Root certificates (PEM) trusted beside Node's own. */
  readonly roots?: readonly string[]
}

/** The network of this machine. */
export function realNet(options: RealNetOptions = {}): Net {
  const contexts = new Map<string, tls.SecureContext>()
  const contextFor = (min: NonNullable<TlsOptions['minVersion']>): tls.SecureContext => {
    const known = contexts.get(min)
    if (known) return known
    const made = secureContext(min, options.roots)
    contexts.set(min, made)
    return made
  }
  return { connect: target => dial(target, contextFor), isLocal }
}

/** Binding says it, whatever brings the address here; nothing is sent or heard. */
function isLocal(address: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = dgram.createSocket(net.isIPv6(address) ? 'udp6' : 'udp4')
    const end = (found: boolean): void => {
      socket.close()
      resolve(found)
    }
    socket.once('error', error => end((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL'))
    socket.bind({ address, port: 0, exclusive: true }, () => end(true))
  })
}

type ContextFor = (min: NonNullable<TlsOptions['minVersion']>) => tls.SecureContext

/** Parsing the roots takes milliseconds: one context per least version, not per connection. */
function secureContext(min: tls.SecureVersion, roots: readonly string[] = []): tls.SecureContext {
  return tls.createSecureContext({
    minVersion: min,
    ...(roots.length > 0 ? { ca: [...tls.rootCertificates, ...roots] } : {}),
    // Old servers need the old algorithms; whoever asks for TLSv1 prefers them to plain text.
    ...(min === 'TLSv1' ? { ciphers: `${tls.DEFAULT_CIPHERS}:@SECLEVEL=0` } : {}),
  })
}

function dial(target: Target, contextFor: ContextFor): Promise<Connection> {
  const { address, port, timeoutMs, localAddress } = target
  return new Promise((resolve, reject) => {
    const socket = begin({
      host: address,
      port,
      noDelay: true,
      ...(localAddress ? { localAddress } : {}),
    })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new NetError('timeout', `no connection to ${address}:${port} in ${timeoutMs} ms`))
    }, timeoutMs)
    const onError = (error: Error): void => {
      clearTimeout(timer)
      reject(netError(error))
    }
    socket.on('error', onError)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(new RealConnection(socket, address, contextFor))
      socket.off('error', onError)
    })
  })
}

/** A target that cannot even be tried (a port or an own address that is none) is a failure as any. */
function begin(target: net.TcpNetConnectOpts): net.Socket {
  try {
    return net.connect(target)
  } catch (error) {
    throw netError(error as Error)
  }
}

/** Reading stops at this many bytes that nobody has pulled. */
const maxWaitingBytes = 65_536

class RealConnection implements Connection {
  readonly remoteAddress: string
  private socket: net.Socket
  private readonly contextFor: ContextFor
  private arrived: Buffer[] = []
  private arrivedBytes = 0
  private hasEnded = false
  private failure: NetError | null = null
  private reader: { resolve(bytes: Buffer | null): void; reject(error: NetError): void } | null =
    null
  /** Those who wait for room to write. */
  private writers: (() => void)[] = []
  private stopListening = (): void => {}

  constructor(socket: net.Socket, address: string, contextFor: ContextFor) {
    this.socket = socket
    this.remoteAddress = socket.remoteAddress ?? address
    this.contextFor = contextFor
    this.listen(socket)
  }

  read(): Promise<Buffer | null> {
    if (this.arrived.length > 0) return Promise.resolve(this.takeArrived())
    if (this.hasEnded) return Promise.resolve(null)
    if (this.failure) return Promise.reject(this.failure)
    return new Promise((resolve, reject) => {
      this.reader = { resolve, reject }
    })
  }

  async write(bytes: Buffer | string): Promise<void> {
    if (this.failure) throw this.failure
    if (this.socket.write(bytes)) return
    await new Promise<void>(resolve => this.writers.push(resolve))
    if (this.failure) throw this.failure
  }

  async startTls(options: TlsOptions): Promise<TlsSession> {
    if (this.failure) throw this.failure
    if (this.arrivedBytes > 0) {
      this.destroy()
      throw new NetError('tls', 'bytes in the clear before the handshake')
    }
    const plain = this.socket
    plain.on('error', () => {})
    this.stopListening()
    plain.pause()
    try {
      const secure = await handshake(
        plain,
        options,
        this.contextFor(options.minVersion ?? 'TLSv1.2'),
      )
      this.socket = secure
      this.listen(secure)
      return sessionOf(secure, options.serverName)
    } catch (error) {
      // A certificate that cannot be read, or a name that it cannot be asked about, throws as it is.
      const failure =
        error instanceof NetError ? error : new NetError('tls', (error as Error).message)
      this.failure ??= failure
      this.socket.destroy()
      plain.destroy()
      throw failure
    }
  }

  end(): void {
    this.fail(new NetError('closed', 'closed by us'))
    this.socket.destroySoon()
  }

  destroy(): void {
    this.fail(new NetError('closed', 'dropped by us'))
    this.socket.destroy()
  }

  private listen(socket: net.Socket): void {
    // Named listeners: Node's own sit on the same events and must stay.
    const listeners = {
      data: (bytes: Buffer) => this.deliver(bytes),
      end: () => this.peerEnded(),
      error: (error: Error) => this.fail(netError(error)),
      close: () => this.fail(new NetError('closed', 'the connection is closed')),
      drain: () => this.wakeWriters(),
    }
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
    this.stopListening = () => {
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
    }
    // Its end may have been told before anybody listened.
    if (socket.destroyed) listeners.close()
  }

  private peerEnded(): void {
    this.hasEnded = true
    this.reader?.resolve(null)
    this.reader = null
  }

  private deliver(bytes: Buffer): void {
    if (this.reader) {
      const { reader } = this
      this.reader = null
      reader.resolve(bytes)
      return
    }
    this.arrived.push(bytes)
    this.arrivedBytes += bytes.length
    if (this.arrivedBytes >= maxWaitingBytes) this.socket.pause()
  }

  private takeArrived(): Buffer {
    const bytes = this.arrived.length === 1 ? this.arrived[0]! : Buffer.concat(this.arrived)
    this.arrived = []
    this.arrivedBytes = 0
    if (this.socket.isPaused()) this.socket.resume()
    return bytes
  }

  private fail(error: NetError): void {
    this.failure ??= error
    this.reader?.reject(this.failure)
    this.reader = null
    this.wakeWriters()
  }

  private wakeWriters(): void {
    const waiting = this.writers
    if (waiting.length === 0) return
    this.writers = []
    for (const wake of waiting) wake()
  }
}

function handshake(
  plain: net.Socket,
  options: TlsOptions,
  secureContext: tls.SecureContext,
): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const { serverName, timeoutMs } = options
    const secure = tls.connect({
      socket: plain,
      secureContext,
      rejectUnauthorized: false,
      // RFC 6066 §3: SNI carries names only.
      ...(net.isIP(serverName) === 0 ? { servername: serverName } : {}),
      // The name is judged in sessionOf, where its reason is kept.
      checkServerIdentity: () => undefined,
    })
    const giveUp = (error: NetError): void => {
      clearTimeout(timer)
      secure.destroy()
      reject(error)
    }
    const onClose = (): void => giveUp(new NetError('tls', 'closed during the TLS handshake'))
    const timer = setTimeout(
      () => giveUp(new NetError('timeout', `no TLS handshake in ${timeoutMs} ms`)),
      timeoutMs,
    )
    // Stays for good: a second error must find somebody too.
    secure.on('error', error => giveUp(new NetError('tls', error.message)))
    secure.once('close', onClose)
    secure.once('secureConnect', () => {
      clearTimeout(timer)
      secure.off('close', onClose)
      resolve(secure)
    })
  })
}
