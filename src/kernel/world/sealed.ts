/**
 * Secrets as the database keeps them: sealed (AES-256-GCM) under a key that is not in it, so that a
 * dump, a backup or a replica alone opens none of them. Both forms are read, the plain one of earlier
 * versions and the sealed one; what is written is sealed wherever there is a key. The keys are facts
 * of this process, like its environment they come from (boot/keyring.ts).
 *
 * A sealed secret is `sealed:`, eight digits that name its key, `:`, a nonce of 12 bytes, a tag of 16
 * and the ciphertext; in columns of text all behind the colon is base64. What kind of secret it is
 * goes into the tag: one of another column is no substitute.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

type SecretKind =
  | 'dkim'
  | 'webhook'
  | 'totp'
  | 'token'
  | 'answer'
  | 'check'
  | 'letter'
  | 'attempt'
  | 'certificate'

export interface SealingKey {
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly key: KeyObject
}

export interface Keyring {
  /** The first seals, all open. None: secrets stay plain. */
  readonly keys: readonly SealingKey[]
  /** For people: where the first key is. */
  readonly place: string
  /** Looks whether there is a new key by now: another process may have made one. */
  readonly again?: () => Keyring
}

/** It was sealed under a key that is not here, or it was tampered with. */
export class UnopenedSeal extends Error {
  override readonly name = 'UnopenedSeal'
}

const nonceBytes = 12
const tagBytes = 16
const mark = 'sealed:'
/** The mark, the key's name and a colon. */
const headLength = mark.length + 9
/** Texts that were opened lately: a key is asked for with every email. */
const maxOpened = 2_000

const none: Keyring = { keys: [], place: '' }
/** Of the process, not of a World: rows are opened deep in stores, where there is none, and key files are its own. */
let ring = none
/** What a sealed text opens to never changes, whoever asks: it names its key, and its tag proves it. */
const opened = new Map<string, string>()

/** A key from whatever text or bytes are kept secret (RFC 5869). */
export function sealingKey(secret: Buffer | string): SealingKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'malote sealed secrets', 32))
  const id = createHash('sha256').update('name').update(bytes).digest('hex').slice(0, 8)
  return { id, key: createSecretKey(bytes) }
}

/** What a key of its own is made from. */
export const newSecret = (): Buffer => randomBytes(32)

export function useKeyring(keyring: Keyring): void {
  ring = keyring
  opened.clear()
}

export const keyring = (): Keyring => ring

/** As it is to be kept. */
export function seal(kind: SecretKind, plain: Buffer): Buffer {
  lookAgain()
  const [first] = ring.keys
  if (!first) return plain
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', first.key, nonce).setAAD(Buffer.from(kind))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from(headOf(first)), nonce, cipher.getAuthTag(), ciphertext])
}

/** What was kept, sealed or plain. Throws UnopenedSeal. */
export function unseal(kind: SecretKind, kept: Buffer): Buffer {
  if (!isSealed(kept)) return kept
  const id = kept.toString('latin1', mark.length, headLength - 1)
  if (!ring.keys.some(one => one.id === id)) lookAgain()
  const known = ring.keys.find(one => one.id === id)
  if (!known) throw new UnopenedSeal(`a secret is sealed under key ${id}, which is not here`)
  const body = kept.subarray(headLength)
  const decipher = createDecipheriv('aes-256-gcm', known.key, body.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(kind))
  decipher.setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const ciphertext = body.subarray(nonceBytes + tagBytes)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    throw new UnopenedSeal(`a ${kind} secret is not what was sealed under key ${id}`)
  }
}

/** Sealing is rare and a file is read quickly: nothing is sealed under a key that has been replaced. */
function lookAgain(): void {
  if (ring.again) ring = ring.again()
}

/** The same for columns of text. */
export function sealText(kind: SecretKind, plain: string): string {
  const kept = seal(kind, Buffer.from(plain))
  if (!isSealed(kept)) return plain
  return kept.toString('latin1', 0, headLength) + kept.toString('base64', headLength)
}

export function unsealText(kind: SecretKind, kept: string): string {
  if (!kept.startsWith(mark)) return kept
  const known = opened.get(kept)
  if (known !== undefined) return known
  const body = Buffer.from(kept.slice(headLength), 'base64')
  const bytes = Buffer.concat([Buffer.from(kept.slice(0, headLength), 'latin1'), body])
  const plain = unseal(kind, bytes).toString()
  if (opened.size >= maxOpened) opened.clear()
  opened.set(kept, plain)
  return plain
}

/** How all begins that the first key has sealed; null where there is no key. */
export function currentHead(): string | null {
  const [first] = ring.keys
  return first ? headOf(first) : null
}

const headOf = ({ id }: SealingKey): string => `${mark}${id}:`

const isSealed = (kept: Buffer): boolean =>
  kept.length > headLength + nonceBytes + tagBytes &&
  kept.toString('latin1', 0, mark.length) === mark
