/** Rows as CSV (RFC 4180). What a spreadsheet would run as a formula is neutralised. */
import { stringify } from 'csv-stringify/sync'

/** A text that looks as if it had been neutralised gets one more, or it would come back without. */
const guarded = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** What stands between cells; spreadsheets of many countries expect another than RFC 4180 has. */
export type CsvDelimiter = ',' | ';' | '\t'

export const csv = (
  rows: readonly (readonly (string | null)[])[],
  delimiter: CsvDelimiter = ',',
): string =>
  stringify(
    rows.map(row => row.map(cell => (cell !== null && guarded.test(cell) ? `'${cell}` : cell))),
    { delimiter, escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
