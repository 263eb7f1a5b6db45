/**
 * SQL on the schema of a move, in which the rows of an account lie aside: in the old cell as they
 * were, in the new one until all of them are there. Names of tables and columns come from the
 * database's catalogue.
 */
import type pg from 'pg'
import { listTables, readRows } from '../copy-rows-store.ts'
import {
  type AccountScope,
  type AccountTable,
  conditionOf,
  type TableShape,
} from './account-tables.ts'

/** Of a move, by its id: a move that was taken back and begun anew has another. */
export const asideOf = (moveId: string): string => `moved_${moveId.replaceAll('-', '')}`

/** All tables, each after those that it refers to. */
export async function listShapes(client: pg.Client): Promise<TableShape[]> {
  const names = await listTables(client)
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  )
  return names.map(name => ({
    name,
    columns: rows
      .filter(row => row.table === name)
      .map(one => ({ name: one.name, type: one.type })),
  }))
}

export async function makeAside(
  client: pg.Client,
  aside: string,
  tables: readonly AccountTable[],
): Promise<void> {
  await client.query(
    [
      `create schema if not exists ${aside}`,
      ...tables.map(({ name }) => `create table if not exists ${aside}."${name}" (like "${name}")`),
    ].join(';\n'),
  )
}

export const dropAside = (client: pg.Client, aside: string) =>
  client.query(`drop schema if exists ${aside} cascade`)

export async function isAside(client: pg.Client, aside: string): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [aside])
  return rows.length > 0
}

const listOf = ({ columns }: TableShape): string => columns.map(one => `"${one.name}"`).join(', ')

/** Takes rows out of their tables; those of a log are copied. Returns how many of each. */
export function putAside(
  client: pg.Client,
  aside: string,
  tables: readonly AccountTable[],
  which: (table: AccountTable) => string,
): Promise<Counts> {
  return runAll(client, tables, table => {
    const [{ name, fate }, columns] = [table, listOf(table)]
    const put = `insert into ${aside}."${name}" (${columns})`
    return fate === 'stays'
      ? `${put} select ${columns} from "${name}" t where ${which(table)}`
      : `with gone as (delete from "${name}" t where ${which(table)} returning *)
         ${put} select ${columns} from gone`
  })
}

/** The rows of a log are there already, from before or for good. */
export function putIn(
  client: pg.Client,
  aside: string,
  tables: readonly AccountTable[],
): Promise<Counts> {
  return runAll(client, tables, table => {
    const columns = listOf(table)
    return `insert into "${table.name}" (${columns}) select ${columns} from ${aside}."${table.name}"
     ${table.fate === 'stays' ? 'on conflict do nothing' : ''}`
  })
}

type Counts = ReadonlyMap<string, number>

/** One statement for each table, sent together: a round trip for each would be most of the time. */
async function runAll(
  client: pg.Client,
  tables: readonly AccountTable[],
  statement: (table: AccountTable) => string,
): Promise<Counts> {
  const done = await client.query(tables.map(statement).join(';\n'))
  const results = [done].flat() as { rowCount: number | null }[]
  return new Map(tables.map(({ name }, i) => [name, results[i]?.rowCount ?? 0]))
}

/**
 * What the account has of positions in lists, and by which number each goes on: the new cell has its
 * own numbers of transactions, and what comes there must come behind.
 */
export async function numberPositions(
  client: pg.Client,
  aside: string,
  tables: readonly AccountTable[],
): Promise<number> {
  const given = tables.flatMap(({ name, columns }) =>
    columns
      .filter(one => one.type === 'xid8')
      .map(one => `select "${one.name}" as xid from ${aside}."${name}"`),
  )
  await client.query(`drop table if exists ${aside}.positions_`)
  const { rowCount } = await client.query(
    `create table ${aside}.positions_ as
     select xid, row_number() over (order by xid)::text::xid8 as place
     from (${given.join(' union ')}) given where xid is not null`,
  )
  await client.query(`alter table ${aside}.positions_ add primary key (xid)`)
  return rowCount ?? 0
}

/** Values that are others in the new cell, by table and column. */
export type Others = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A row as the new cell is to have it. */
function rowThere(aside: string, table: TableShape, others: Others): string {
  const values = table.columns.map(({ name, type }) => {
    const other = others[table.name]?.[name]
    if (other !== undefined) return `${other}::${type}`
    if (type !== 'xid8') return `t."${name}"`
    return `(select p.place from ${aside}.positions_ p where p.xid = t."${name}")`
  })
  return `row(${values.join(', ')})::${aside}."${table.name}"`
}

interface Digest {
  readonly rows: number
  readonly sum: string
}

const isSame = (one: Digest, other: Digest): boolean =>
  one.rows === other.rows && one.sum === other.sum

/** The first table that is not the same, with how many rows there are and should be. */
export function firstDifferent(
  due: Digests,
  is: Digests,
): { readonly table: string; readonly is: number; readonly due: number } | null {
  for (const [table, one] of due) {
    const other = is.get(table)!
    if (!isSame(one, other)) return { table, is: other.rows, due: one.rows }
  }
  return null
}

export const areSame = (due: Digests, is: Digests, table: string): boolean =>
  isSame(due.get(table)!, is.get(table)!)

type Digests = ReadonlyMap<string, Digest>

async function digests(
  client: pg.Client,
  tables: readonly AccountTable[],
  of: (table: AccountTable) => { readonly row: string; readonly from: string },
): Promise<Digests> {
  const each = tables.map(table => {
    const { row, from } = of(table)
    return `select '${table.name}' as name, count(*)::text as count,
      coalesce(sum(hashtextextended(${row}::text, 0)::numeric), 0)::text as sum from ${from}`
  })
  const { rows } = await client.query<{ name: string; count: string; sum: string }>(
    each.join(' union all '),
  )
  return new Map(rows.map(({ name, count, sum }) => [name, { rows: Number(count), sum }]))
}

type Tables = readonly AccountTable[]

export const digestsOut = (client: pg.Client, aside: string, tables: Tables, others: Others) =>
  digests(client, tables, table => ({
    row: rowThere(aside, table, others),
    from: `${aside}."${table.name}" t`,
  }))

export const digestsIn = (client: pg.Client, aside: string, tables: Tables) =>
  digests(client, tables, ({ name }) => ({ row: 't', from: `${aside}."${name}" t` }))

/** Of the rows where they live. */
export const digestsLive = (client: pg.Client, tables: Tables, scope: AccountScope) =>
  digests(client, tables, table => ({
    row: `row(${table.columns.map(one => `t."${one.name}"`).join(', ')})`,
    from: `"${table.name}" t where ${conditionOf(table, scope)}`,
  }))

export async function countAside(
  client: pg.Client,
  aside: string,
  tables: Tables,
): Promise<Counts> {
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::integer as count from ${aside}."${name}"`,
  )
  const { rows } = await client.query<{ name: string; count: number }>(each.join(' union all '))
  return new Map(rows.map(row => [row.name, row.count]))
}

export const readOut = (
  client: pg.Client,
  aside: string,
  table: TableShape,
  others: Others,
): AsyncGenerator<string[]> =>
  readRows(client, `${aside}."${table.name}"`, rowThere(aside, table, others))

export async function writeIn(
  client: pg.Client,
  aside: string,
  { name }: TableShape,
  rows: readonly string[],
): Promise<void> {
  await client.query(
    `insert into ${aside}."${name}" select (one.r).* from (
       select given::${aside}."${name}" as r from unnest($1::text[]) given offset 0) one`,
    [rows],
  )
}

export const emptyIn = (client: pg.Client, aside: string, { name }: TableShape) =>
  client.query(`truncate ${aside}."${name}"`)

/**
 * Noted for many accounts at once, behind their answers: a row that is refused would take those of
 * others with it.
 */
const skipped = new Set(['requests', 'sightings'])

/** Of one account, so that each is found and taken away by itself. */
const fenceOf = (accountId: string): string => `moved_${accountId.replaceAll('-', '')}`

/**
 * From its commit on nobody writes a row of the account, and whoever was about to has committed: the
 * trigger waits for them.
 */
export async function fenceTable(
  client: pg.Client,
  table: AccountTable,
  { accountId, projectIds }: AccountScope,
): Promise<void> {
  const { name } = table
  const has = (column: string): boolean => table.columns.some(one => one.name === column)
  const column = name === 'accounts' ? 'id' : has('account_id') ? 'account_id' : 'project_id'
  if (!has(column)) return
  const ids = column === 'project_id' ? projectIds : [accountId]
  await client.query(
    `create or replace trigger ${fenceOf(accountId)} before insert on "${name}" for each row
     when (new."${column}" = any('{${ids.join()}}'::uuid[]))
     execute function account_is_elsewhere('${skipped.has(name) ? 'skip' : 'refuse'}')`,
  )
}

export async function listFenced(client: pg.Client, accountId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where g.tgname = $1 and g.tgparentid = 0
       and c.relnamespace = current_schema()::regnamespace order by 1`,
    [fenceOf(accountId)],
  )
  return rows.map(row => row.name)
}

export const unfenceTable = (client: pg.Client, name: string, accountId: string) =>
  client.query(`drop trigger if exists ${fenceOf(accountId)} on "${name}"`)
