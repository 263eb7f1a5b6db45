/** All SQL on accounts as the operator helps, lists and closes them. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { Key } from './member.ts'

interface KnownAccount {
  readonly id: Uuid
  readonly name: string
  readonly email: string
  readonly plan: string
  readonly trustLevel: number
  readonly pause: string
  readonly isOperator: boolean
  readonly createdAt: Date
  readonly closedAt: Date | null
}

/** Oldest first, from behind one of them. */
export function selectAccounts(
  sql: Sql,
  page: { readonly after: Uuid | null; readonly limit: number },
): Promise<KnownAccount[]> {
  return sql.query<KnownAccount>(
    `select id, name, email, plan, trust_level as "trustLevel", pause,
       is_operator as "isOperator", created_at as "createdAt", closed_at as "closedAt"
     from accounts where $1::uuid is null or id > $1 order by id limit $2`,
    [page.after, page.limit],
  )
}

/** Those that run the installation, oldest first. */
export const selectOperators = (sql: Sql): Promise<KnownAccount[]> =>
  sql.query<KnownAccount>(
    `select id, name, email, plan, trust_level as "trustLevel", pause,
       is_operator as "isOperator", created_at as "createdAt", closed_at as "closedAt"
     from accounts where is_operator order by id`,
  )

export async function updateMemberAddress(
  tx: Tx,
  key: Key,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `update members set email = $3, verified_at = coalesce(verified_at, $4)
     where account_id = $1 and id = $2`,
    [key.accountId, key.memberId, email, at],
  )
}

/** A name that is the address was never given by anybody: it goes along. */
const followed = (to: string): string =>
  `email = ${to}, name = case when name = email then ${to} else name end`

export async function updateAccountAddress(tx: Tx, id: Uuid, email: string): Promise<void> {
  await tx.query(`update accounts set ${followed('$2')} where id = $1`, [id, email])
}

/** The same where it has been another one. */
export async function moveAccountAddress(
  tx: Tx,
  id: Uuid,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const text = `update accounts set ${followed('$3')} where id = $1 and email = $2`
  await tx.query(text, [id, from, to])
}

export async function markProjectsDeleted(tx: Tx, accountId: Uuid, at: Date): Promise<Uuid[]> {
  const rows = await tx.query<{ id: Uuid }>(
    `update projects set deleted_at = $2 where account_id = $1 and deleted_at is null
     returning id`,
    [accountId, at],
  )
  return rows.map(row => row.id)
}

/**
 * Who its people were goes; sessions, links and choices go with them. The row stays: invoices
 * refer to it.
 */
export async function erasePeople(tx: Tx, id: Uuid, at: Date): Promise<void> {
  await tx.query('delete from notices where account_id = $1', [id])
  await tx.query('delete from members where account_id = $1', [id])
  await tx.query(
    `update accounts set name = '', email = id::text || '@closed.invalid', closed_at = $2,
       is_operator = false
     where id = $1`,
    [id, at],
  )
}

export async function isClosed(tx: Tx, id: Uuid): Promise<boolean> {
  const rows = await tx.query('select from accounts where id = $1 and closed_at is not null', [id])
  return rows.length > 0
}
