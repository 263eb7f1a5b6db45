/** All SQL on the notices table. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { NewNotice, NoticeLevel } from './notice.ts'

export interface NoticeRow {
  readonly id: Uuid
  readonly level: NoticeLevel
  readonly code: string
  readonly text: Text
  readonly createdAt: Date
  readonly readAt: Date | null
}

export async function insertNotices(
  tx: Sql,
  notices: readonly (NewNotice & { readonly id: Uuid; readonly createdAt: Date })[],
): Promise<void> {
  await tx.query(
    `insert into notices (account_id, id, level, code, text, created_at, letter)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[],
                          $6::timestamptz[], $7::boolean[])`,
    [
      notices.map(one => one.accountId),
      notices.map(one => one.id),
      notices.map(one => one.level),
      notices.map(one => one.code),
      notices.map(one => JSON.stringify(one.text)),
      notices.map(one => one.createdAt),
      notices.map(one => one.isLetter ?? false),
    ],
  )
}

export function selectNewestNotices(
  sql: Sql,
  accountId: Uuid,
  count: number,
): Promise<NoticeRow[]> {
  return sql.query<NoticeRow>(
    `select id, level, code, text, created_at as "createdAt", read_at as "readAt"
     from notices where account_id = $1 order by id desc limit $2`,
    [accountId, count],
  )
}

/** Up to `count` of an account's notices older than the given one, newest first. */
export function selectNotices(
  sql: Sql,
  accountId: Uuid,
  before: Uuid | null,
  count: number,
): Promise<NoticeRow[]> {
  return sql.query<NoticeRow>(
    `select id, level, code, text, created_at as "createdAt", read_at as "readAt"
     from notices where account_id = $1 and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [accountId, before, count],
  )
}

/** Marks one as read, if it is not yet; null where the account has none like it. */
export async function markRead(
  sql: Sql,
  accountId: Uuid,
  id: Uuid,
  at: Date,
): Promise<NoticeRow | null> {
  const [row] = await sql.query<NoticeRow>(
    `update notices set read_at = coalesce(read_at, $3) where account_id = $1 and id = $2
     returning id, level, code, text, created_at as "createdAt", read_at as "readAt"`,
    [accountId, id, at],
  )
  return row ?? null
}

/** A notice that is to go out as a letter, with whom it goes to. */
export interface DueLetter {
  readonly id: Uuid
  readonly accountId: Uuid
  readonly code: string
  readonly text: Text
  /** Owners who have confirmed their address, and where letters about money go. */
  readonly to: readonly { readonly email: string; readonly language: 'pt' | 'en' }[]
}

/** Oldest first. */
export function selectDueLetters(sql: Sql, count: number): Promise<DueLetter[]> {
  return sql.query<DueLetter>(
    `select n.id, n.account_id as "accountId", n.code, n.text,
            (select coalesce(jsonb_agg(distinct jsonb_build_object(
                      'email', t.email, 'language', t.language)), '[]')
             from (
               select m.email, m.language from members m
               where m.account_id = n.account_id and m.role = 'owner'
                 and m.verified_at is not null
               union
               select s.billing_email, a.language from standings s
               join accounts a on a.id = s.account_id
               where s.account_id = n.account_id and s.billing_email is not null
             ) t) as "to"
     from notices n
     where n.letter and n.posted_at is null order by n.id limit $1`,
    [count],
  )
}

/** False: another node has posted it. */
export async function markPosted(sql: Sql, id: Uuid, at: Date): Promise<boolean> {
  const rows = await sql.query(
    'update notices set posted_at = $2 where id = $1 and posted_at is null returning id',
    [id, at],
  )
  return rows.length > 0
}
