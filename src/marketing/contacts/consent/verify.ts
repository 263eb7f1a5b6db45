/**
 * Checks an exported file of consents without a database: each record against the text that was
 * hashed, the hashes against each other and their neighbours, the whole against its signature. Who
 * makes up a file signs it with a key of their own and puts that beside; so the key has to come from
 * elsewhere, as the project publishes it, and the days' heads of the chain may.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { linkHash, proofOf } from './consent-record.ts'

interface Verification {
  /** Whole in itself; whose it is, `key` says. */
  readonly ok: boolean
  readonly records: number
  /** `verified`: the file is signed by the key that was given. */
  readonly key?: 'verified' | 'unverified'
  /** SHA-256 of the key that signed it, as SPKI (RFC 5280 §4.1), in hexadecimal. */
  readonly fingerprint?: string
  /** The id of the first record that is wrong, or `signature`, `key`, `heads`, `file`. */
  readonly broken_at?: string
}

/** What does not come with the file. */
interface PublishedProof {
  /** The project's key, as PEM. */
  readonly key?: string
  /** `/.well-known/malote/consents/{project}.json`, as it was read. */
  readonly heads?: string
}

interface ExportedRecord {
  readonly id: string
  readonly seq: number
  readonly proof: string
  readonly key: string
  readonly hash: string
  readonly previous_hash: string
  readonly [field: string]: unknown
}

interface ConsentFile {
  readonly records: readonly ExportedRecord[]
  readonly neighbours: readonly {
    readonly seq: number
    readonly hash: string
    readonly previous_hash: string
  }[]
  readonly heads: readonly { readonly day: string; readonly seq: number; readonly hash: string }[]
  readonly public_key: string
  readonly signature: string
}

/** `text`: the file as it was downloaded. */
export function verifyConsents(text: string, published: PublishedProof = {}): Verification {
  const file = readFile(text)
  if (file === null) return { ok: false, records: 0, broken_at: 'file' }
  const records = Array.isArray(file.records) ? file.records : []
  const own = keyOf(file.public_key)
  const given = published.key === undefined ? null : keyOf(published.key)
  const isGiven = own !== null && given !== null && fingerprintOf(own) === fingerprintOf(given)
  const brokenAt =
    findBroken(file, records) ??
    (published.key !== undefined && !isGiven ? 'key' : null) ??
    (published.heads === undefined || hasHeads(file, published.heads) ? null : 'heads')
  const about = { records: records.length, ...(own && { fingerprint: fingerprintOf(own) }) }
  if (brokenAt !== null) return { ok: false, ...about, broken_at: brokenAt }
  return { ok: true, ...about, key: isGiven ? 'verified' : 'unverified' }
}

function keyOf(pem: unknown): KeyObject | null {
  try {
    return createPublicKey(String(pem))
  } catch {
    return null
  }
}

/** A key has more than one PEM: what it holds is compared. */
const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')

/** The heads of the file are those that were published; that of its last day may have grown since. */
function hasHeads({ heads = [] }: ConsentFile, text: string): boolean {
  const first = heads[0]?.day
  const last = heads.at(-1)?.day
  if (first === undefined || last === undefined) return true
  const listed = readFile(text) as { readonly heads?: unknown } | null
  if (typeof listed?.heads !== 'object' || listed.heads === null) return false
  const own = new Map(heads.map(one => [one.day, one.hash]))
  return Object.values(listed.heads).some(
    days => Array.isArray(days) && holdsDays(own, days, { first, last }),
  )
}

interface Head {
  readonly day: string
  readonly hash: string
}

function holdsDays(
  own: ReadonlyMap<string, string>,
  published: readonly Head[],
  { first, last }: { readonly first: string; readonly last: string },
): boolean {
  const within = published.filter(({ day }) => day >= first && day < last)
  const days = new Set(within.map(one => one.day))
  return (
    within.every(({ day, hash }) => own.get(day) === hash) &&
    [...own.keys()].every(day => day === last || days.has(day))
  )
}

/** null: it is no object in JSON. */
function readFile(text: string): ConsentFile | null {
  try {
    const file: unknown = JSON.parse(text)
    return typeof file === 'object' ? (file as ConsentFile | null) : null
  } catch {
    return null
  }
}

function findBroken(file: ConsentFile, records: readonly ExportedRecord[]): string | null {
  const wrong = records.find(record => !isWhole(record))
  if (wrong !== undefined) return String(wrong.id)
  const loose = findLoose(file, records)
  if (loose !== null) return loose
  return isSigned(file) ? null : 'signature'
}

/** The record is what was hashed. */
function isWhole(record: ExportedRecord): boolean {
  try {
    const previous = Buffer.from(record.previous_hash, 'hex')
    if (linkHash(previous, record.proof).toString('hex') !== record.hash) return false
    const proof = JSON.parse(record.proof) as Record<string, unknown>
    return isShownAs(record, proof) && hasDigests(record, proof)
  } catch {
    return false
  }
}

const shownFields = [
  'id',
  'contact_id',
  'topic_id',
  'action',
  'at',
  'method',
  'actor',
  'page',
  'wording',
] as const

function isShownAs(record: ExportedRecord, proof: Record<string, unknown>): boolean {
  const isSame = (one: unknown, other: unknown): boolean =>
    JSON.stringify(sorted(one) ?? null) === JSON.stringify(sorted(other) ?? null)
  if (!shownFields.every(name => isSame(record[name], proof[name]))) return false
  if (!isSame(record.email_id ?? null, proof.email_id)) return false
  const { evidence } = record as { evidence?: object | null }
  return isSame(evidence == null ? null : { basis: null, ...evidence }, proof.evidence)
}

/** The order of members is nothing. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What a person could be known by fits its digest; after an erasure nothing is left to compare. */
function hasDigests(record: ExportedRecord, proof: Record<string, unknown>): boolean {
  const key = Buffer.from(record.key, 'hex')
  const made = JSON.parse(
    proofOf(
      proof as never,
      {
        actor: null,
        page: null,
        wording: null,
        email_id: null,
        evidence: null,
        ip: record.ip as string | null,
        user_agent: record.user_agent as string | null,
      },
      key,
    ),
  ) as Record<string, unknown>
  return (['ip', 'user_agent'] as const).every(
    name => record[name] == null || made[name] === proof[name],
  )
}

/** The name of the first link that does not hold. */
function findLoose(file: ConsentFile, records: readonly ExportedRecord[]): string | null {
  const links = new Map([...(file.neighbours ?? []), ...records].map(one => [one.seq, one]))
  for (const record of records) {
    const before = links.get(record.seq - 1)
    const after = links.get(record.seq + 1)
    if (before === undefined ? record.seq !== 1 : before.hash !== record.previous_hash) {
      return record.id
    }
    if (after !== undefined && after.previous_hash !== record.hash) return record.id
  }
  const head = (file.heads ?? []).find(one => {
    const link = links.get(one.seq)
    return link !== undefined && link.hash !== one.hash
  })
  return head === undefined ? null : 'heads'
}

function isSigned({ public_key, signature, ...signed }: ConsentFile): boolean {
  try {
    return verify(
      null,
      Buffer.from(JSON.stringify(signed)),
      createPublicKey(public_key),
      Buffer.from(signature, 'base64'),
    )
  } catch {
    return false
  }
}
