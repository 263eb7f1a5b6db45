/** All SQL on the installation table: facts of this installation that every node must agree on. */
import type { Sql } from '#kernel/world/db.ts'

/** The stored value of a name; the given one is kept if there was none yet. */
export async function keepOrGet(sql: Sql, name: string, candidate: Buffer): Promise<Buffer> {
  await sql.query('insert into installation (name, value) values ($1, $2) on conflict do nothing', [
    name,
    candidate,
  ])
  return (await findKept(sql, name))!
}

/** Keeps a value, whatever was there. */
export async function keep(sql: Sql, name: string, value: Buffer): Promise<void> {
  await sql.query(
    `insert into installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  )
}

/** The stored value of a name; null where there is none. */
export async function findKept(sql: Sql, name: string): Promise<Buffer | null> {
  const [row] = await sql.query<{ value: Buffer }>(
    'select value from installation where name = $1',
    [name],
  )
  return row?.value ?? null
}

/** Forgets a name and its value. */
export async function forgetKept(sql: Sql, name: string): Promise<void> {
  await sql.query('delete from installation where name = $1', [name])
}

export const isKept = async (sql: Sql, name: string): Promise<boolean> =>
  (await findKept(sql, name)) !== null

/** Keeps the larger of a number and what is kept, as text; returns it. */
export async function keepLargest(sql: Sql, name: string, candidate: number): Promise<number> {
  if (candidate > 0) {
    await sql.query(
      `insert into installation (name, value) values ($1, convert_to($2::text, 'UTF8'))
       on conflict (name) do update set value = excluded.value
       where convert_from(installation.value, 'UTF8')::bigint < $2::bigint`,
      [name, String(candidate)],
    )
  }
  return Number((await findKept(sql, name))?.toString() ?? 0)
}
