/**
 * All SQL on the directory of cells, a small database of its own (MALOTE_DIRECTORY_URL): which cell
 * has a log-in address, a domain, an account, a passkey, somebody of an identity provider. Whoever asks
 * first makes its tables.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { type Db, type Sql, sqlState } from '#kernel/world/db.ts'

export type NameKind = 'address' | 'domain' | 'account' | 'passkey' | 'identity'

export interface UniqueName {
  readonly kind: NameKind
  readonly name: string
}

interface Reserving extends UniqueName {
  readonly cell: string
  readonly ticket: Uuid
  readonly at: Date
}

interface HeldName {
  readonly cell: string
  readonly ticket: Uuid | null
  /** Null: it is held, not reserved. */
  readonly reservedAt: Date | null
}

const undefinedTable = '42P01'
const lockKey = 6_253_483_089

/** Asks the directory, which may have been empty until now. */
export async function inDirectory<T>(directory: Db, ask: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    return await ask(directory)
  } catch (error) {
    if (sqlState(error) !== undefinedTable) throw error
    await makeTables(directory)
    return ask(directory)
  }
}

const makeTables = (directory: Db): Promise<void> =>
  directory.transaction(async tx => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey])
    await tx.query(`create table if not exists directory_names (
      kind text not null, name text not null, cell text not null,
      ticket uuid, reserved_at timestamptz, primary key (kind, name))`)
    await tx.query(`create index if not exists directory_names_by_cell
      on directory_names (cell, kind, name)`)
    await tx.query(`create index if not exists directory_names_reserved
      on directory_names (cell, reserved_at) where reserved_at is not null`)
    await tx.query(`create table if not exists directory_cells (
      cell text primary key, seen_at timestamptz not null)`)
    await tx.query(`create table if not exists directory_reports (
      id uuid primary key, cell text not null, envelope jsonb not null, raw bytea not null,
      at timestamptz not null)`)
    await tx.query(`create table if not exists directory_attempts (
      hash bytea primary key, cell text not null, sealed bytea not null,
      expires_at timestamptz not null)`)
    await tx.query('create table if not exists directory_salt (salt uuid primary key)')
    await tx.query(`insert into directory_salt select gen_random_uuid()
      where not exists (select from directory_salt)`)
  })

/** False where it is another cell's, or reserved already. */
export async function reserveName(
  sql: Sql,
  { kind, name, cell, ticket, at }: Reserving,
): Promise<boolean> {
  const rows = await sql.query(
    `insert into directory_names as n (kind, name, cell, ticket, reserved_at)
     values ($1, $2, $3, $4, $5)
     on conflict (kind, name) do update
       set ticket = excluded.ticket, reserved_at = excluded.reserved_at
       where n.cell = excluded.cell and n.reserved_at is null
     returning n.ticket`,
    [kind, name, cell, ticket, at],
  )
  return rows.length > 0
}

export async function selectName(sql: Sql, { kind, name }: UniqueName): Promise<HeldName | null> {
  const [row] = await sql.query<HeldName>(
    `select cell, ticket, reserved_at as "reservedAt" from directory_names
     where kind = $1 and name = $2`,
    [kind, name],
  )
  return row ?? null
}

interface Reservation extends UniqueName {
  readonly ticket: Uuid
}

/** What was reserved by this ticket is held. */
export async function holdName(sql: Sql, { kind, name, ticket }: Reservation): Promise<void> {
  await sql.query(
    `update directory_names set reserved_at = null
     where kind = $1 and name = $2 and ticket = $3`,
    [kind, name, ticket],
  )
}

/** What was reserved by this ticket is nobody's. */
export async function freeName(sql: Sql, { kind, name, ticket }: Reservation): Promise<void> {
  await sql.query(
    `delete from directory_names
     where kind = $1 and name = $2 and ticket = $3 and reserved_at is not null`,
    [kind, name, ticket],
  )
}

/** Reservations of a cell that nobody has ended since. */
export const selectReserved = (sql: Sql, cell: string, before: Date): Promise<Reservation[]> =>
  sql.query(
    `select kind, name, ticket from directory_names
     where cell = $1 and reserved_at < $2 order by reserved_at limit 100`,
    [cell, before],
  )

/** Names that a cell has had since before there was a directory; how many others have. */
export async function adoptNames(
  sql: Sql,
  { kind, cell, names }: { kind: NameKind; cell: string; names: readonly string[] },
): Promise<number> {
  await sql.query(
    `insert into directory_names (kind, name, cell)
     select $1, name, $2 from unnest($3::text[]) as given (name) on conflict do nothing`,
    [kind, cell, names],
  )
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from directory_names
     where kind = $1 and cell <> $2 and name = any($3)`,
    [kind, cell, names],
  )
  return row!.count
}

interface PageOf {
  readonly kind: NameKind
  readonly cell: string
  readonly after: string
  readonly limit: number
}

type ListedName = Pick<HeldName, 'ticket'> & { readonly name: string }

/** Of those that a cell holds, by name. */
export const selectHeld = (sql: Sql, { kind, cell, after, limit }: PageOf): Promise<ListedName[]> =>
  sql.query(
    `select name, ticket from directory_names
     where cell = $1 and kind = $2 and name > $3 and reserved_at is null order by name limit $4`,
    [cell, kind, after, limit],
  )

/** Unless it was reserved anew since it was read. */
export async function releaseName(
  sql: Sql,
  {
    kind,
    name,
    cell,
    ticket,
  }: UniqueName & { readonly cell: string; readonly ticket: Uuid | null },
): Promise<void> {
  await sql.query(
    `delete from directory_names where kind = $1 and name = $2 and cell = $3
       and ticket is not distinct from $4 and reserved_at is null`,
    [kind, name, cell, ticket],
  )
}

/** What an account has goes with it to another cell; returns how many names that are. */
export async function moveNames(
  sql: Sql,
  {
    names,
    from,
    to,
  }: { readonly names: readonly UniqueName[]; readonly from: string; readonly to: string },
): Promise<number> {
  const rows = await sql.query(
    `update directory_names n set cell = $4, ticket = null, reserved_at = null
     from unnest($1::text[], $2::text[]) as given (kind, name)
     where n.kind = given.kind and n.name = given.name and n.cell = $3 returning 1`,
    [names.map(one => one.kind), names.map(one => one.name), from, to],
  )
  return rows.length
}

export async function upsertCell(sql: Sql, cell: string, at: Date): Promise<void> {
  await sql.query(
    `insert into directory_cells (cell, seen_at) values ($1, $2)
     on conflict (cell) do update set seen_at = excluded.seen_at`,
    [cell, at],
  )
}

export async function selectCells(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ cell: string }>('select cell from directory_cells order by cell')
  return rows.map(row => row.cell)
}

/** When a cell looked last; null: never. Asked as it is: whoever only looks makes no tables. */
export async function selectSeenAt(sql: Sql, cell: string): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date }>(
    'select seen_at as at from directory_cells where cell = $1',
    [cell],
  )
  return row?.at ?? null
}

interface Whereabouts {
  /** Null: nobody has it. */
  readonly cell: string | null
  readonly cells: readonly string[]
  /** What keeps strangers from working out which cell an unknown name is led to. */
  readonly salt: string
}

export async function selectWhereabouts(
  sql: Sql,
  { kind, name }: UniqueName,
): Promise<Whereabouts> {
  const [row] = await sql.query<Whereabouts>(
    `select (select cell from directory_names where kind = $1 and name = $2) as cell,
       array(select cell from directory_cells order by cell) as cells,
       (select salt::text from directory_salt) as salt`,
    [kind, name],
  )
  return row!
}
