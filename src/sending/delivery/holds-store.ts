/** All SQL on mail_holds. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'

/** Whose mail, or where to: one of the two. */
export type HeldPart =
  | { readonly accountId: Uuid; readonly domain: null }
  | { readonly accountId: null; readonly domain: string }

export type MailHold = HeldPart & {
  readonly id: Uuid
  /** It is let go by itself then; null: by hand. */
  readonly until: Date | null
  /** What the customer reads. */
  readonly note: Text | null
  readonly createdAt: Date
}

const columns = `id, account_id as "accountId", domain, until, note, created_at as "createdAt"`

/** Oldest first. */
export const selectHolds = (sql: Sql, now: Date): Promise<MailHold[]> =>
  sql.query<MailHold>(
    `select ${columns} from mail_holds where until is null or until > $1 order by id`,
    [now],
  )

/** One of the same part is replaced, and keeps its id. */
export async function upsertHold(tx: Sql, hold: MailHold): Promise<MailHold> {
  const unique = hold.domain === null ? 'account_id' : 'domain'
  const [row] = await tx.query<MailHold>(
    `insert into mail_holds (id, account_id, domain, until, note, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (${unique}) do update set until = $4, note = $5
     returning ${columns}`,
    [hold.id, hold.accountId, hold.domain, hold.until, hold.note, hold.createdAt],
  )
  return row!
}

export async function deleteHold(tx: Sql, id: Uuid): Promise<MailHold | null> {
  const [row] = await tx.query<MailHold>(
    `delete from mail_holds where id = $1 returning ${columns}`,
    [id],
  )
  return row ?? null
}

export async function deleteHoldsBefore(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from mail_holds where until <= $1', [now])
}
