/** SQL on where members are signed in from. */
import type { Sql } from '#kernel/world/db.ts'

/** Where a member, by any spelling of their address, has open sessions from. */
export async function selectPlacesOf(sql: Sql, spellings: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ address: string }>(
    `select distinct s.address from members m
     join sessions s on s.account_id = m.account_id and s.member_id = m.id
     where m.email = any($1::text[])`,
    [spellings],
  )
  return rows.map(row => row.address)
}
