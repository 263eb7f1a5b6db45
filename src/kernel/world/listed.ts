/** What the statements of all lists have in common (routes/paging.ts). */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'

interface Place {
  readonly xid: string
  readonly id: Uuid
}

type OfProject = { readonly projectId: Uuid }
type OfMode = OfProject & { readonly mode: 'live' | 'test' }

type FindPlace<Owner> = (sql: Sql, owner: Owner, id: Uuid) => Promise<Place | null>

/** Says where a row of a project stands in the list of its table; null where there is no such row. */
export const positionsIn =
  (table: string): FindPlace<OfProject> =>
  async (sql, { projectId }, id) => {
    const [row] = await sql.query<Place>(
      `select xid, id from ${table} where project_id = $1 and id = $2`,
      [projectId, id],
    )
    return row ?? null
  }

/** The same of a table whose rows are live or of test mode. */
export const positionsByMode =
  (table: string): FindPlace<OfMode> =>
  async (sql, { projectId, mode }, id) => {
    const [row] = await sql.query<Place>(
      `select xid, id from ${table} where project_id = $1 and id = $2 and mode = $3`,
      [projectId, id, mode],
    )
    return row ?? null
  }

/** The first five values of a list's statement. */
export const pageValues = (
  { projectId, mode }: OfMode,
  { before, count }: { readonly before: Place; readonly count: number },
): unknown[] => [projectId, mode, before.xid, before.id, count]
