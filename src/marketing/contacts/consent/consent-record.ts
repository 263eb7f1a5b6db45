/**
 * The proof of a consent: what is kept of each change, the canonical text of it that is hashed, and
 * how a record is checked against that text. What a person could be known by stands in the text as a
 * keyed digest only, with a key of the record's own, so that erasing the person leaves the chain
 * whole, and a key that is handed out with one person's records opens no others.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'

export const consentActions = [
  'joined',
  'asked',
  'confirmed',
  'left',
  'imported',
  'blocked',
] as const
export type ConsentAction = (typeof consentActions)[number]

export const consentMethods = [
  'form',
  'preference_centre',
  'one_click',
  'api',
  'import',
  'dashboard',
  'complaint',
] as const
export type ConsentMethod = (typeof consentMethods)[number]

/** What somebody says about a consent that was given elsewhere or earlier. */
export interface Evidence {
  /** ms since 1970. */
  readonly at?: number
  readonly source?: string
  readonly ip?: string
  readonly page?: string
  readonly userAgent?: string
  readonly wording?: { readonly text: string; readonly language: Language }
  /** The address was confirmed there by its owner. */
  readonly confirmed?: boolean
}

/** As people read it. */
export interface ConsentPayload {
  readonly address?: string
  readonly actor: string | null
  readonly ip?: string | null
  readonly user_agent?: string | null
  readonly page: string | null
  readonly wording: {
    readonly text: string
    readonly version: number
    readonly language: Language
  } | null
  readonly email_id: string | null
  /** What the caller said of it; null: no evidence. */
  readonly evidence: {
    readonly at: string
    readonly source: string | null
    readonly confirmed: boolean
    readonly basis?: string
  } | null
}

/** What does not change when a person is erased. */
interface ConsentFacts {
  readonly id: string
  readonly project_id: string
  readonly mode: string
  readonly contact_id: string
  readonly topic_id: string | null
  readonly action: ConsentAction
  readonly at: string
  readonly method: ConsentMethod
}

/** The key of one record: from it and the record, the digests in its proof can be made again. */
export function recordKey(secret: Buffer, id: Uuid): Buffer {
  return createHmac('sha256', secret).update(`consent record ${id}`).digest()
}

/** By which the records of an address are found once the address is gone. */
export function addressMac(secret: Buffer, projectId: Uuid, key: string): Buffer {
  return createHmac('sha256', secret).update(`consent address ${projectId} ${key}`).digest()
}

const digest = (key: Buffer, what: string, value: string | null | undefined): string | null =>
  value == null ? null : createHmac('sha256', key).update(`${what} ${value}`).digest('hex')

/** The canonical text: the members in one order, no spaces. */
export function proofOf(facts: ConsentFacts, payload: ConsentPayload, key: Buffer): string {
  return JSON.stringify({
    id: facts.id,
    project_id: facts.project_id,
    mode: facts.mode,
    contact_id: facts.contact_id,
    topic_id: facts.topic_id,
    action: facts.action,
    at: facts.at,
    method: facts.method,
    actor: payload.actor,
    page: payload.page,
    wording: payload.wording && {
      text: payload.wording.text,
      version: payload.wording.version,
      language: payload.wording.language,
    },
    email_id: payload.email_id,
    evidence: payload.evidence && {
      at: payload.evidence.at,
      source: payload.evidence.source,
      confirmed: payload.evidence.confirmed,
      basis: payload.evidence.basis ?? null,
    },
    address: digest(key, 'address', payload.address),
    ip: digest(key, 'ip', payload.ip),
    user_agent: digest(key, 'user agent', payload.user_agent),
  })
}

/** Before the first record. */
export const genesis = Buffer.alloc(32)

export function linkHash(previous: Buffer, proof: string): Buffer {
  return createHash('sha256').update(previous).update(proof).digest()
}
