/** All SQL on reports that wait in the directory for the cell whose they may be. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'

export interface WaitingReport {
  readonly id: Uuid
  readonly cell: string
  readonly envelope: unknown
  readonly raw: Buffer
  readonly at: Date
}

export async function insertReports(sql: Sql, rows: readonly WaitingReport[]): Promise<void> {
  await sql.query(
    `insert into directory_reports (id, cell, envelope, raw, at)
     select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::bytea[], $5::timestamptz[])`,
    [
      rows.map(row => row.id),
      rows.map(row => row.cell),
      rows.map(row => JSON.stringify(row.envelope)),
      rows.map(row => row.raw),
      rows.map(row => row.at),
    ],
  )
}

/** The oldest first. */
export const selectReports = (
  sql: Sql,
  cell: string,
  limit: number,
): Promise<Pick<WaitingReport, 'id' | 'envelope' | 'raw'>[]> =>
  sql.query(
    'select id, envelope, raw from directory_reports where cell = $1 order by at, id limit $2',
    [cell, limit],
  )

export async function deleteReport(sql: Sql, id: Uuid): Promise<void> {
  await sql.query('delete from directory_reports where id = $1', [id])
}
