/**
 * SQL that takes rows out of one database and puts them into another, whatever its server and major
 * version: each as the text of a record, which PostgreSQL reads back to the letter. All of a copy is
 * read in one snapshot, so that it is of one moment while the service goes on.
 */
import type pg from 'pg'
import { faultText } from '#kernel/base/start-refused.ts'
import type { Sql } from '#kernel/world/db.ts'
import { clientConfigs, type DatabaseAddress } from '#kernel/world/real/database-address.ts'
import { openClient } from '#kernel/world/real/db-pool.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'

/** Texts of values must be the same wherever they are written and read. */
const plainTexts = `set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set idle_in_transaction_session_timeout = 0;
  set statement_timeout = 0`

export async function connect(address: DatabaseAddress): Promise<pg.Client> {
  const client = await openClient(clientConfigs(address)).catch((error: Error) => {
    throw new DatabaseRefused(faultText('unusable', { why: error.message }))
  })
  await client.query(plainTexts)
  return client
}

/** The same session for what is written for any. */
export const sqlOf = (client: pg.Client): Sql => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[],
})

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The tables that hold rows, each after those that it refers to; migrations are the program's. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and c.relname <> 'migrations' order by 1`,
  )
  const { rows: links } = await client.query<{ name: string; to: string }>(
    `select c.relname as name, r.relname as to from pg_constraint f
     join pg_class c on c.oid = f.conrelid join pg_class r on r.oid = f.confrelid
     where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace
       and f.conrelid <> f.confrelid`,
  )
  const ordered: string[] = []
  const place = (name: string): void => {
    if (ordered.includes(name)) return
    for (const link of links) if (link.name === name) place(link.to)
    ordered.push(name)
  }
  for (const { name } of tables) place(name)
  return ordered
}

export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(row => row.name)
}

export interface TablePart {
  readonly table: string
  readonly name: string
  readonly bound: string
  readonly options: string
}

export async function listParts(client: pg.Client): Promise<TablePart[]> {
  const { rows } = await client.query<TablePart>(
    `select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
       coalesce(array_to_string(c.reloptions, ', '), '') as options
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relkind = 'p' and c.relkind = 'r' and p.relnamespace = current_schema()::regnamespace
     order by 2`,
  )
  return rows
}

/**
 * The columns stand as in their table, those of emails too. What is named comes from a database's
 * catalogue.
 */
export async function makeParts(client: pg.Client, parts: readonly TablePart[]): Promise<void> {
  const known = new Set((await listParts(client)).map(one => one.name))
  for (const { table, name, bound, options } of parts) {
    if (known.has(name)) continue
    const isSafe = /^[a-z_0-9]+$/.test(table + name) && /^(FOR VALUES [^;]*|DEFAULT)$/.test(bound)
    if (!isSafe || !/^[a-z_=0-9., ]*$/.test(options)) {
      throw new DatabaseRefused(faultText('unknown_part', { name }))
    }
    const given = options === '' ? '' : ` with (${options})`
    await client.query(
      `create table ${name} (like ${table} including all excluding indexes)${given}`,
    )
    await client.query(`alter table ${table} attach partition ${name} ${bound}`)
  }
}

const maxRows = 2_000
/** Of one piece in memory, several times over while it is on its way. */
const pieceBytes = 8 * 1024 * 1024

/**
 * The rows of a table, some at a time: fewer where one of them is large. `place` is where it stands,
 * quoted; `row` is what of each row `t` is read.
 */
export async function* readRows(
  client: pg.Client,
  place: string,
  row = 't',
): AsyncGenerator<string[]> {
  const { rows: sizes } = await client.query<{ largest: number | null }>(
    `select max(pg_column_size(t.*)) as largest from ${place} t`,
  )
  // What lies compressed grows, and bytes become two letters each.
  const largest = 8 * (sizes[0]!.largest ?? 1)
  const count = Math.max(1, Math.min(maxRows, Math.floor(pieceBytes / largest)))
  await client.query(
    `declare copied no scroll cursor for select ${row}::text as row from ${place} t`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${count} from copied`)
    if (rows.length === 0) break
    yield rows.map(one => one.row)
  }
  await client.query('close copied')
}

export async function writeRows(
  client: pg.Client,
  table: string,
  rows: readonly string[],
): Promise<void> {
  await client.query(
    `insert into "${table}" select (one.r).* from (
       select given::"${table}" as r from unnest($1::text[]) given offset 0) one`,
    [rows],
  )
}

/** Only what holds rows: a log that refuses to be emptied has none in a new database. */
export async function emptyTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from "${name}") as used`,
    )
    if (rows[0]!.used) await client.query(`truncate "${name}" cascade`)
  }
}

/** How many rows there are, and a sum over what is in them: equal where the rows are. */
export async function digestOf(
  client: pg.Client,
  table: string,
): Promise<{ rows: number; sum: string }> {
  const { rows } = await client.query<{ count: string; sum: string }>(
    `select count(*)::text as count, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum
     from "${table}" t`,
  )
  return { rows: Number(rows[0]!.count), sum: rows[0]!.sum }
}

export async function isUsed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select to_regclass('accounts') is not null as used`,
  )
  if (!rows[0]!.used) return false
  const found = await client.query<{ used: boolean }>(
    'select exists (select from accounts) as used',
  )
  return found.rows[0]!.used
}

/** Stands among the migrations while a move is not finished, so that no service starts on half of it. */
const unfinished = '9999_move_is_not_finished'

export async function isUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('migrations') is not null as made`,
  )
  return rows[0]!.made && (await listMigrations(client)).includes(unfinished)
}

export async function markUnfinished(client: pg.Client, isSo: boolean): Promise<void> {
  await client.query('delete from migrations where name = $1', [unfinished])
  if (!isSo) return
  await client.query(
    `insert into migrations (name, checksum, applied_at) values ($1, '', 'epoch')`,
    [unfinished],
  )
}
