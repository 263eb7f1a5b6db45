/**
 * Checks an exported file of consents without a connection: each record against the text that was
 * hashed, the hashes against each other and their neighbours, the whole against its signature.
 */
import { createPublicKey, verify } from 'node:crypto'
import { linkHash, proofOf } from './consent-record.ts'

interface Verified {
  readonly ok: boolean
  readonly records: number
  /** The id of the first record that is wrong, or `signature`, `neighbours`, `file`. */
  readonly broken_at?: string
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
  readonly heads: readonly { readonly seq: number; readonly hash: string }[]
  readonly public_key: string
  readonly signature: string
}

/** `text`: the file as it was downloaded. */
export function verifyConsents(text: string): Verified {
  const file = readFile(text)
  if (file === null) return { ok: false, records: 0, broken_at: 'file' }
  const records = Array.isArray(file.records) ? file.records : []
  const brokenAt = findBroken(file, records)
  return {
    ok: brokenAt === null,
    records: records.length,
    ...(brokenAt === null ? {} : { broken_at: brokenAt }),
  }
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
