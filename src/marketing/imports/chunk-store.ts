/** SQL on the files of imports, which lie in chunks of one size until they were read. */
import type { Uuid } from '#kernel/base/ids.ts'
import { inSql } from '#kernel/base/states.ts'
import type { Sql } from '#kernel/world/db.ts'
import { importsWhere } from './state-table.ts'
import type { Receiving } from './store.ts'

const keepingStates = inSql(importsWhere(({ keepsFile }) => keepsFile === 'always'))
const triedStates = inSql(importsWhere(({ keepsFile }) => keepsFile === 'after_trial'))

interface Key {
  readonly projectId: Uuid
  readonly id: Uuid
}

/** False: another takes the file in by now. */
export async function insertChunk(
  sql: Sql,
  { projectId, id }: Key,
  { n, data, receiving }: { readonly n: number; readonly data: Buffer; receiving: Receiving },
): Promise<boolean> {
  const rows = await sql.query(
    `with mine as (
       update imports set cursor = jsonb_build_object('receiving', $5::jsonb)
       where project_id = $1 and id = $2 and status = 'receiving'
         and cursor -> 'receiving' ->> 'by' = $5::jsonb ->> 'by'
       returning 1)
     insert into import_chunks (project_id, import_id, n, data)
     select $1, $2, $3, $4 from mine returning n`,
    [projectId, id, n, data, JSON.stringify(receiving)],
  )
  return rows.length > 0
}

/** Chunks from one on, in order, joined. */
export async function readChunks(
  sql: Sql,
  { projectId, id }: Key,
  from: number,
  count: number,
): Promise<Buffer> {
  const rows = await sql.query<{ data: Buffer }>(
    `select data from import_chunks where project_id = $1 and import_id = $2 and n >= $3
     order by n limit $4`,
    [projectId, id, from, count],
  )
  return rows.length === 1 ? rows[0]!.data : Buffer.concat(rows.map(row => row.data))
}

/** Bytes of the files that a project keeps, and how many it is taking in, beside those of one import. */
export async function countFiles(
  sql: Sql,
  { projectId, id }: Key,
  since: number,
): Promise<{ readonly bytes: number; readonly receiving: number }> {
  const [row] = await sql.query<{ bytes: string; receiving: number }>(
    `select coalesce(sum(of_bytes), 0)::text as bytes,
       (count(*) filter (where status = 'receiving'
         and (cursor -> 'receiving' ->> 'at')::bigint > $3))::integer as receiving
     from imports where project_id = $1 and id <> $2
       and (status in (${keepingStates})
         or (status in (${triedStates}) and (options ->> 'dry_run')::boolean))`,
    [projectId, id, since],
  )
  return { bytes: Number(row!.bytes), receiving: row!.receiving }
}

export async function deleteChunks(sql: Sql, { projectId, id }: Key): Promise<void> {
  await sql.query('delete from import_chunks where project_id = $1 and import_id = $2', [
    projectId,
    id,
  ])
}
