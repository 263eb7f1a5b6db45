/** All SQL on notice_choices. */
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
