/** All SQL on saved blocks. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { tableOf } from '#kernel/world/table.ts'
import type { Design } from './design.ts'

export interface SavedBlock {
  readonly id: Uuid
  readonly name: string
  readonly blocks: Design['blocks']
  readonly created_at: Date
}

const shown = 'id, name, blocks, created_at'

export const {
  find: findSaved,
  page: listSaved,
  findPosition: findSavedPosition,
  lockAll: lockSaved,
  remove: deleteSaved,
} = tableOf<SavedBlock>('saved_blocks', shown)

export async function insertSaved(tx: Sql, projectId: Uuid, row: SavedBlock): Promise<void> {
  await tx.query(
    `insert into saved_blocks (project_id, id, name, blocks, created_at)
     values ($1, $2, $3, $4, $5)`,
    [projectId, row.id, row.name, JSON.stringify(row.blocks), row.created_at],
  )
}

export async function deleteSavedOf(sql: Sql, projectIds: readonly Uuid[]): Promise<void> {
  await sql.query('delete from saved_blocks where project_id = any($1::uuid[])', [projectIds])
}
