/** All SQL of a service on moved_accounts and moved_marks; moving itself writes them (boot). */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export type MarkKind =
  | 'address'
  | 'form'
  | 'identity'
  | 'key'
  | 'passkey'
  | 'project'
  | 'session'
  | 'token'

interface Whereabouts {
  readonly cell: string
  readonly url: string
  readonly isOver: boolean
}

/** Null: nothing of what has gone from here. */
export async function selectMoved(
  sql: Sql,
  kind: MarkKind,
  mark: string,
): Promise<Whereabouts | null> {
  const [row] = await sql.query<Whereabouts>(
    `select a.cell, a.url, a.step = 'done' as "isOver"
     from moved_marks m join moved_accounts a on a.account_id = m.account_id
     where m.kind = $1 and m.mark = $2`,
    [kind, mark],
  )
  return row ?? null
}

interface UnderWay {
  readonly accountId: Uuid
  readonly cell: string
  readonly since: Date
}

/** Accounts on their way that have been closed since before. */
export const selectUnderWay = (sql: Sql, before: Date): Promise<UnderWay[]> =>
  sql.query<UnderWay>(
    `select account_id as "accountId", cell, since from moved_accounts
     where step <> 'done' and since < $1 order by since limit 20`,
    [before],
  )

/** The cells that accounts have gone to, and whether one is on its way. */
export async function selectCellsMovedTo(
  sql: Sql,
): Promise<{ readonly cells: readonly string[]; readonly isUnderWay: boolean }> {
  const [row] = await sql.query<{ cells: string[]; isUnderWay: boolean }>(
    `select array(select distinct cell from moved_accounts where step = 'done') as cells,
       exists (select from moved_accounts where step <> 'done') as "isUnderWay"`,
  )
  return row!
}
