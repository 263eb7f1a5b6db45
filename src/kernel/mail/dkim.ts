/**
 * DKIM signing by hand (RFC 6376, RFC 8301, RFC 8463): relaxed/relaxed, rsa-sha256 and
 * ed25519-sha256, with the body hashed once for all keys and the keys parsed once; a general
 * library takes three times as long. No `l=` (§8.2), no `x=` (a queue must not outlive a
 * signature), the time is a parameter, so a retry signs to the same bytes (PKCS #1 v1.5 and
 * Ed25519 are both deterministic). The records that receivers look up are in dkim-record.ts.
 */
import { createPrivateKey, hash, type KeyObject, sign } from 'node:crypto'
import { assert } from '../base/assert.ts'
import { relaxedBody, signedFields } from './dkim-canonical.ts'

/** `k=` of the record; always with SHA-256 (RFC 8301 §3.1, RFC 8463 §3). */
export type DkimAlgorithm = 'rsa' | 'ed25519'

export interface SigningKey {
  /** `d=`, the From domain, so that DMARC finds it aligned; A-labels. */
  readonly domain: string
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  readonly privateKeyPem: string
}

/** A message reduced to what is signed; serves all its signatures. */
export interface Canonical {
  /** SHA-256 of the relaxed body, base64: `bh=`. */
  readonly bodyHash: string
  /** `h=`: the names of the signed fields, colon between. */
  readonly names: string
  /** The relaxed form of these fields, each ended with CRLF; bytes as latin1. */
  readonly fields: string
}

interface SignatureOf {
  readonly domain: string
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  readonly timestampSeconds: number
}

/** The signature field up to `b=`, and the bytes whose signature belongs behind it. */
export interface PreparedSignature {
  readonly headerTemplate: string
  readonly signingInput: Buffer
}

const crlf = '\r\n'
const fold = `${crlf} `

/**
 * The DKIM-Signature fields to put before the message, one per key, each ended with CRLF.
 * `headerEnd` is the offset of the empty line between header and body, as compose returns it.
 */
export function signMessage(
  message: Buffer,
  headerEnd: number,
  keys: readonly SigningKey[],
  timestampSeconds: number,
): Buffer {
  const canonical = canonicalize(message, headerEnd)
  const lines = keys.map(key => {
    const prepared = prepareSignature(canonical, { ...key, timestampSeconds })
    return finish(prepared, rawSignature(prepared, key))
  })
  return Buffer.from(lines.join(''), 'latin1')
}

/** Both canonical forms of a message whose lines all end with CRLF (RFC 6376 §3.4). */
export function canonicalize(message: Buffer, headerEnd: number): Canonical {
  assert(
    message.toString('latin1', headerEnd - 2, headerEnd + 2) === '\r\n\r\n',
    'dkim: headerEnd is the offset of the empty line, as compose returns it',
  )
  const body = relaxedBody(message.subarray(headerEnd + 2))
  const bodyHash = hash('sha256', body, 'base64')
  return { bodyHash, ...signedFields(message.toString('latin1', 0, headerEnd)) }
}

/** The field without its signature, and what to sign (RFC 6376 §3.5, §3.7). */
export function prepareSignature(canonical: Canonical, signature: SignatureOf): PreparedSignature {
  const { domain, selector, algorithm, timestampSeconds } = signature
  assert(Number.isInteger(timestampSeconds), 'dkim: t= is whole seconds')
  const what = `v=1; a=${algorithm}-sha256; c=relaxed/relaxed;`
  const who = `d=${domain}; s=${selector}; t=${timestampSeconds};`
  const { folded: names, relaxed: relaxedNames } = foldedNames(canonical.names)
  const body = `bh=${canonical.bodyHash};`
  // Relaxed form of what is sent: lower-case name, each fold with its space one space.
  const relaxed = `dkim-signature:${what} ${who} ${relaxedNames} ${body} b=`
  return {
    headerTemplate: `DKIM-Signature: ${what}${fold}${who}${fold}${names}${fold}${body}${fold}b=`,
    signingInput: Buffer.from(canonical.fields + relaxed, 'latin1'),
  }
}

interface FoldedNames {
  readonly names: string
  /** As sent. */
  readonly folded: string
  /** As signed: each fold with its space one space. */
  readonly relaxed: string
}

/** The fields are the same from one email to the next. */
let lastNames: FoldedNames = { names: '', folded: '', relaxed: '' }

function foldedNames(names: string): FoldedNames {
  if (lastNames.names !== names) {
    const folded = foldNames(names)
    lastNames = { names, folded, relaxed: folded.replaceAll(crlf, '') }
  }
  return lastNames
}

/** `h=…;` in lines of reasonable length; white space is allowed around each colon (§3.5). */
function foldNames(names: string): string {
  let folded = 'h='
  let length = folded.length
  for (const name of names.split(':')) {
    if (length + name.length > 70) {
      folded += fold
      length = 0
    }
    folded += `${name}:`
    length += name.length + 1
  }
  return `${folded.slice(0, -1)};`
}

/** Of the base64 of a signature. */
const valueLength = 72

/** The whole field, the base64 of the signature in lines. */
export function finish(prepared: PreparedSignature, signature: Buffer): string {
  const value = signature.toString('base64')
  let field = prepared.headerTemplate
  for (let at = 0; at < value.length; at += valueLength) {
    if (at > 0) field += fold
    field += value.slice(at, at + valueLength)
  }
  return field + crlf
}

/** Signs on the calling thread. */
export function rawSignature(prepared: PreparedSignature, key: SigningKey): Buffer {
  const privateKey = keyObject(key.privateKeyPem)
  if (key.algorithm === 'rsa') return sign('sha256', prepared.signingInput, privateKey)
  return sign(null, ed25519Input(prepared), privateKey)
}

/** Ed25519 signs the hash, not the message (RFC 8463 §3). */
function ed25519Input(prepared: PreparedSignature): Buffer {
  return hash('sha256', prepared.signingInput, 'buffer')
}

/**
 * A memo of parsed keys, oldest out first: parsing costs more than signing (1,133 against 3,920
 * signatures a second). It holds nothing that is not in its input.
 */
const parsedKeys = new Map<string, KeyObject>()
const maxParsedKeys = 5000

/** The key behind a PEM, parsed once. */
export function keyObject(pem: string): KeyObject {
  const known = parsedKeys.get(pem)
  if (known !== undefined) return known
  const parsed = createPrivateKey(pem)
  if (parsedKeys.size >= maxParsedKeys) parsedKeys.delete(parsedKeys.keys().next().value!)
  parsedKeys.set(pem, parsed)
  return parsed
}
