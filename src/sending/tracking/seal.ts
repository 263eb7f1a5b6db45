/**
 * Many tokens of one recipient at once. A letter has tens of links, and each HMAC and each cipher
 * that Node makes costs microseconds before it does anything; so HMAC-SHA256 (RFC 2104) is put
 * together of its two digests, whose padded keys are made once, and the keystream of AES-CTR (NIST SP
 * 800-38A §6.5) is that of the blocks of all counters under one cipher. Measured: 6.9 µs a link alone,
 * 1.5 among twenty.
 */
import { type Cipheriv, createCipheriv, createHmac, hash } from 'node:crypto'
import { secretKey } from '#kernel/base/secret-key.ts'

export const macBytes = 16
const blockBytes = 16
const hmacBlockBytes = 64
const digestBytes = 32

interface Keys {
  /** The inner pad and what the purpose begins with; room for the text behind. */
  readonly inner: Buffer
  readonly innerBytes: number
  readonly outer: Buffer
  readonly cipher: Cipheriv
}

const made = new WeakMap<Buffer, Map<string, Keys>>()

function keysOf(secret: Buffer, purpose: string, maxBytes: number): Keys {
  const ofSecret = made.get(secret) ?? new Map<string, Keys>()
  made.set(secret, ofSecret)
  const known = ofSecret.get(purpose)
  if (known !== undefined) return known
  const short = secret.length > hmacBlockBytes ? hash('sha256', secret, 'buffer') : secret
  const pad = (by: number): Buffer => {
    const bytes = Buffer.alloc(hmacBlockBytes, by)
    for (let i = 0; i < short.length; i++) bytes[i] = short[i]! ^ by
    return bytes
  }
  const begin = Buffer.concat([pad(0x36), Buffer.from(`link mac ${purpose}\0`)])
  const key = createHmac('sha256', secretKey(secret)).update(`link key ${purpose}\0`).digest()
  const keys = {
    inner: Buffer.concat([begin, Buffer.alloc(maxBytes)]),
    innerBytes: begin.length,
    outer: Buffer.concat([pad(0x5c), Buffer.alloc(digestBytes)]),
    cipher: createCipheriv('aes-256-ecb', key, null).setAutoPadding(false),
  }
  ofSecret.set(purpose, keys)
  return keys
}

/** The text sealed: its MAC, which is the first counter, and the text under the keystream. */
export function sealTexts(
  secret: Buffer,
  purpose: string,
  { texts, maxBytes }: { readonly texts: readonly Buffer[]; readonly maxBytes: number },
): string[] {
  const keys = keysOf(secret, purpose, maxBytes)
  const blocks = texts.reduce((sum, text) => sum + Math.ceil(text.length / blockBytes), 0)
  const counters = Buffer.allocUnsafe(blocks * blockBytes)
  const sealed: Buffer[] = []
  let at = 0
  for (const text of texts) {
    const out = Buffer.allocUnsafe(macBytes + text.length)
    writeMac(keys, text, out)
    sealed.push(out)
    for (let n = 0; n * blockBytes < text.length; n++) {
      out.copy(counters, at, 0, macBytes)
      if (n > 0) addTo(counters, at + blockBytes - 1, n)
      at += blockBytes
    }
  }
  const stream = keys.cipher.update(counters)
  let from = 0
  return texts.map((text, n) => {
    const out = sealed[n]!
    for (let i = 0; i < text.length; i++) out[macBytes + i] = text[i]! ^ stream[from + i]!
    from += Math.ceil(text.length / blockBytes) * blockBytes
    return out.toString('base64url')
  })
}

function writeMac({ inner, innerBytes, outer }: Keys, text: Buffer, out: Buffer): void {
  const end = innerBytes + text.copy(inner, innerBytes)
  // As text of one byte a character, which costs a third of a buffer.
  outer.write(hash('sha256', inner.subarray(0, end), 'binary'), hmacBlockBytes, 'latin1')
  out.write(hash('sha256', outer, 'binary'), 0, macBytes, 'latin1')
}

/** The counter as a number of 128 bits, its last octet at `last`. */
function addTo(bytes: Buffer, last: number, n: number): void {
  let carry = n
  for (let i = last; carry > 0 && i > last - blockBytes; i--) {
    const sum = bytes[i]! + carry
    bytes[i] = sum & 0xff
    carry = sum >> 8
  }
}
