/** All SQL on members beyond their creation, and on invitations. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { currentHead, seal, unseal } from '#kernel/world/sealed.ts'
import type { Credentials, Key, Member, Role } from './member.ts'

const memberColumns = `account_id as "accountId", id, email, name, role, language,
  verified_at as "verifiedAt", totp_enabled_at as "totpEnabledAt", created_at as "createdAt",
  seen_at as "seenAt"`
const credentialColumns = `${memberColumns}, password_hash as "passwordHash",
  totp_secret as "totpSecret"`

const opened = (row: Credentials | undefined): Credentials | null =>
  row ? { ...row, totpSecret: row.totpSecret && unseal('totp', row.totpSecret) } : null

/** Whoever has the first of these spellings that anybody has. */
export async function selectCredentials(
  sql: Sql,
  spellings: readonly string[],
): Promise<Credentials | null> {
  const [row] = await sql.query<Credentials>(
    `select ${credentialColumns} from members where email = any($1::text[])
     order by array_position($1::text[], email) limit 1`,
    [spellings],
  )
  return opened(row)
}

export async function credentialsOf(sql: Sql, key: Key): Promise<Credentials | null> {
  const [row] = await sql.query<Credentials>(
    `select ${credentialColumns} from members where account_id = $1 and id = $2`,
    [key.accountId, key.memberId],
  )
  return opened(row)
}

/** Oldest first. */
export async function selectMembers(sql: Sql, accountId: Uuid): Promise<Member[]> {
  return sql.query<Member>(
    `select ${memberColumns} from members where account_id = $1 order by id`,
    [accountId],
  )
}

/** The account's members, held until the transaction ends: owners are counted among them. */
export async function lockMembers(tx: Sql, accountId: Uuid): Promise<Member[]> {
  return tx.query<Member>(
    `select ${memberColumns} from members where account_id = $1 order by id for update`,
    [accountId],
  )
}

/** Of somebody who is no owner, and does not become one: an account keeps its owners. */
export async function giveRole(tx: Sql, key: Key, role: Role): Promise<void> {
  await tx.query('update members set role = $3 where account_id = $1 and id = $2', [
    key.accountId,
    key.memberId,
    role,
  ])
}

export async function deleteMember(tx: Sql, key: Key): Promise<void> {
  await tx.query('delete from members where account_id = $1 and id = $2', [
    key.accountId,
    key.memberId,
  ])
}

export async function updateProfile(
  sql: Sql,
  key: Key,
  profile: { readonly name: string | null; readonly language: Language | null },
): Promise<void> {
  await sql.query(
    `update members set name = coalesce($3, name), language = coalesce($4, language)
     where account_id = $1 and id = $2`,
    [key.accountId, key.memberId, profile.name, profile.language],
  )
}

export async function updatePassword(tx: Sql, key: Key, passwordHash: string): Promise<void> {
  await tx.query('update members set password_hash = $3 where account_id = $1 and id = $2', [
    key.accountId,
    key.memberId,
    passwordHash,
  ])
}

/** Nobody comes in by a password until another is chosen. */
export async function forgetPassword(tx: Sql, key: Key): Promise<void> {
  await tx.query('update members set password_hash = null where account_id = $1 and id = $2', [
    key.accountId,
    key.memberId,
  ])
}

/** Whoever used what was mailed to an address has it; returns whether that was not known before. */
export async function markVerified(tx: Sql, key: Key, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `update members set verified_at = $3
     where account_id = $1 and id = $2 and verified_at is null returning id`,
    [key.accountId, key.memberId, at],
  )
  return rows.length > 0
}

/** All members of the account but one. */
export async function deleteOtherMembers(tx: Sql, key: Key): Promise<void> {
  await tx.query('delete from members where account_id = $1 and id <> $2', [
    key.accountId,
    key.memberId,
  ])
}

/** Notes that somebody is here. */
export async function noteSeen(sql: Sql, key: Key, at: Date): Promise<void> {
  await sql.query(
    `update members set seen_at = $3
     where account_id = $1 and id = $2 and (seen_at is null or seen_at < $3)`,
    [key.accountId, key.memberId, at],
  )
}

/** A secret on trial; one that is in force already stays. Returns whether it was taken. */
export async function proposeTotp(sql: Sql, key: Key, secret: Buffer): Promise<boolean> {
  const rows = await sql.query(
    `update members set totp_secret = $3, totp_step = null
     where account_id = $1 and id = $2 and totp_enabled_at is null returning id`,
    [key.accountId, key.memberId, seal('totp', secret)],
  )
  return rows.length > 0
}

export async function enableTotp(
  tx: Sql,
  key: Key,
  given: { readonly at: Date; readonly recoveryHashes: readonly Buffer[] },
): Promise<void> {
  await tx.query(
    `update members set totp_enabled_at = $3, recovery_hashes = $4
     where account_id = $1 and id = $2`,
    [key.accountId, key.memberId, given.at, given.recoveryHashes],
  )
}

export async function disableTotp(tx: Sql, key: Key): Promise<void> {
  await tx.query(
    `update members set totp_enabled_at = null, totp_secret = null, totp_step = null,
       recovery_hashes = '{}'
     where account_id = $1 and id = $2`,
    [key.accountId, key.memberId],
  )
}

/** The same of a second step that was set up at that time or later. */
export async function disableTotpSince(tx: Sql, key: Key, since: Date): Promise<void> {
  await tx.query(
    `update members set totp_enabled_at = null, totp_secret = null, totp_step = null,
       recovery_hashes = '{}'
     where account_id = $1 and id = $2 and totp_enabled_at >= $3`,
    [key.accountId, key.memberId, since],
  )
}

/** Marks a code as used; false where it, or a later one, has been used before. */
export async function takeTotpStep(sql: Sql, key: Key, step: number): Promise<boolean> {
  const rows = await sql.query(
    `update members set totp_step = $3
     where account_id = $1 and id = $2 and (totp_step is null or totp_step < $3) returning id`,
    [key.accountId, key.memberId, step],
  )
  return rows.length > 0
}

/** Uses a recovery code up; false where there is none like it. */
export async function takeRecoveryCode(sql: Sql, key: Key, hash: Buffer): Promise<boolean> {
  const rows = await sql.query(
    `update members set recovery_hashes = array_remove(recovery_hashes, $3)
     where account_id = $1 and id = $2 and $3 = any(recovery_hashes) returning id`,
    [key.accountId, key.memberId, hash],
  )
  return rows.length > 0
}

/** Seals secrets of two-step log-in under the first key that are not; returns how many. */
export async function sealTwoStep(tx: Tx, limit: number): Promise<number> {
  const head = currentHead()
  if (head === null) return 0
  const rows = await tx.query<{ id: Uuid; kept: Buffer }>(
    `select id, totp_secret as kept from members
     where totp_secret is not null and substring(totp_secret from 1 for $1) <> $2
     limit $3 for update`,
    [head.length, Buffer.from(head), limit],
  )
  if (rows.length === 0) return 0
  await tx.query(
    `update members m set totp_secret = t.kept
     from unnest($1::uuid[], $2::bytea[]) as t (id, kept) where m.id = t.id`,
    [rows.map(row => row.id), rows.map(row => seal('totp', unseal('totp', row.kept)))],
  )
  return rows.length
}
