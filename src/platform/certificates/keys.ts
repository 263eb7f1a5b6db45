/** Keys of accounts and of certificates: ECDSA over P-256, made at once and known to everybody. */
import { generateKeyPairSync } from 'node:crypto'

/** PEM (PKCS #8). */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}
