/** The statements that every plain table of a project's things has. */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'
import { type PlacedRow, type Position, positionsIn } from './listed.ts'

/** `columns` of the table `name`, as the rows are read; its rows have project_id, id and xid. */
export function tableOf<Row extends object>(name: string, columns: string) {
  return {
    async find(
      sql: Sql,
      projectId: Uuid,
      id: Uuid,
      lock: '' | 'for share' | 'for update' = '',
    ): Promise<Row | null> {
      const [row] = await sql.query<Row>(
        `select ${columns} from ${name} where project_id = $1 and id = $2 ${lock}`,
        [projectId, id],
      )
      return row ?? null
    },
    page: (
      sql: Sql,
      projectId: Uuid,
      { before, count }: { readonly before: Position; readonly count: number },
    ): Promise<(Row & PlacedRow)[]> =>
      sql.query<Row & PlacedRow>(
        `select ${columns}, xid, (select settled_below()) as horizon from ${name}
         where project_id = $1 and (xid, id) < ($2::xid8, $3::uuid)
         order by xid desc, id desc limit $4`,
        [projectId, before.xid, before.id, count],
      ),
    findPosition: positionsIn(name),
    /** Locked against another transaction that makes one, or locks all, at this moment. */
    async lockAll(tx: Sql, projectId: Uuid): Promise<Row[]> {
      await tx.query('select from projects where id = $1 for no key update', [projectId])
      return tx.query<Row>(`select ${columns} from ${name} where project_id = $1`, [projectId])
    },
    async remove(tx: Sql, projectId: Uuid, id: Uuid): Promise<void> {
      await tx.query(`delete from ${name} where project_id = $1 and id = $2`, [projectId, id])
    },
  }
}
