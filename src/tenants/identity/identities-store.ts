/** All SQL on who members are at an identity provider. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Key } from '../accounts/member.ts'

/** Who somebody is there: for good (OpenID Connect Core 1.0 §5.7), which an address is not. */
export interface ProviderIdentity {
  readonly issuer: string
  readonly subject: string
}

/** The member who is that, noted as seen; null: nobody. */
export async function touchIdentity(
  tx: Sql,
  { issuer, subject }: ProviderIdentity,
  at: Date,
): Promise<Key | null> {
  const [row] = await tx.query<Key>(
    `update member_identities set seen_at = $3 where issuer = $1 and subject = $2
     returning account_id as "accountId", member_id as "memberId"`,
    [issuer, subject, at],
  )
  return row ?? null
}

/** Whether anybody here is that. */
export async function isLinked(sql: Sql, { issuer, subject }: ProviderIdentity): Promise<boolean> {
  const rows = await sql.query('select from member_identities where issuer = $1 and subject = $2', [
    issuer,
    subject,
  ])
  return rows.length > 0
}

export async function insertIdentity(
  tx: Sql,
  link: ProviderIdentity & Key & { readonly email: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `insert into member_identities
       (issuer, subject, account_id, member_id, email, linked_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [link.issuer, link.subject, link.accountId, link.memberId, link.email, link.at],
  )
}

/** Whether a member is somebody there already. */
export async function hasIdentity(tx: Sql, key: Key, issuer: string): Promise<boolean> {
  const rows = await tx.query(
    'select from member_identities where account_id = $1 and member_id = $2 and issuer = $3',
    [key.accountId, key.memberId, issuer],
  )
  return rows.length > 0
}

/** Whoever they were there may be linked anew: all links, or those made since. */
export async function deleteIdentitiesOf(tx: Sql, key: Key, since: Date | null): Promise<void> {
  await tx.query(
    `delete from member_identities
     where account_id = $1 and member_id = $2 and ($3::timestamptz is null or linked_at >= $3)`,
    [key.accountId, key.memberId, since],
  )
}

export interface LinkedIdentity {
  readonly id: Uuid
  readonly issuer: string
  readonly email: string
  readonly linkedAt: Date
  readonly seenAt: Date
}

export const selectIdentities = (sql: Sql, key: Key): Promise<LinkedIdentity[]> =>
  sql.query<LinkedIdentity>(
    `select id, issuer, email, linked_at as "linkedAt", seen_at as "seenAt"
     from member_identities where account_id = $1 and member_id = $2 order by linked_at, id`,
    [key.accountId, key.memberId],
  )

export async function deleteIdentity(
  tx: Sql,
  key: Key,
  id: Uuid,
): Promise<Pick<LinkedIdentity, 'issuer' | 'email'> | null> {
  const [row] = await tx.query<Pick<LinkedIdentity, 'issuer' | 'email'>>(
    `delete from member_identities where account_id = $1 and member_id = $2 and id = $3
     returning issuer, email`,
    [key.accountId, key.memberId, id],
  )
  return row ?? null
}
