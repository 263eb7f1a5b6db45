/**
 * Large values of `bytea`. PostgreSQL writes a row in one, and these as hex: reading 33 MB so would
 * hold up everybody for a tenth of a second, so they come as rows of a few megabytes.
 */
import type { Sql } from './db.ts'

/** Larger ones are not columns of other rows. */
export const maxInRowBytes = 256 * 1024
/** Of a row: some 5 ms. */
const pieceBytes = 2 * 1024 * 1024

interface Piece {
  i: number
  piece: Buffer
}

/**
 * The value of a column in the one row of `from`, a table with its condition on `values`; null where
 * it, or the row, is not there.
 */
export async function loadLargeBytes(
  sql: Sql,
  { column, from }: { readonly column: string; readonly from: string },
  values: readonly unknown[],
): Promise<Buffer | null> {
  const rows = await sql.query<Piece>(
    `select i, substring(${column} from 1 + i * ${pieceBytes} for ${pieceBytes}) as piece
     from (select ${column} from ${from}) it,
       generate_series(0, (octet_length(${column}) - 1) / ${pieceBytes}) i`,
    values,
  )
  if (rows.length === 0) return null
  return Buffer.concat(rows.toSorted((a, b) => a.i - b.i).map(({ piece }) => piece))
}
