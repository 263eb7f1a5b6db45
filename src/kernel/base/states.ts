/**
 * The states of a thing as a table, a row each: what people call it, and what may be done in it. The
 * statements, refusals and pages of its module are made from the rows.
 */
import { Refusal } from './errors.ts'
import type { Text } from './languages.ts'

export interface StateRow<Act extends string = string> {
  /** What people call it. */
  readonly label: Text
  /** How pages colour it: calm, under way, needing somebody, ended well or badly. */
  readonly tone: 'calm' | 'info' | 'wait' | 'good' | 'bad'
  /** What may be done, by the names of the calls that do it. */
  readonly may: readonly Act[]
}

type Table<Row> = Readonly<Record<string, Row>>

/** The names of the states of which something holds, in the order of the table. */
export const statesWhere = <Row, Name extends string>(
  table: Readonly<Record<Name, Row>>,
  holds: (row: Row) => boolean,
): readonly Name[] => (Object.keys(table) as Name[]).filter(name => holds(table[name]))

/** As SQL has them within `in ( )`: `'sent', 'cancelled'`. */
export const inSql = (names: readonly string[]): string => names.map(one => `'${one}'`).join(', ')

/** Throws Refusal where the state does not allow it. */
export function mustAllow<Act extends string>(
  table: Table<StateRow<Act>>,
  status: string,
  act: Act,
): void {
  if (!table[status]?.may.includes(act)) throw wrongState(status)
}

const wrongState = (status: string): Refusal =>
  new Refusal('invalid_field', {
    param: 'status',
    why: {
      en: `That cannot be done while it is ${status}.`,
      pt: `Isso não é possível no estado ${status}.`,
    },
  })
