/** All SQL on deleted_things and deleted_rows, and on the tables that its rows come from and go back to. */
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

/**
 * Copies the rows of a thing, before they are deleted, from table to table: there may be a great many,
 * such as versions of a template. Holds the thing, so that nothing changes it after it was copied;
 * false: it is gone.
 */
export async function insertDeleted(
  tx: Sql,
  noun: DeletedNoun,
  { projectId, id, name }: Of & { readonly name: string },
  at: Date,
): Promise<boolean> {
  const [{ table: own, by: ownId }] = noun.tables
  const held = await tx.query(
    `select from ${own} where project_id = $1 and ${ownId} = $2 for update`,
    [projectId, id],
  )
  if (held.length === 0) return false
  await tx.query(
    `insert into deleted_things (project_id, kind, id, name, deleted_at, is_sealed)
     values ($1, $2, $3, $4, $5, $6)`,
    [projectId, noun.kind, id, name, at, noun.isSealed],
  )
  for (const { table, by } of noun.tables) {
    await tx.query(
      `insert into deleted_rows (project_id, kind, id, of_table, number, row)
       select $1, $3, $2, $4, row_number() over (), to_jsonb(t) from ${table} t
       where project_id = $1 and ${by} = $2`,
      [projectId, id, noun.kind, table],
    )
  }
  return true
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

/** What is wanted for a thing to be put back, which it holds; null: there is none that recent. */
export async function lockDeleted(
  tx: Sql,
  noun: DeletedNoun,
  { projectId, id }: Of,
  since: Date,
): Promise<{ readonly wanted: string | null } | null> {
  const [row] = await tx.query<{ wanted: string | null }>(
    `select r.row ->> $6 as wanted from deleted_things d
     join deleted_rows r on r.project_id = d.project_id and r.kind = d.kind and r.id = d.id
     where d.project_id = $1 and d.kind = $2 and d.id = $3 and d.deleted_at > $4 and r.of_table = $5
     for update of d`,
    [projectId, noun.kind, id, since, noun.tables[0].table, noun.wanted],
  )
  return row ?? null
}

/**
 * Puts the rows of a thing back, and forgets that it was deleted. What a later release has added gets
 * its default, and so does the position in lists (`xid`): whoever reads one page by page meets it again.
 */
export async function putBack(tx: Sql, noun: DeletedNoun, { projectId, id }: Of): Promise<void> {
  for (const { table } of noun.tables) {
    const key = [projectId, noun.kind, id, table]
    const known = await tx.query<{ name: string }>(
      `select attname as name from pg_attribute a, deleted_rows r
       where attrelid = $4::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         and r.project_id = $1 and r.kind = $2 and r.id = $3 and r.of_table = $4::text
         and r.number = 1 and r.row ? attname and attname <> 'xid'`,
      key,
    )
    if (known.length === 0) continue
    const columns = known.map(({ name }) => name)
    await tx.query(
      `insert into ${table} (${columns.join(', ')})
       select ${columns.map(name => `t.${name}`).join(', ')}
       from deleted_rows r, jsonb_populate_record(null::${table}, r.row) t
       where r.project_id = $1 and r.kind = $2 and r.id = $3 and r.of_table = $4`,
      key,
    )
  }
  await tx.query('delete from deleted_things where project_id = $1 and kind = $2 and id = $3', [
    projectId,
    noun.kind,
    id,
  ])
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

/** How what is sealed begins (kernel/world/sealed.ts) in a row as JSON: of text, of bytes, in base64. */
const anyHead =
  'sealed:[0-9a-f]{8}:|7365616c65643a(?:3[0-9]|6[1-6]){8}3a|c2VhbGVkO[A-Za-z0-9+/]{11}'

/** Three bytes are four characters: the colon behind it is in those of the nonce. */
const headBytes = 15

const spellingsOf = (head: string): readonly string[] => {
  const bytes = Buffer.from(head)
  return [head, bytes.toString('hex'), bytes.toString('base64', 0, headBytes)]
}

/** Those of which anything is sealed under another key than the one whose sealing begins so. */
export async function deleteSealedOtherwise(tx: Sql, head: string): Promise<void> {
  await tx.query(
    `delete from deleted_things d where is_sealed and exists (
       select from deleted_rows r, regexp_matches(r.row::text, $1, 'g') as found
       where r.project_id = d.project_id and r.kind = d.kind and r.id = d.id
         and found[1] <> all ($2::text[]))`,
    [anyHead, spellingsOf(head)],
  )
}
