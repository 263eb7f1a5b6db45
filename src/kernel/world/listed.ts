/** What the statements of all lists have in common (routes/paging.ts). */
import type { Uuid } from '../base/ids.ts'
import type { Sql } from './db.ts'

/** Where a row stands in its list. */
export interface Position {
  /** xid8 in decimal. */
  readonly xid: string
  readonly id: Uuid
}

/**
 * What a list's statement returns beside its own columns: `xid`, and
 * `(select settled_below()) as horizon`.
 */
export interface PlacedRow extends Position {
  readonly horizon: string
}

type OfProject = { readonly projectId: Uuid }
type OfMode = OfProject & { readonly mode: 'live' | 'test' }

type FindPosition<Owner> = (sql: Sql, owner: Owner, id: Uuid) => Promise<Position | null>

/** Says where a row of a project stands in the list of its table; null where there is no such row. */
export const positionsIn =
  (table: string): FindPosition<OfProject> =>
  async (sql, { projectId }, id) => {
    const [row] = await sql.query<Position>(
      `select xid, id from ${table} where project_id = $1 and id = $2`,
      [projectId, id],
    )
    return row ?? null
  }

/** The same of a table whose rows are live or of test mode. */
export const positionsByMode =
  (table: string): FindPosition<OfMode> =>
  async (sql, { projectId, mode }, id) => {
    const [row] = await sql.query<Position>(
      `select xid, id from ${table} where project_id = $1 and id = $2 and mode = $3`,
      [projectId, id, mode],
    )
    return row ?? null
  }

/** The first five values of a list's statement. */
export const pageValues = (
  { projectId, mode }: OfMode,
  { before, count }: { readonly before: Position; readonly count: number },
): unknown[] => [projectId, mode, before.xid, before.id, count]
