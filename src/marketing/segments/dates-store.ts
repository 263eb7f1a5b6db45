/** Conditions on days and instants as SQL over the row `c` of contacts: a day is one of its zone. */
import type { AddValue } from '../contacts/people/contact.ts'
import { clamped, type Moment } from './moment.ts'
import type { DateTest } from './operators.ts'

interface CompileContext extends Moment {
  readonly add: AddValue
}

/** As SQL, made where it is used: a value that no statement uses has no type. Null where absent. */
interface Span {
  readonly start: () => string
  /** Not included. */
  readonly end: () => string
}

const zoneOf = ({ zone, add }: CompileContext): string => `coalesce(c.time_zone, ${add(zone)})`

/** From the start of a day in the contact's zone to the start of the next; an instant is 1 ms. */
function spanOf(text: string, compiling: CompileContext): Span {
  const isDay = `length(${text}) = 10`
  return {
    start:
      () => `(case when ${isDay} then ${text}::date::timestamp at time zone ${zoneOf(compiling)}
      else ${text}::timestamptz end)`,
    end: () => `(case when ${isDay}
      then (${text}::date + 1)::timestamp at time zone ${zoneOf(compiling)}
      else ${text}::timestamptz + interval '1 millisecond' end)`,
  }
}

interface DateColumn extends Span {
  readonly day: () => string
}

export function dateColumn(field: string, compiling: CompileContext): DateColumn {
  if (!field.startsWith('properties.')) {
    const column = `c.${field}`
    return {
      start: () => column,
      end: () => `(${column} + interval '1 millisecond')`,
      day: () => `(${column} at time zone ${zoneOf(compiling)})::date`,
    }
  }
  const key = compiling.add(field.slice('properties.'.length))
  const text = `(case when c.properties ->> ${key} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}($|T)'
    then c.properties ->> ${key} end)`
  return {
    ...spanOf(text, compiling),
    day: () => `(case when length(${text}) = 10 then ${text}::date
      else (${text}::timestamptz at time zone ${zoneOf(compiling)})::date end)`,
  }
}

export function dateTest(column: DateColumn, test: DateTest, compiling: CompileContext): string {
  const { start, end, day } = column
  const positive = (condition: string): string => `coalesce(${condition}, false)`
  switch (test.op) {
    case 'exists':
      return `(${start()} is not null)`
    case 'absent':
      return `(${start()} is null)`
    case 'within':
      return positive(lookBack(column, test.spanMs, compiling))
    case 'not_within':
      return `coalesce(not (${lookBack(column, test.spanMs, compiling)}), true)`
    case 'ahead':
      return positive(
        `${start()} <= ${at(compiling, test.spanMs)} and ${end()} > ${at(compiling, 0)}`,
      )
    case 'anniversary_within':
      return positive(anniversary(day(), test.spanMs, compiling))
    default:
      return positive(compareDates(column, test, compiling))
  }
}

function compareDates(
  { start }: Span,
  { op, dates }: Extract<DateTest, { readonly dates: readonly string[] }>,
  compiling: CompileContext,
): string {
  const [first, last] = dates
  const from = spanOf(`${compiling.add(first)}::text`, compiling)
  if (op === 'before') return `${start()} < ${from.start()}`
  if (op === 'after') return `${start()} >= ${from.end()}`
  const until = last === undefined ? from : spanOf(`${compiling.add(last)}::text`, compiling)
  return `${start()} >= ${from.start()} and ${start()} < ${until.end()}`
}

/** So long after the moment of the evaluation. */
export const at = ({ add, now }: CompileContext, plusMs: number): string =>
  `${add(new Date(clamped(now + plusMs)).toISOString())}::text::timestamptz`

const lookBack = ({ start, end }: Span, spanMs: number, compiling: CompileContext): string =>
  `${start()} <= ${at(compiling, 0)} and ${end()} > ${at(compiling, -spanMs)}`

/** Its day in this year or the next, in the contact's zone; 29 February is 28 in other years. */
function anniversary(day: string, spanMs: number, compiling: CompileContext): string {
  const zone = zoneOf(compiling)
  const today = `(${at(compiling, 0)} at time zone ${zone})::date`
  const inYear = (plus: number): string => {
    const years = `(extract(year from ${today})::integer + ${plus} - extract(year from ${day})::integer)`
    const local = `(${day} + make_interval(years => ${years}))`
    // Before the day itself there is none.
    return `(${years} >= 0 and ${local}::date >= ${today}
      and (${local}::date::timestamp at time zone ${zone}) <= ${at(compiling, spanMs)})`
  }
  return `(${inYear(0)} or ${inYear(1)})`
}
