/** The cells of a table as values of contacts, read as their column is written. */
import { parse } from 'csv-parse/sync'
import type { PropertyType } from '../contacts/fields/property.ts'
import { type DateOrder, dateOf } from './dates.ts'
import { type DecimalMark, numberOf } from './numbers.ts'
import { booleanOf } from './status.ts'

/** How the cells of a column are written; null: nothing says it. */
export interface Habit {
  readonly mark: DecimalMark | null
  readonly order: DateOrder | null
}

/** What a spreadsheet would run as a formula begins so; exports put an apostrophe before it. */
const guarded = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/

/** Without the apostrophe that an export put there. */
export const unguarded = (cell: string): string => cell.replace(guarded, '')

/** A value to be judged as one of a call is; what cannot be read stays as it is, and is refused. */
export function cellValue(type: PropertyType, text: string, habit: Habit): unknown {
  switch (type) {
    case 'number':
      return numberOf(text, habit.mark) ?? text
    case 'boolean':
      return booleanOf(text) ?? text
    case 'date':
      return dateOf(text, habit.order) ?? text
    case 'list':
      return itemsOf(text)
    case 'url':
      return /^www\.[^\s/]+\.[^\s]+$/i.test(text) ? `https://${text}` : text
    case 'string':
      return text
  }
}

/** `["a", "b"]` as JSON, `"a","b"` as a row of its own, else parted by semicolons, commas or bars. */
function itemsOf(text: string): unknown {
  if (text.startsWith('[') && text.endsWith(']')) {
    try {
      const items: unknown = JSON.parse(text)
      if (Array.isArray(items)) return items.map(one => (typeof one === 'string' ? one : `${one}`))
    } catch {
      // Brackets are characters like any other.
    }
  }
  if (text.startsWith('"')) {
    try {
      const [items = []] = parse(text, { trim: true, relax_column_count: true }) as string[][]
      return items.filter(one => one !== '')
    } catch {
      // So are quotes.
    }
  }
  return text.split(/\s*[;|,]\s*/).filter(one => one !== '')
}
