/** All SQL on notice_choices. */
import type { Language } from '#kernel/base/languages.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Key } from './member.ts'

export interface ChoicesRow {
  readonly letters: Readonly<Record<string, boolean>>
  readonly weeklyDigest: boolean
}

const columns = `letters, weekly_digest as "weeklyDigest"`
const none: ChoicesRow = { letters: {}, weeklyDigest: false }

export async function selectChoices(sql: Sql, { accountId, memberId }: Key): Promise<ChoicesRow> {
  const [row] = await sql.query<ChoicesRow>(
    `select ${columns} from notice_choices where account_id = $1 and member_id = $2`,
    [accountId, memberId],
  )
  return row ?? none
}

interface Change {
  readonly letters: Readonly<Record<string, boolean>>
  /** Null: as it is. */
  readonly weeklyDigest: boolean | null
  readonly now: Date
}

/** One statement: two changes at once lose nothing of each other. */
export async function saveChoices(
  sql: Sql,
  { accountId, memberId }: Key,
  { letters, weeklyDigest, now }: Change,
): Promise<ChoicesRow> {
  const [row] = await sql.query<ChoicesRow>(
    `insert into notice_choices as c (account_id, member_id, letters, weekly_digest, digest_at)
     values ($1, $2, $3, coalesce($4, false),
             case when $4 then $5::timestamptz + interval '7 days' end)
     on conflict (account_id, member_id) do update
       set letters = c.letters || excluded.letters,
           weekly_digest = coalesce($4, c.weekly_digest),
           digest_at = case when $4 is null then c.digest_at
                            when $4 then coalesce(c.digest_at, excluded.digest_at) end
     returning ${columns}`,
    [accountId, memberId, JSON.stringify(letters), weeklyDigest, now],
  )
  return row!
}

/** Somebody whose weekly digest is due. */
export interface DueDigest extends Key {
  readonly email: string
  readonly language: Language
  readonly at: Date
  /** What the account was told in the week before. */
  readonly notices: number
}

/** Oldest first; who has not confirmed their address gets none. */
export function selectDueDigests(sql: Sql, now: Date, count: number): Promise<DueDigest[]> {
  return sql.query<DueDigest>(
    `select c.account_id as "accountId", c.member_id as "memberId", m.email, m.language,
            c.digest_at as at,
            (select count(*)::integer from notices n
             where n.account_id = c.account_id and n.created_at > $1::timestamptz - interval '7 days'
               and n.member_id is null) as notices
     from notice_choices c
     join members m on m.account_id = c.account_id and m.id = c.member_id
     where c.digest_at <= $1 and m.verified_at is not null
     order by c.digest_at limit $2`,
    [now, count],
  )
}

/** The next one is due a week after now; false: another node was faster, or it is not wanted any more. */
export async function moveDigest(
  tx: Sql,
  { accountId, memberId, at }: Pick<DueDigest, 'accountId' | 'memberId' | 'at'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update notice_choices set digest_at = $4::timestamptz + interval '7 days'
     where account_id = $1 and member_id = $2 and digest_at = $3 returning member_id`,
    [accountId, memberId, at, now],
  )
  return rows.length > 0
}
