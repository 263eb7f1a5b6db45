/**
 * Which hosts may be called: addresses are looked up once, judged, and exactly those are dialled.
 */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { rootCertificates, TLSSocket } from 'node:tls'
import { inNetworks, isInternal, type Networks } from '../../base/addresses.ts'
import type { Dns } from '../dns.ts'
import type { Clock } from '../world.ts'
import { RefusedRequest } from './http-failure.ts'

const idleConnectionMs = 10_000
/** As many as may be busy with one receiver: closing and opening costs more than keeping. */
const idleConnectionsPerHost = 200

export interface RealHttpOptions {
  readonly dns: Dns
  readonly clock: Clock
  /** Internal networks that may be dialled after all (MALOTE_NETWORK_ALLOW). */
  readonly allow: Networks
  /** Root certificates (PEM) trusted beside the usual ones. */
  readonly roots?: string
}

/** How much is taken on faith: see the fields of HttpRequest. */
export type Manner = 'guarded' | 'lenient' | 'trusting'

/** Makes connections, and refuses those to internal addresses unless everything is trusted. */
export class Guard {
  readonly #options: RealHttpOptions
  readonly #manner: Manner
  readonly #plain: HttpAgent
  readonly #secure: HttpAgent

  constructor(options: RealHttpOptions, manner: Manner) {
    this.#options = options
    this.#manner = manner
    this.#plain = this.newAgent(false, true)
    this.#secure = this.newAgent(true, true)
  }

  permits(address: string): boolean {
    return this.#manner === 'trusting' || !isInternal(address, this.#options.allow)
  }

  /** Why a connection must not be used, asked before a byte of the request is written. */
  #objection(socket: Socket): RefusedRequest | null {
    const address = socket.remoteAddress
    if (address === undefined || !this.permits(address)) {
      return new RefusedRequest('internal_address', 'the connection led to an internal address')
    }
    if (this.#manner !== 'lenient' || inNetworks(address, this.#options.allow)) return null
    if (socket instanceof TLSSocket) return null
    return new RefusedRequest('tls', "plain http is for the operator's own networks only")
  }

  /** The lenient manner takes any certificate at first; here those from outside are judged. */
  #objectionToCertificate(socket: TLSSocket): RefusedRequest | null {
    if (this.#manner !== 'lenient' || socket.authorized) return null
    if (inNetworks(socket.remoteAddress ?? '', this.#options.allow)) return null
    return new RefusedRequest(
      'tls',
      `the certificate does not verify: ${socket.authorizationError}`,
    )
  }

  agent(secure: boolean): HttpAgent {
    return secure ? this.#secure : this.#plain
  }

  newAgent(secure: boolean, keepAlive: boolean): HttpAgent {
    const ca = this.#options.roots && { ca: [...rootCertificates, this.#options.roots] }
    const kept = { keepAlive, timeout: idleConnectionMs, maxFreeSockets: idleConnectionsPerHost }
    // Resumed sessions are not verified again, so the lenient manner resumes none.
    const lenient = this.#manner === 'lenient' && {
      rejectUnauthorized: false,
      maxCachedSessions: 0,
    }
    const agent = secure ? new HttpsAgent({ ...kept, ...ca, ...lenient }) : new HttpAgent(kept)
    const create = agent.createConnection.bind(agent)
    agent.createConnection = (options, callback) => {
      const socket = create({ ...options, lookup: this.#lookup } as typeof options, callback)
      // The first listeners: they run before a byte of the request is written.
      const judge = (objection: RefusedRequest | null): void => {
        if (objection !== null) socket?.destroy(objection)
      }
      socket?.once('connect', () => judge(this.#objection(socket as Socket)))
      if (socket instanceof TLSSocket) {
        socket.once('secureConnect', () => judge(this.#objectionToCertificate(socket)))
      }
      return socket
    }
    return agent
  }

  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }

  /** What the runtime calls for a name, once per new connection. */
  readonly #lookup: LookupFunction = (host, options, done) => {
    this.#addresses(host)
      .then(
        addresses => {
          const all = addresses.map(address => ({ address, family: isIP(address) }))
          if (options.all) done(null, all)
          else done(null, all[0]!.address, all[0]!.family)
        },
        (error: Error) => done(error, []),
      )
      // What the runtime throws at an answer that comes too late for its socket is nobody's to hear;
      // the request has its own deadline.
      .catch(() => {})
  }

  async #addresses(host: string): Promise<string[]> {
    // The machine's own table of names is not asked; `localhost` means what everybody expects.
    const found = host === 'localhost' ? ['127.0.0.1'] : await this.#resolve(host)
    const bad = found.find(address => !this.permits(address))
    if (bad !== undefined)
      throw new RefusedRequest('internal_address', `${host} resolves to ${bad}`)
    return found
  }

  async #resolve(host: string): Promise<string[]> {
    const { dns } = this.#options
    const answers = await Promise.all([dns.a(host), dns.aaaa(host)])
    const found = answers.flatMap(answer => (answer.kind === 'answer' ? answer.records : []))
    if (found.length > 0) return found
    const failed = answers.find(answer => answer.kind === 'failure')
    throw new RefusedRequest('dns', failed ? `${host}: ${failed.reason}` : `${host} has no address`)
  }
}
