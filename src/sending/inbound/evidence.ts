/**
 * Whom a complaint is about: only a token of ours says so. It stands in the return path, which the
 * returned message or the report's Original-Mail-From shows, and in the reference field of every
 * message, which is enough where it names a recipient or the email has but one.
 */
import { type ReferencedRecipient, readReference } from '#kernel/mail/reference.ts'
import { readReturnPath } from '#kernel/mail/return-path.ts'

/** Tokens tried in one report. */
const maxCandidates = 20

/** The recipient or email that a text names by a valid token; null where it names none. */
export function findReportedRecipient(secret: Buffer, text: string): ReferencedRecipient | null {
  let email: ReferencedRecipient | null = null
  let tried = 0
  for (const match of text.matchAll(/bounce\+[a-z2-7]{20,80}(?=@)|\b[a-z2-7]{40,60}\b/gi)) {
    if (++tried > maxCandidates) break
    const named = readReturnPath(secret, match[0]) ?? readReference(secret, match[0])
    // Our field stands on top. What names a recipient of another email below it is of a letter that
    // was sent on as a message of its own: the complaint is not about that one.
    if (email !== null && named?.emailId !== email.emailId) continue
    if (named?.n != null) return named
    email ??= named
  }
  return email
}
