/**
 * Answers to the authority, which asks whichever node a name leads to: over http by the token
 * (HTTP-01, RFC 8555 §8.3), in a handshake by a certificate that holds the proof (TLS-ALPN-01,
 * RFC 8737 §3).
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import { hostName } from '#kernel/base/host-name.ts'
import type { World } from '#kernel/world/world.ts'
import { newPrivateKey } from './keys.ts'
import { findHttpChallenge, findTlsChallenge } from './store.ts'

export const challengePath = '/.well-known/acme-challenge/'
/** The protocol of a handshake that asks for the proof. */
export const challengeProtocol = 'acme-tls/1'

const tokenForm = /^[\w-]{1,200}$/

/** The answer at a path (without its query); null: nobody asked for that. */
export async function httpAnswer({ db }: Pick<World, 'db'>, path: string): Promise<string | null> {
  const token = path.slice(challengePath.length)
  if (!path.startsWith(challengePath) || !tokenForm.test(token)) return null
  return findHttpChallenge(db, token)
}

/** What to show to who asks in a handshake; null: nothing is asked of the name. */
export async function tlsAnswer(
  { db }: Pick<World, 'db'>,
  serverName: string,
): Promise<SecureContext | null> {
  const name = hostName(serverName)
  const proof = await findTlsChallenge(db, name)
  if (proof === null) return null
  const { crypto } = await import('acme-client')
  const about = { identifier: { type: 'dns', value: name } }
  type Authorization = Parameters<typeof crypto.createAlpnCertificate>[0]
  const [key, cert] = await crypto.createAlpnCertificate(
    about as Authorization,
    proof,
    newPrivateKey(),
  )
  return createSecureContext({ key, cert })
}
