/**
 * The keys of a domain and the TXT records that publish them (RFC 6376 §3.6.1, RFC 8463 §4):
 * making both kinds of key, and reading what is published, which people paste with errors.
 */
import { createPublicKey, type KeyObject, type KeyPairKeyObjectResult } from 'node:crypto'
import type { Text } from '../base/languages.ts'

interface GeneratedKey {
  readonly privateKeyPem: string
  /** The value of the TXT record at `{selector}._domainkey.{domain}`. */
  readonly dnsValue: string
}

/** An RSA key of 2048 bits (RFC 8301 §3.2) and an Ed25519 key, for signing side by side. */
export async function generateKeys(
  keyPair: (type: 'rsa' | 'ed25519') => Promise<KeyPairKeyObjectResult>,
): Promise<{ rsa: GeneratedKey; ed25519: GeneratedKey }> {
  const [rsa, ed25519] = await Promise.all([keyPair('rsa'), keyPair('ed25519')])
  const spki = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    rsa: { privateKeyPem: pem(rsa.privateKey), dnsValue: `v=DKIM1; k=rsa; p=${spki}` },
    ed25519: {
      privateKeyPem: pem(ed25519.privateKey),
      dnsValue: `v=DKIM1; k=ed25519; p=${rawEd25519(ed25519.publicKey)}`,
    },
  }
}

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The bare 32 bytes: what is left of the DER behind its fixed twelve (RFC 8410 §4). */
function rawEd25519(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).subarray(12).toString('base64')
}

interface DkimRecord {
  readonly keyType: 'rsa' | 'ed25519'
  /** Canonical base64 of `p=`; '' for a revoked key (RFC 6376 §3.6.1). */
  readonly publicKey: string
  readonly revoked: boolean
  /** Size of the modulus, 256 for Ed25519, 0 for a revoked key. */
  readonly bits: number
  /** `t=y`: receivers may treat the mail as unsigned. */
  readonly testing: boolean
}

type ParsedDkimRecord =
  | { readonly ok: true; readonly record: DkimRecord }
  | { readonly ok: false; readonly why: Text }

const reasons = {
  notDkim: {
    en: 'The record is not a DKIM key: it has no p= tag.',
    pt: 'O registro não é uma chave DKIM: falta a tag p=.',
  },
  version: {
    en: 'The record does not begin with v=DKIM1.',
    pt: 'O registro não começa com v=DKIM1.',
  },
  syntax: {
    en: 'The record is not a list of tags such as "v=DKIM1; k=rsa; p=…".',
    pt: 'O registro não é uma lista de tags como "v=DKIM1; k=rsa; p=…".',
  },
  duplicate: {
    en: 'A tag occurs twice: the record was probably pasted twice.',
    pt: 'Uma tag aparece duas vezes: provavelmente o registro foi colado duas vezes.',
  },
  keyType: {
    en: 'The key type (k=) is neither rsa nor ed25519.',
    pt: 'O tipo de chave (k=) não é rsa nem ed25519.',
  },
  hash: {
    en: 'The record does not allow SHA-256 (h=).',
    pt: 'O registro não permite SHA-256 (h=).',
  },
  service: {
    en: 'The record is not meant for email (s=).',
    pt: 'O registro não se destina a e-mail (s=).',
  },
  key: {
    en: 'The public key (p=) cannot be read: it is incomplete or was changed when it was pasted.',
    pt: 'A chave pública (p=) não pode ser lida: está incompleta ou foi alterada ao ser colada.',
  },
} as const satisfies Record<string, Text>

/** Longer than any key in use: RSA-8192 takes some 1,400 characters. */
const maxRecordLength = 8192

/** Reads a published record, tolerating what receivers tolerate; never throws. */
export function parseDkimRecord(txt: string): ParsedDkimRecord {
  if (txt.length > maxRecordLength) return refuse(reasons.syntax)
  const tags = new Map<string, string>()
  for (const part of txt.split(';')) {
    if (part.trim() === '') continue
    const equals = part.indexOf('=')
    if (equals < 1) return refuse(reasons.syntax)
    const name = part.slice(0, equals).trim()
    if (tags.has(name)) return refuse(reasons.duplicate)
    // v= must come first where it is there at all.
    if (name === 'v' && tags.size > 0) return refuse(reasons.version)
    tags.set(name, part.slice(equals + 1).trim())
  }
  return readTags(tags)
}

const refuse = (why: Text): ParsedDkimRecord => ({ ok: false, why })

function readTags(tags: ReadonlyMap<string, string>): ParsedDkimRecord {
  const key = tags.get('p')?.replace(/\s+/g, '')
  if (key === undefined) return refuse(reasons.notDkim)
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1') return refuse(reasons.version)
  const keyType = tags.get('k') ?? 'rsa'
  if (keyType !== 'rsa' && keyType !== 'ed25519') return refuse(reasons.keyType)
  if (!listHas(tags.get('h') ?? 'sha256', 'sha256')) return refuse(reasons.hash)
  const services = tags.get('s') ?? '*'
  if (!listHas(services, '*') && !listHas(services, 'email')) return refuse(reasons.service)
  const testing = listHas(tags.get('t') ?? '', 'y')
  const bits = key === '' ? 0 : bitsOf(key, keyType)
  if (bits === null) return refuse(reasons.key)
  const publicKey = Buffer.from(key, 'base64').toString('base64')
  return { ok: true, record: { keyType, publicKey, revoked: key === '', bits, testing } }
}

const listHas = (list: string, item: string): boolean =>
  list.split(':').some(entry => entry.trim().toLowerCase() === item)

/** The size of a public key, or null where there is none in the text. */
function bitsOf(base64: string, keyType: 'rsa' | 'ed25519'): number | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null
  const der = Buffer.from(base64, 'base64')
  if (keyType === 'ed25519') return der.length === 32 ? 256 : null
  // Published both ways since RFC 6376 named one and its examples showed the other.
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const key = createPublicKey({ key: der, format: 'der', type })
      if (key.asymmetricKeyType === 'rsa') return key.asymmetricKeyDetails?.modulusLength ?? null
    } catch {
      // Not in this form. What a stranger has published is judged by the answer, not by a throw.
    }
  }
  return null
}

/** Whether what is published carries the key of ours, whatever else differs. */
export function publishesKey(published: string, ours: string): boolean {
  const found = parseDkimRecord(published)
  const expected = parseDkimRecord(ours)
  return (
    found.ok &&
    expected.ok &&
    found.record.keyType === expected.record.keyType &&
    found.record.publicKey === expected.record.publicKey
  )
}
