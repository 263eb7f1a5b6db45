/** All SQL on sign-ins under way. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export type AttemptKind = 'provider' | 'passkey' | 'new_passkey'

export interface NewAttempt {
  readonly hash: Buffer
  readonly kind: AttemptKind
  readonly invitationHash: Buffer | null
  readonly memberId: Uuid | null
  readonly until: Date
}

export async function insertAttempt(sql: Sql, attempt: NewAttempt): Promise<void> {
  await sql.query(
    `insert into sign_in_attempts (hash, kind, invitation_hash, member_id, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [attempt.hash, attempt.kind, attempt.invitationHash, attempt.memberId, attempt.until],
  )
}

/** Takes an attempt out, so that it works once; null where it is unknown or has run out. */
export async function takeAttempt(
  sql: Sql,
  kind: AttemptKind,
  { hash, now }: { readonly hash: Buffer; readonly now: Date },
): Promise<Pick<NewAttempt, 'invitationHash' | 'memberId'> | null> {
  const [row] = await sql.query<Pick<NewAttempt, 'invitationHash' | 'memberId'>>(
    `delete from sign_in_attempts where hash = $1 and kind = $2 and expires_at > $3
     returning invitation_hash as "invitationHash", member_id as "memberId"`,
    [hash, kind, now],
  )
  return row ?? null
}

/** Those that a member has begun. */
export async function deleteAttemptsOf(tx: Sql, memberId: Uuid): Promise<void> {
  await tx.query('delete from sign_in_attempts where member_id = $1', [memberId])
}

/** Those that have run out. */
export async function deleteAttempts(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from sign_in_attempts where expires_at <= $1', [now])
}
