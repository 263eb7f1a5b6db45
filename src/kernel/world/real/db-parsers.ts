/**
 * PostgreSQL's texts as the values that statements give back.
 */
import pg from 'pg'
import { assert } from '../../base/assert.ts'

type Parser = (text: string) => unknown

/** By type oid (pg_type.dat); whatever is not here is read as `pg` reads it. */
const parsers = new Map<number, Parser>([
  [20, wholeNumber], // int8
  [1016, arrayOf(wholeNumber)],
  [1184, instant], // timestamptz
  [1185, arrayOf(instant)],
  [1082, String], // date
  [1182, arrayOf(String)],
])

export function getTypeParser(oid: number, format?: string): Parser {
  const parser = format === 'binary' ? undefined : parsers.get(oid)
  return parser ?? (pg.types.getTypeParser(oid, (format ?? 'text') as 'text') as Parser)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  assert(Number.isSafeInteger(number), `${text} does not fit a number; select it as text.`)
  return number
}

// The session's zone is UTC, so the usual form is '2026-11-21 10:45:00.123456+00'. The rest
// (infinity, years before 1) is left to pg's slower reader.
function instant(text: string): unknown {
  if (!/^\d{4}-.*\+00$/.test(text)) return pg.types.getTypeParser(1184)(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

function arrayOf(parser: Parser): Parser {
  const { arrayParser } = pg.types as unknown as {
    arrayParser: { create(text: string, parser: Parser): { parse(): unknown[] } }
  }
  return text => arrayParser.create(text, parser).parse()
}
