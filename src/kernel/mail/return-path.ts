/**
 * Tokens that come back from strangers, and the return path made of one. A token is a payload and a
 * MAC of it: HMAC-SHA256 (RFC 2104) truncated to 80 bits (§5), under a purpose, so that a token for
 * one use says nothing at another. It is written in base32 (RFC 4648 §6) in lower case, because the
 * local part of an address may come back in any case.
 *
 * The return path is `bounce+{token}@{host}` (variable envelope return path): the payload is the
 * email and the recipient's number, so that a bounce tells by itself whom it is about, and a forged
 * one tells nothing. The two characters of a cell may stand before the token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { assert } from '../base/assert.ts'
import { behindCell } from '../base/cell.ts'
import type { Uuid } from '../base/ids.ts'
import { secretKey } from '../base/secret-key.ts'

const macBytes = 10
const prefix = 'bounce+'

/** The envelope sender for recipient number `n` (0 to 65,535) of an email; 52 octets before the @. */
export function makeReturnPath(secret: Buffer, emailId: Uuid, n: number, host: string): string {
  return `${prefix}${makeToken(secret, 'return-path', recipientPayload(emailId, n))}@${host}`
}

/** The same with the cell in front of the token: 54 octets, of 64 (RFC 5321 §4.5.3.1.1). */
export const returnPathIn = (cell: string, returnPath: string): string =>
  returnPath.replace(prefix, `${prefix}${cell}`)

/** Whom a report is about, from the local part it was sent to; null for anything we did not make. */
export function readReturnPath(
  secret: Buffer,
  localPart: string,
): { emailId: Uuid; n: number } | null {
  if (localPart.slice(0, prefix.length).toLowerCase() !== prefix) return null
  const payload = behindCell(localPart.slice(prefix.length), token =>
    readToken(secret, 'return-path', token),
  )
  return payload === null ? null : readRecipientPayload(payload)
}

/** One recipient as 18 bytes. */
export function recipientPayload(emailId: Uuid, n: number): Buffer {
  assert(
    Number.isInteger(n) && n >= 0 && n <= 0xffff,
    `a recipient's number fits 16 bits, not ${n}`,
  )
  const payload = Buffer.alloc(18)
  const written = payload.write(emailId.replaceAll('-', ''), 'hex')
  assert(written === 16, 'an email id is a uuid')
  payload.writeUInt16BE(n, 16)
  return payload
}

/** The recipient in the first 18 bytes of a payload; null if it is shorter. */
export function readRecipientPayload(payload: Buffer): { emailId: Uuid; n: number } | null {
  if (payload.length < 18) return null
  const digits = payload.toString('hex', 0, 16)
  const emailId = [8, 12, 16, 20, 32]
    .map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end))
    .join('-')
  return { emailId, n: payload.readUInt16BE(16) }
}

/** A token for one purpose; letters a–z and digits 2–7 only. */
export function makeToken(secret: Buffer, purpose: string, payload: Buffer): string {
  return toBase32(Buffer.concat([payload, mac(secret, purpose, payload)]))
}

/** Longer than any payload in use. */
const maxTokenLength = 1024

/** The payload of a token of ours for this purpose, in whatever case it comes; else null. */
export function readToken(secret: Buffer, purpose: string, token: string): Buffer | null {
  if (token.length > maxTokenLength) return null
  const bytes = fromBase32(token)
  if (bytes === null || bytes.length < macBytes) return null
  const payload = bytes.subarray(0, bytes.length - macBytes)
  const given = bytes.subarray(bytes.length - macBytes)
  return timingSafeEqual(given, mac(secret, purpose, payload)) ? payload : null
}

function mac(secret: Buffer, purpose: string, payload: Buffer): Buffer {
  assert(secret.length >= 16, 'a secret behind tokens has at least 16 bytes')
  // The NUL ends the purpose, so that none is the beginning of another.
  const hmac = createHmac('sha256', secretKey(secret)).update(`${purpose}\0`).update(payload)
  return hmac.digest().subarray(0, macBytes)
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const valueOfCode = new Int8Array(128).fill(-1)
for (let i = 0; i < 32; i++) {
  valueOfCode[alphabet.charCodeAt(i)] = i
  valueOfCode[alphabet.toUpperCase().charCodeAt(i)] = i
}

const codes = Buffer.from(alphabet, 'latin1')

function toBase32(bytes: Buffer): string {
  const out = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / 5))
  let at = 0
  let bits = 0
  let value = 0
  for (let i = 0; i < bytes.length; i++) {
    value = ((value & 0xfff) << 8) | bytes[i]!
    bits += 8
    while (bits >= 5) {
      bits -= 5
      out[at++] = codes[(value >> bits) & 31]!
    }
  }
  if (bits > 0) out[at++] = codes[(value << (5 - bits)) & 31]!
  return out.toString('latin1', 0, at)
}

/** Null for other characters, lengths that no bytes have, and spare bits that are not zero. */
function fromBase32(text: string): Buffer | null {
  const out = Buffer.alloc(Math.floor((text.length * 5) / 8))
  let at = 0
  let bits = 0
  let value = 0
  for (let i = 0; i < text.length; i++) {
    const five = valueOfCode[text.charCodeAt(i)] ?? -1
    if (five < 0) return null
    value = ((value & 0xfff) << 5) | five
    bits += 5
    if (bits >= 8) {
      bits -= 8
      out[at++] = (value >> bits) & 0xff
    }
  }
  if (bits >= 5 || (value & ((1 << bits) - 1)) !== 0) return null
  return out
}
