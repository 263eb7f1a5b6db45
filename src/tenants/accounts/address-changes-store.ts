/** All SQL on changes of log-in addresses. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Key } from './member.ts'

export interface NewChange extends Key {
  readonly id: Uuid
  readonly previous: string
  readonly next: string
  readonly hash: Buffer
  readonly askedAt: Date
  readonly expiresAt: Date
}

/** In place of one that has not been confirmed yet. */
export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  await deleteUnconfirmed(tx, change)
  await tx.query(
    `insert into address_changes
       (id, account_id, member_id, previous, next, hash, asked_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      change.id,
      change.accountId,
      change.memberId,
      change.previous,
      change.next,
      change.hash,
      change.askedAt,
      change.expiresAt,
    ],
  )
}

/** The link that waits, if there is one, leads nowhere any more. */
export async function deleteUnconfirmed(sql: Sql, key: Key): Promise<void> {
  await sql.query(
    'delete from address_changes where account_id = $1 and member_id = $2 and confirmed_at is null',
    [key.accountId, key.memberId],
  )
}

/** All of a member, those that might be taken back as well. */
export async function deleteChangesOf(tx: Tx, key: Key): Promise<void> {
  await tx.query('delete from address_changes where account_id = $1 and member_id = $2', [
    key.accountId,
    key.memberId,
  ])
}

/** Uses the link to the new address up; null unless it is this member's, good and not too old. */
export async function selectNext(
  sql: Sql,
  key: Key,
  link: { readonly hash: Buffer; readonly at: Date },
): Promise<string | null> {
  const [row] = await sql.query<{ next: string }>(
    `select next from address_changes
     where account_id = $1 and member_id = $2 and hash = $3 and expires_at > $4`,
    [key.accountId, key.memberId, link.hash, link.at],
  )
  return row?.next ?? null
}

export async function takeChange(
  tx: Tx,
  key: Key,
  link: { readonly hash: Buffer; readonly at: Date },
): Promise<{ id: Uuid; next: string } | null> {
  const [row] = await tx.query<{ id: Uuid; next: string }>(
    `update address_changes set hash = null
     where account_id = $1 and member_id = $2 and hash = $3 and expires_at > $4
     returning id, next`,
    [key.accountId, key.memberId, link.hash, link.at],
  )
  return row ?? null
}

export async function markConfirmed(
  tx: Tx,
  id: Uuid,
  kept: {
    readonly previous: string
    readonly at: Date
    readonly undoHash: Buffer
    readonly until: Date
  },
): Promise<void> {
  await tx.query(
    `update address_changes set previous = $2, confirmed_at = $3, undo_hash = $4, expires_at = $5
     where id = $1`,
    [id, kept.previous, kept.at, kept.undoHash, kept.until],
  )
}

interface UndoneChange extends Key {
  readonly previous: string
  readonly askedAt: Date
  readonly confirmedAt: Date
}

/** Uses the link to the old address up; null where it is unknown or too old. */
export async function takeUndo(tx: Tx, undoHash: Buffer, at: Date): Promise<UndoneChange | null> {
  const [row] = await tx.query<UndoneChange>(
    `delete from address_changes where undo_hash = $1 and expires_at > $2
     returning account_id as "accountId", member_id as "memberId", previous,
       asked_at as "askedAt", confirmed_at as "confirmedAt"`,
    [undoHash, at],
  )
  return row ?? null
}

/** What came after one that is taken back goes with it: its links would lead to a stranger again. */
export async function deleteChangesSince(tx: Tx, key: Key, since: Date): Promise<void> {
  await tx.query(
    `delete from address_changes
     where account_id = $1 and member_id = $2 and (confirmed_at is null or confirmed_at >= $3)`,
    [key.accountId, key.memberId, since],
  )
}

/** Whether somebody else may still take one of these addresses back. */
export async function isPromised(
  sql: Sql,
  spellings: readonly string[],
  asked: { readonly but: Uuid | null; readonly at: Date },
): Promise<boolean> {
  const rows = await sql.query(
    `select from address_changes
     where previous = any($1::text[]) and confirmed_at is not null and expires_at > $3
       and ($2::uuid is null or member_id <> $2) limit 1`,
    [spellings, asked.but, asked.at],
  )
  return rows.length > 0
}

interface OpenChange {
  readonly accountId: Uuid
  readonly previous: string
  readonly next: string
  /** Null while it waits for its link. */
  readonly confirmedAt: Date | null
  /** Until when it may be confirmed, or taken back. */
  readonly expiresAt: Date
}

/** What may yet be confirmed or taken back in these accounts, oldest first. */
export function selectOpenChanges(
  sql: Sql,
  accountIds: readonly Uuid[],
  at: Date,
): Promise<OpenChange[]> {
  return sql.query<OpenChange>(
    `select account_id as "accountId", previous, next, confirmed_at as "confirmedAt",
       expires_at as "expiresAt"
     from address_changes
     where account_id = any($1::uuid[]) and expires_at > $2
     order by asked_at, id`,
    [accountIds, at],
  )
}

export async function deleteOldChanges(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from address_changes where expires_at <= $1', [now])
}
