/**
 * What a TLS handshake came to: the session as delivery sees it, why a chain is not trusted, and
 * network errors by their causes.
 */
import type { X509Certificate } from 'node:crypto'
import net from 'node:net'
import type tls from 'node:tls'
import { NetError, type NetFailure, type TlsSession } from '../net.ts'

/** What the handshake found: versions, the peer's chain, and whether chain and name hold. */
export function sessionOf(secure: tls.TLSSocket, serverName: string): TlsSession {
  const leaf = secure.getPeerX509Certificate()
  const reason = whyUnverified(secure, leaf, serverName)
  return {
    protocol: secure.getProtocol() ?? '',
    cipher: secure.getCipher()?.name ?? '',
    verified: reason === null,
    ...(reason === null ? {} : { reason }),
    chain: chainOf(leaf),
    socket: secure,
  }
}

function whyUnverified(
  secure: tls.TLSSocket,
  leaf: X509Certificate | undefined,
  serverName: string,
): string | null {
  if (!leaf) return 'no certificate'
  if (!secure.authorized) return String(secure.authorizationError ?? 'not trusted')
  const isNamed =
    net.isIP(serverName) === 0
      ? leaf.checkHost(serverName, { subject: 'never', partialWildcards: false })
      : leaf.checkIP(serverName)
  return isNamed ? null : `the certificate is not for ${serverName}`
}

function chainOf(leaf: X509Certificate | undefined): readonly Buffer[] {
  const chain: Buffer[] = []
  let certificate = leaf
  while (certificate && chain.length < 10) {
    const { raw } = certificate
    if (chain.some(one => one.equals(raw))) break
    chain.push(raw)
    certificate = certificate.issuerCertificate
  }
  return chain
}

const failures: Readonly<Record<string, NetFailure>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'timeout',
  ERR_STREAM_WRITE_AFTER_END: 'closed',
  ERR_STREAM_DESTROYED: 'closed',
}

export function netError(error: NodeJS.ErrnoException): NetError {
  const { code = '' } = error
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return new NetError('tls', error.message)
  return new NetError(failures[code] ?? 'other', error.message)
}
