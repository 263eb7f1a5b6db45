/**
 * Codes of two-step log-in: RFC 6238 (time) over RFC 4226 (HMAC) with what every authenticator app
 * takes for granted: SHA-1, six digits, steps of thirty seconds; and the secret in base32 (RFC 4648
 * §6), in the form in which apps read it from a QR code.
 */
import { createHmac } from 'node:crypto'

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The step that a code belongs to, if it is of now, the step before or the one after; else null. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const current = Math.floor(nowMs / stepMs)
  // Clocks of telephones differ; one step to either side is what RFC 6238 §5.2 recommends.
  return [current, current - 1, current + 1].find(step => codeAt(secret, step) === digits) ?? null
}

/** The code of a step (RFC 4226 §5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** The step of a moment. */
export const stepAt = (ms: number): number => Math.floor(ms / stepMs)

export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}

/** What a QR code for an authenticator app holds. */
export function otpauthUri(secret: Buffer, email: string): string {
  return `otpauth://totp/${encodeURIComponent(`Malote:${email}`)}?secret=${base32(secret)}&issuer=Malote`
}
