/** All SQL on sign-ins that one cell hands over to another by the directory. */
import type { Sql } from '#kernel/world/db.ts'

interface HandedOver {
  readonly hash: Buffer
  readonly cell: string
  /** All that there is to know of it, so that whoever writes here alone signs nobody in. */
  readonly sealed: Buffer
  readonly until: Date
}

export async function insertHandedOver(
  sql: Sql,
  { hash, cell, sealed, until }: HandedOver,
): Promise<void> {
  await sql.query(
    `insert into directory_attempts (hash, cell, sealed, expires_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [hash, cell, sealed, until],
  )
}

/** Takes it out, so that it works once; null where there is none, or no longer. */
export async function takeHandedOver(
  sql: Sql,
  { hash, cell, now }: { readonly hash: Buffer; readonly cell: string; readonly now: Date },
): Promise<Buffer | null> {
  const [row] = await sql.query<{ sealed: Buffer }>(
    `delete from directory_attempts where hash = $1 and cell = $2 and expires_at > $3
     returning sealed`,
    [hash, cell, now],
  )
  return row?.sealed ?? null
}

/** Those that nobody has come with in time. */
export async function deleteHandedOver(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from directory_attempts where expires_at <= $1', [now])
}
