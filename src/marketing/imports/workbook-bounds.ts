/**
 * What the parts of a workbook would make of memory, before a library makes it: the places of cells
 * are numbers of strangers, and it fills up every row and column in between. As strict about XML as
 * the programs are that write workbooks: what they never write is refused, since a parser might take
 * it for something else.
 */

type Bounds = 'fine' | 'broken' | 'large'

/** The rows and columns of a sheet are those of ISO/IEC 29500-1, Annex C. */
const limits = {
  maxRows: 1_048_576,
  maxColumns: 16_384,
  /** Rows by the widest of them: an array of 40 MB. */
  maxCells: 5_000_000,
  /** An element with millions of attributes is a table of gigabytes. */
  maxTagChars: 32 * 1_024,
} as const

class Unreadable extends Error {}

/** Of any part. */
export function boundsOfPart(xml: string): Bounds {
  try {
    for (const _ of tagsOf(xml));
    return 'fine'
  } catch (error) {
    return brokenBy(error)
  }
}

/** Of a sheet, which is a part, too. */
export function boundsOfSheet(xml: string): Bounds {
  const { maxRows, maxColumns, maxCells } = limits
  const all = { row: 0, column: 0, unnumbered: 0 }
  try {
    for (const tag of tagsOf(xml)) {
      const name = nameOf(tag)
      if (name !== 'c' && name !== 'row') continue
      const place = placeOf(tag, name)
      if (place === null) all.unnumbered++
      else {
        all.row = Math.max(all.row, place.row)
        all.column = Math.max(all.column, place.column)
      }
    }
  } catch (error) {
    return brokenBy(error)
  }
  if (all.row > maxRows || all.column > maxColumns) return 'broken'
  const rows = all.row + all.unnumbered
  return rows * Math.max(1, all.column) > maxCells ? 'large' : 'fine'
}

function brokenBy(error: unknown): Bounds {
  if (error instanceof Unreadable) return 'broken'
  throw error
}

/** What opens an element, without its brackets. Throws Unreadable. */
export function* tagsOf(xml: string): Generator<string> {
  for (let at = xml.indexOf('<'); at !== -1; ) {
    const end = xml[at + 1] === '?' ? xml.indexOf('?>', at) + 1 : endOfTag(xml, at)
    if (end <= at || end - at > limits.maxTagChars) throw new Unreadable()
    if (xml[at + 1] !== '?' && xml[at + 1] !== '/') yield xml.slice(at + 1, end)
    at = xml.indexOf('<', end)
  }
}

const [tab, space, quote, apostrophe, slash, less, greater] = [9, 32, 34, 39, 47, 60, 62]

/** -1: has none, or is what declares types, a comment or CDATA. */
function endOfTag(xml: string, from: number): number {
  if (xml[from + 1] === '!') return -1
  const last = Math.min(xml.length, from + limits.maxTagChars + 1)
  let open = 0
  for (let at = from + 1; at < last; at++) {
    const code = xml.charCodeAt(at)
    if (code === less) return -1
    if (open !== 0) {
      if (code === open) open = 0
    } else if (code === greater) return at
    else if (code === quote || code === apostrophe) open = code
  }
  return -1
}

/** Without its prefix. */
export function nameOf(tag: string): string {
  let end = 0
  let start = 0
  for (; end < tag.length; end++) {
    const code = tag.charCodeAt(end)
    if (code === space || (code >= tab && code < 14) || code === slash) break
    if (code === 58) start = end + 1
  }
  return tag.slice(start, end)
}

/** Of one name, the last counts. Throws Unreadable. */
export function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of eachAttribute(tag)) found.set(name, value)
  return found
}

function* eachAttribute(tag: string): Generator<readonly [string, string]> {
  const attribute = /\s+(?:[\w.-]*:)?([\w.-]+)=(?:"([^"]*)"|'([^']*)')/y
  let at = /^[^\s/]*/.exec(tag)![0].length
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(tag)
    if (found === null) break
    yield [found[1]!, found[2] ?? found[3]!]
    at = attribute.lastIndex
  }
  if (!/^\s*\/?$/.test(tag.slice(at))) throw new Unreadable()
}

interface Place {
  readonly row: number
  readonly column: number
}

/** null: a row that does not say it. Every `r` is looked at, since which of two counts is the parser's. */
function placeOf(tag: string, name: 'c' | 'row'): Place | null {
  let place: Place | null = null
  for (const [attribute, value] of eachAttribute(tag)) {
    if (attribute !== 'r') continue
    if (place !== null) throw new Unreadable()
    place = name === 'c' ? placeOfCell(value) : placeOfRow(value)
  }
  if (place === null && name === 'c') throw new Unreadable()
  return place
}

function placeOfRow(value: string): Place {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new Unreadable()
  return { row: Number(value), column: 0 }
}

function placeOfCell(value: string): Place {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(value) ?? []
  if (letters === undefined) throw new Unreadable()
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return { row: Number(digits), column }
}
