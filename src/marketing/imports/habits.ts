/**
 * How the numbers and days of each mapped column are read: as the column itself says, else as
 * somebody has said, else as the other columns of the file are written. What is still open is asked,
 * for a wrong choice is a value that is a thousand times too large, or another month. Pure.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { PropertyType, PropertyTypes } from '../contacts/fields/property.ts'
import type { DateOrder } from './dates.ts'
import type { DecimalMark } from './numbers.ts'
import type { ColumnFormat, RecognisedFile } from './recognised.ts'
import type { Habit } from './values.ts'

export interface ToldHabits {
  readonly decimal_mark?: DecimalMark | null | undefined
  readonly date_order?: DateOrder | null | undefined
}

export type Mapping = Readonly<Record<string, string | null>>

/** A column may be called what every object has, such as constructor. */
export const fieldIn = (mapping: Mapping, column: string): string | null =>
  Object.hasOwn(mapping, column) ? mapping[column]! : null

/** The key of a property that a field of a mapping names. */
export const keyOf = (field: string | null): string | null =>
  field?.startsWith('properties.') ? field.slice('properties.'.length) : null

interface Reading {
  readonly recognised: Pick<RecognisedFile, 'formats' | 'source'>
  readonly mapping: Mapping
  readonly types: PropertyTypes
  readonly told: ToldHabits
}

interface ColumnHabit {
  readonly format: ColumnFormat
  readonly type: PropertyType
}

function mappedFormats({ recognised, mapping, types }: Reading): ColumnHabit[] {
  return (recognised.formats ?? []).flatMap(format => {
    const key = keyOf(fieldIn(mapping, format.column))
    const type = key === null ? undefined : types.get(key)
    return type === format.kind ? [{ format, type }] : []
  })
}

/** What all columns that say something agree in. */
function agreed<T>(said: readonly (T | null | undefined)[]): T | null {
  const [first = null, ...rest] = new Set(said.filter(one => one !== null && one !== undefined))
  return rest.length === 0 ? first : null
}

/** The habit of a column by its name. */
export function habitsOf(reading: Reading): (column: string) => Habit {
  const mapped = mappedFormats(reading)
  const { told, recognised } = reading
  // Our own export writes points, and days with the year first.
  const ownMark = recognised.source === 'malote' ? '.' : null
  const rest: Habit = {
    mark: told.decimal_mark ?? ownMark ?? agreed(mapped.map(one => one.format.decimal_mark)),
    order: told.date_order ?? agreed(mapped.map(one => one.format.date_order)),
  }
  const own = new Map(
    mapped.map(({ format }) => [
      format.column,
      { mark: format.decimal_mark ?? rest.mark, order: format.date_order ?? rest.order },
    ]),
  )
  return column => own.get(column) ?? rest
}

/** Throws Refusal for the first column that can be read in two ways. */
export function mustBeClear(reading: Reading): void {
  const habitOf = habitsOf(reading)
  for (const { format, type } of mappedFormats(reading)) {
    const { mark, order } = habitOf(format.column)
    if (type === 'number' && mark === null) throw asksMark(format)
    if (type === 'date' && order === null) throw asksOrder(format)
  }
}

const named = ({ column, example }: ColumnFormat) => ({
  column: column.slice(0, 60),
  example: example.slice(0, 40),
})

function asksMark(format: ColumnFormat): Refusal {
  const { column, example } = named(format)
  return new Refusal('invalid_field', {
    param: 'decimal_mark',
    why: {
      en: `The numbers of the column ${column}, such as ${example}, can be read in two ways. Say with {param} what parts the decimals: "," or ".".`,
      pt: `Os números da coluna ${column}, como ${example}, podem ser lidos de dois modos. Diga em {param} o que separa os decimais: "," ou ".".`,
    },
  })
}

function asksOrder(format: ColumnFormat): Refusal {
  const { column, example } = named(format)
  return new Refusal('invalid_field', {
    param: 'date_order',
    why: {
      en: `The days of the column ${column}, such as ${example}, can be read in two ways. Say with {param} what comes first: dmy for the day, mdy for the month.`,
      pt: `As datas da coluna ${column}, como ${example}, podem ser lidas de dois modos. Diga em {param} o que vem primeiro: dmy para o dia, mdy para o mês.`,
    },
  })
}
