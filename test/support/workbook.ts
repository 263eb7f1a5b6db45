/** Workbooks as spreadsheet programs write them, down to what this product reads of one. */
import { zipSync } from 'fflate'

type Cell = string | number | boolean | Date | null

/** Of one sheet, as somebody wrote its rows. */
export const workbookOf = (rows: string): Buffer =>
  workbook([], { [sheetPath]: new TextEncoder().encode(sheetOf(rows)) })

export const sheetPath = 'xl/worksheets/sheet1.xml'

const sheetOf = (rows: string): string =>
  `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`

/** Of one sheet. `more`: further entries of the archive. */
export function workbook(
  rows: readonly (readonly Cell[])[],
  more: Readonly<Record<string, Uint8Array>> = {},
): Buffer {
  const lines = rows.map((row, n) => {
    const cells = row.map((cell, at) => cellOf(cell, `${letterOf(at)}${n + 1}`))
    return `<row r="${n + 1}">${cells.join('')}</row>`
  })
  const entries = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    // The second format of cells is that of days.
    'xl/styles.xml': `<styleSheet xmlns="${spreadsheet}"><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    [sheetPath]: sheetOf(lines.join('')),
  }
  const text = new TextEncoder()
  const files = Object.entries(entries).map(([name, xml]) => [name, text.encode(xml)] as const)
  return Buffer.from(zipSync({ ...Object.fromEntries(files), ...more }))
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const letterOf = (at: number): string => String.fromCharCode(65 + at)

const dayMs = 86_400_000
/** Sheets count days from the end of 1899. */
const dayOf = (date: Date): number => date.getTime() / dayMs + 25_569

function cellOf(cell: Cell, place: string): string {
  if (cell === null) return ''
  if (cell instanceof Date) return `<c r="${place}" s="1"><v>${dayOf(cell)}</v></c>`
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
}
