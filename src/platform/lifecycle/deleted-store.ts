/** All SQL on deleted_things, and on the tables that its rows come from and go back to. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { DeletedNoun } from './deleted-noun.ts'

interface Of {
  readonly projectId: Uuid
  readonly id: Uuid
}

export interface DeletedRow extends Of {
  readonly kind: string
  readonly name: string
  readonly deletedAt: Date
}

/** Copies the rows of a thing, before they are deleted. */
export async function insertDeleted(
  tx: Sql,
  noun: DeletedNoun,
  { projectId, id, name }: Of & { readonly name: string },
  { at, sealedBy }: { readonly at: Date; readonly sealedBy: string | null },
): Promise<void> {
  const rows: Record<string, unknown> = {}
  for (const { table, by } of noun.tables) {
    const [found] = await tx.query<{ all: unknown }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as all from ${table} t
       where project_id = $1 and ${by} = $2`,
      [projectId, id],
    )
    rows[table] = found!.all
  }
  await tx.query(
    `insert into deleted_things (project_id, kind, id, name, deleted_at, rows, sealed_by)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, kind, id) do update set name = $4, deleted_at = $5, rows = $6, sealed_by = $7`,
    [projectId, noun.kind, id, name, at, JSON.stringify(rows), sealedBy],
  )
}

/** Newest first. */
export const selectDeleted = (
  sql: Sql,
  projectId: Uuid,
  since: Date,
  count: number,
): Promise<DeletedRow[]> =>
  sql.query<DeletedRow>(
    `select project_id as "projectId", kind, id, name, deleted_at as "deletedAt"
     from deleted_things where project_id = $1 and deleted_at > $2
     order by deleted_at desc, id limit $3`,
    [projectId, since, count],
  )

/** Takes one out; null: there is none that recent. */
export async function takeDeleted(
  tx: Sql,
  kind: string,
  { projectId, id }: Of,
  since: Date,
): Promise<Record<string, readonly Record<string, unknown>[]> | null> {
  const [row] = await tx.query<{ rows: Record<string, Record<string, unknown>[]> }>(
    `delete from deleted_things
     where project_id = $1 and kind = $2 and id = $3 and deleted_at > $4 returning rows`,
    [projectId, kind, id, since],
  )
  return row?.rows ?? null
}

/**
 * Puts rows back. What a later release has added gets its default, and so does the position in lists
 * (`xid`): whoever reads one page by page meets it again.
 */
export async function putBack(
  tx: Sql,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const known = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const columns = known
    .map(({ name }) => name)
    .filter(name => name !== 'xid' && name in rows[0]!)
    .join(', ')
  await tx.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

export async function deleteDeletedBefore(sql: Sql, before: Date, max: number): Promise<void> {
  await sql.query(
    `delete from deleted_things where (project_id, kind, id) in (
       select project_id, kind, id from deleted_things where deleted_at <= $1 limit $2)`,
    [before, max],
  )
}

export async function deleteDeletedOf(tx: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await tx.query('delete from deleted_things where project_id = any($1::uuid[])', [projectIds])
}

/** Whose secrets no key opens that is kept from now on. */
export async function deleteSealedOtherwise(tx: Sql, sealedBy: string): Promise<void> {
  await tx.query('delete from deleted_things where sealed_by <> $1', [sealedBy])
}
