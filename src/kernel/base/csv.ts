/** Rows as CSV (RFC 4180). What a spreadsheet would run as a formula is neutralised. */
import { stringify } from 'csv-stringify/sync'

export const csv = (rows: readonly (readonly (string | null)[])[]): string =>
  stringify(rows as (string | null)[][], { escape_formulas: true, record_delimiter: 'windows' })
