/**
 * https by the service itself: TLS is ended here, and what is said within it goes to the server of
 * the API as any connection. The name in the handshake chooses the certificate (SNI, RFC 6066 §3). A
 * handshake by which an authority looks whether a name leads here (TLS-ALPN-01, RFC 8737) is answered
 * with the proof and nothing else; who asks so speaks TLS 1.3, in which the protocol is settled
 * before the certificate.
 */
import type { Duplex } from 'node:stream'
import { createSecureContext, createServer, type SecureContext, type TLSSocket } from 'node:tls'
import { assert } from '#kernel/base/assert.ts'
import { listenBySetting } from '#kernel/world/take-port.ts'
import type { World } from '#kernel/world/world.ts'
import { challengeProtocol, tlsAnswer } from '#platform/certificates/challenges.ts'
import { openCertificate } from '#platform/certificates/shown.ts'
import type { Listener } from '#protocol/smtp/server.ts'

const spoken = 'http/1.1'
const minVersion = 'TLSv1.2'
/** A handshake is two flights each way. */
const handshakeMs = 20_000

/** Takes the port; `serve` is handed what has been decrypted. Throws BadSetting. */
export async function listenForHttps(
  world: World,
  serve: (connection: Duplex) => void,
): Promise<Listener> {
  const { log } = world
  const certificate = await openCertificate(world)
  assert(certificate !== null, 'the settings see to it that there is one')
  const asking = new WeakSet<object>()
  let usual: SecureContext | undefined

  async function takeNewest(): Promise<void> {
    const pair = await certificate!.renewed()
    if (pair === null) return
    server.setSecureContext(pair)
    usual = createSecureContext({ ...pair, minVersion })
  }

  async function contextFor(socket: object, name: string): Promise<SecureContext | undefined> {
    if (!asking.has(socket)) {
      await takeNewest()
      return (await certificate!.contextFor(name)) ?? usual
    }
    const proof = await tlsAnswer(world, name)
    if (proof === null) throw new Error(`nothing is asked of ${name}`)
    return proof
  }

  const server = createServer({
    ...certificate.first,
    handshakeTimeout: handshakeMs,
    minVersion,
    ALPNCallback(this: object, { protocols }) {
      if (protocols.includes(challengeProtocol)) {
        asking.add(this)
        return challengeProtocol
      }
      return protocols.includes(spoken) ? spoken : undefined
    },
    SNICallback(this: object, name, done) {
      contextFor(this, name).then(context => done(null, context), done)
    },
  })
  // For who names no host: from the next handshake on.
  server.on('connection', () => void takeNewest())
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === challengeProtocol) socket.on('error', () => {}).end()
    else serve(socket)
  })
  server.on('tlsClientError', error => {
    log.debug({ error: error.message }, 'a handshake failed')
  })
  return listenBySetting(world, server, {
    name: 'https',
    setting: 'MALOTE_HTTPS_PORT',
    // What is served ends with the API, whose connections these are.
    close: async () => void server.close(),
  })
}
