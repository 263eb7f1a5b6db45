/**
 * The reference that every message carries in a field of its own (`X-Malote-Ref`), by which a
 * complaint about it can be recognised where the return path was taken out. In mail whose recipients
 * all get the same bytes it names the email alone.
 */
import type { Uuid } from '../base/ids.ts'
import { makeToken, readRecipientPayload, readToken, recipientPayload } from './return-path.ts'

export interface ReferencedRecipient {
  readonly emailId: Uuid
  /** Null: the email as a whole. */
  readonly n: number | null
}

export const referenceHeader = 'X-Malote-Ref'
const purpose = 'reference'
const emailBytes = 16

/** The value of the field; letters a–z and digits 2–7 only. */
export function makeReference(secret: Buffer, { emailId, n }: ReferencedRecipient): string {
  const payload = recipientPayload(emailId, n ?? 0)
  return makeToken(secret, purpose, n === null ? payload.subarray(0, emailBytes) : payload)
}

/** What a reference of ours names; null for anything else. */
export function readReference(secret: Buffer, token: string): ReferencedRecipient | null {
  const payload = readToken(secret, purpose, token)
  if (payload === null) return null
  if (payload.length !== emailBytes) return readRecipientPayload(payload)
  const { emailId } = readRecipientPayload(Buffer.concat([payload, Buffer.alloc(2)]))!
  return { emailId, n: null }
}
