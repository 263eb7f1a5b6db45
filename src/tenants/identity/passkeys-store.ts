/** All SQL on passkeys. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Key } from '../accounts/member.ts'

export interface Passkey {
  readonly id: Uuid
  readonly credentialId: Buffer
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
}

/** All that an assertion is judged by. */
export interface StoredPasskey extends Passkey, Key {
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

const columns = `id, credential_id as "credentialId", name, created_at as "createdAt",
  used_at as "usedAt"`

/** False where the authenticator has been registered already. */
export async function insertPasskey(
  tx: Sql,
  passkey: Omit<StoredPasskey, 'usedAt'>,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into passkeys (account_id, member_id, id, credential_id, public_key, counter,
       transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing
     returning id`,
    [
      passkey.accountId,
      passkey.memberId,
      passkey.id,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.createdAt,
    ],
  )
  return rows.length > 0
}

export async function countPasskeys(tx: Sql, key: Key): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from passkeys where account_id = $1 and member_id = $2',
    [key.accountId, key.memberId],
  )
  return row!.n
}

/** Oldest first. */
export async function selectPasskeys(sql: Sql, key: Key): Promise<Passkey[]> {
  return sql.query<Passkey>(
    `select ${columns} from passkeys where account_id = $1 and member_id = $2 order by id`,
    [key.accountId, key.memberId],
  )
}

export async function findPasskey(sql: Sql, credentialId: Buffer): Promise<StoredPasskey | null> {
  const [row] = await sql.query<StoredPasskey>(
    `select ${columns}, account_id as "accountId", member_id as "memberId",
       public_key as "publicKey", counter::float8 as counter, transports
     from passkeys where credential_id = $1`,
    [credentialId],
  )
  return row ?? null
}

/** Notes a use; false where another one has got ahead, or the passkey is gone. */
export async function usePasskey(
  tx: Sql,
  { accountId, id }: Pick<StoredPasskey, 'accountId' | 'id'>,
  use: { readonly from: number; readonly to: number; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `update passkeys set counter = $4, used_at = $5
     where account_id = $1 and id = $2 and counter = $3 returning id`,
    [accountId, id, use.from, use.to, use.at],
  )
  return rows.length > 0
}

/** Returns the name of the one that there was. */
export async function deletePasskey(sql: Sql, key: Key, id: Uuid): Promise<string | null> {
  const [row] = await sql.query<{ name: string }>(
    'delete from passkeys where account_id = $1 and member_id = $2 and id = $3 returning name',
    [key.accountId, key.memberId, id],
  )
  return row?.name ?? null
}

export async function updatePasskeyName(
  sql: Sql,
  key: Key,
  id: Uuid,
  name: string,
): Promise<Passkey | null> {
  const [row] = await sql.query<Passkey>(
    `update passkeys set name = $4 where account_id = $1 and member_id = $2 and id = $3
     returning ${columns}`,
    [key.accountId, key.memberId, id, name],
  )
  return row ?? null
}

/** All of a member, or those added since. */
export async function deletePasskeysOf(tx: Sql, key: Key, since: Date | null): Promise<void> {
  await tx.query(
    `delete from passkeys
     where account_id = $1 and member_id = $2 and ($3::timestamptz is null or created_at >= $3)`,
    [key.accountId, key.memberId, since],
  )
}
