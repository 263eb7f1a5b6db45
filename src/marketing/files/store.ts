/** All SQL on files, and on bytes that nothing needs. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { PlacedRow, Position } from '#kernel/world/listed.ts'
import { tableOf } from '#kernel/world/table.ts'
import type { FileRow } from './file.ts'

const columns = 'id, name, filename, content_type, bytes, width, height, alt, created_at, folder'

export const {
  find: findFile,
  findPosition: findFilePosition,
  remove: deleteFile,
} = tableOf<FileRow>('files', columns)

/** `folder`: of that one only, '' being none; null: wherever they lie. */
export async function listFiles(
  sql: Sql,
  projectId: Uuid,
  folder: string | null,
  page: { readonly before: Position; readonly count: number },
): Promise<(FileRow & PlacedRow)[]> {
  return sql.query<FileRow & PlacedRow>(
    `select ${columns}, xid, (select settled_below()) as horizon from files
     where project_id = $1 and (xid, id) < ($2::xid8, $3::uuid)
       and ($5::text is null or coalesce(folder, '') = $5)
     order by xid desc, id desc limit $4`,
    [projectId, page.before.xid, page.before.id, page.count, folder],
  )
}

export async function foldersOfFiles(sql: Sql, projectId: Uuid): Promise<readonly string[]> {
  const rows = await sql.query<{ folder: string }>(
    `select distinct folder from files where project_id = $1 and folder is not null
     order by folder`,
    [projectId],
  )
  return rows.map(row => row.folder)
}

/** Of whatever project: whoever knows the name has been given it. Not of one that is deleted. */
export async function findPublicFile(
  sql: Sql,
  name: string,
): Promise<(FileRow & { readonly project_id: Uuid }) | null> {
  const [row] = await sql.query<FileRow & { project_id: Uuid }>(
    `select f.project_id, ${columns
      .split(', ')
      .map(one => `f.${one}`)
      .join(', ')}
     from files f join projects p on p.id = f.project_id and p.deleted_at is null
     where f.name = $1`,
    [name],
  )
  return row ?? null
}

/** Against another that takes one in, deletes one, or publishes what uses one. */
export async function lockFiles(tx: Sql, projectId: Uuid): Promise<void> {
  await tx.query('select from projects where id = $1 for no key update', [projectId])
}

/** What a project's files take, and the plan that says how much they may. */
export async function roomOf(
  sql: Sql,
  projectId: Uuid,
): Promise<{ readonly used: number; readonly plan: string }> {
  const [row] = await sql.query<{ used: number; plan: string }>(
    `select a.plan, (select coalesce(sum(f.bytes), 0) from files f where f.project_id = p.id) as used
     from projects p join accounts a on a.id = p.account_id where p.id = $1`,
    [projectId],
  )
  return row!
}

export async function insertFile(tx: Sql, projectId: Uuid, row: FileRow): Promise<void> {
  await tx.query(
    `insert into files (project_id, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
       $11)`,
    [
      projectId,
      row.id,
      row.name,
      row.filename,
      row.content_type,
      row.bytes,
      row.width,
      row.height,
      row.alt,
      row.created_at,
      row.folder,
    ],
  )
}

export async function updateFile(
  tx: Sql,
  projectId: Uuid,
  { id, filename, alt, folder }: Pick<FileRow, 'id' | 'filename' | 'alt' | 'folder'>,
): Promise<void> {
  await tx.query(
    'update files set filename = $3, alt = $4, folder = $5 where project_id = $1 and id = $2',
    [projectId, id, filename, alt, folder],
  )
}

/** The files of projects, a batch at a time; their bytes are to be removed. */
export async function deleteFilesOf(
  sql: Sql,
  projectIds: readonly Uuid[],
  { count, at }: { readonly count: number; readonly at: Date },
): Promise<number> {
  const rows = await sql.query(
    `with gone as (
       delete from files where (project_id, id) in (
         select project_id, id from files where project_id = any($1::uuid[]) limit $2)
       returning name)
     insert into files_to_remove (name, due_at) select name, $3 from gone returning name`,
    [projectIds, count, at],
  )
  return rows.length
}

// Bytes ------------------------------------------------------------------------------------------

export async function noteToRemove(sql: Sql, name: string, dueAt: Date): Promise<void> {
  await sql.query('insert into files_to_remove (name, due_at) values ($1, $2)', [name, dueAt])
}

/** False where they may be gone already. */
export async function keepBytes(tx: Sql, name: string): Promise<boolean> {
  const rows = await tx.query('delete from files_to_remove where name = $1 returning name', [name])
  return rows.length === 1
}

export const forgetRemoved = keepBytes

export async function listToRemove(sql: Sql, now: Date, count: number): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    'select name from files_to_remove where due_at <= $1 order by due_at limit $2',
    [now, count],
  )
  return rows.map(row => row.name)
}

/** Some of the newest and some of all, for whoever looks whether their bytes are there. */
export async function sampleFiles(sql: Sql, count: number): Promise<readonly FileRow[]> {
  return sql.query<FileRow>(
    `(select ${columns} from files order by xid desc limit $1)
     union (select ${columns} from files order by name limit $1)`,
    [count],
  )
}

export async function countFiles(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>('select count(*)::integer as count from files')
  return row!.count
}
