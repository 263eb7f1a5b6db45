/**
 * An authenticator in software (WebAuthn Level 2 §6) with the browser around it: it makes ES256 keys,
 * signs challenges, counts, and does either wrongly where a test asks for it.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Made {
  readonly credential_id: string
  readonly client_data: string
  readonly attestation: string
  readonly transports: readonly string[]
}

export interface Asserted {
  readonly credential_id: string
  readonly client_data: string
  readonly authenticator_data: string
  readonly signature: string
  readonly user_handle: string
}

interface Asked {
  readonly challenge: string
  readonly host: string
}

/** What is other than it should be. */
export interface Oddity {
  readonly origin?: string
  readonly host?: string
  readonly type?: string
  readonly challenge?: string
  /** Nobody has shown who they are. */
  readonly isUnverified?: boolean
  /** Nobody was there. */
  readonly isAbsent?: boolean
  /** Signed by another key. */
  readonly isForged?: boolean
  /** What the counter says. */
  readonly counter?: number
  readonly userHandle?: string
  /** Of the attestation; `none` where it is not given. */
  readonly format?: string
  /** The certificate that an attestation brings along (DER). */
  readonly certificate?: Buffer
  /** So long, in bytes, is the credential id. */
  readonly idBytes?: number
}

export function newAuthenticator(origin: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ownId = randomBytes(32)
  let counter = 0
  let handle = ''
  const clientData = (type: string, { challenge }: Asked, odd: Oddity) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const head = ({ host }: Asked, odd: Oddity, hasKey: boolean) => {
    const flags = (odd.isAbsent ? 0 : 1) | (odd.isUnverified ? 0 : 4) | (hasKey ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(odd.counter ?? counter)
    return Buffer.concat([sha256(odd.host ?? host), Buffer.from([flags]), count])
  }
  return {
    id: ownId.toString('base64url'),
    make(asked: Asked & { readonly user: { readonly id: string } }, odd: Oddity = {}): Made {
      handle = asked.user.id
      const id = odd.idBytes === undefined ? ownId : randomBytes(odd.idBytes)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = [Buffer.alloc(16), length, id, coseKey(pair.publicKey)]
      const data = Buffer.concat([head(asked, odd, true), ...attested])
      return {
        credential_id: id.toString('base64url'),
        client_data: clientData('webauthn.create', asked, odd).toString('base64url'),
        attestation: cbor(
          new Map<string, Value>([
            ['fmt', odd.format ?? 'none'],
            ['attStmt', statementOf(odd)],
            ['authData', data],
          ]),
        ).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
    },
    sign(asked: Asked, odd: Oddity = {}): Asserted {
      counter++
      const data = head(asked, odd, false)
      const client = clientData('webauthn.get', asked, odd)
      const { privateKey } = odd.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : pair
      return {
        credential_id: ownId.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString(
          'base64url',
        ),
        user_handle: odd.userHandle ?? handle,
      }
    },
  }
}

const statementOf = ({ certificate }: Oddity): Map<string, Value> =>
  certificate === undefined
    ? new Map()
    : new Map<string, Value>([
        ['alg', -7],
        ['sig', randomBytes(70)],
        ['x5c', [certificate]],
      ])

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** RFC 9053 §7.1: EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Value>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Value = number | string | Buffer | readonly Value[] | Map<number | string, Value>

/** As much of RFC 8949 as that takes. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? begin(1, -1 - value) : begin(0, value)
  if (typeof value === 'string') {
    return Buffer.concat([begin(3, Buffer.byteLength(value)), Buffer.from(value)])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([begin(2, value.length), value])
  if (!(value instanceof Map)) {
    return Buffer.concat([begin(4, value.length), ...value.map(cbor)])
  }
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([begin(5, value.size), ...parts])
}

function begin(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
