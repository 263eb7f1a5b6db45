/**
 * Query strings against their schema: `limit=50` becomes a number because the schema says so,
 * `tag[k]=v` an entry of a map. What is unknown, repeated or badly encoded is refused by name.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type Schema, strict } from './schemas.ts'
import { compile } from './validate.ts'

export type QueryReader = (queryString: string) => Record<string, unknown>

const noFields: Schema = { type: 'object', properties: {} }

const readers = new WeakMap<object, QueryReader>()

/**
 * Reads and validates; throws Refusal. Without a schema, every parameter is unknown. What a route
 * takes is worked out at its first call, once for all under which it is mounted.
 */
export function compileQuery(schema: object = noFields): QueryReader {
  const known = readers.get(schema)
  if (known !== undefined) return known
  const validate = compile(schema)
  let fields: Readonly<Record<string, Schema>> | undefined
  const reader: QueryReader = text => {
    fields ??= strict(schema).properties ?? {}
    const query = collect(text, fields)
    validate(query)
    return query
  }
  readers.set(schema, reader)
  return reader
}

function collect(text: string, fields: Readonly<Record<string, Schema>>): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  if (text === '') return query
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decode(equals < 0 ? part : part.slice(0, equals), null)
    const value = decode(equals < 0 ? '' : part.slice(equals + 1), name)
    put(query, fields, { name, value })
  }
  return query
}

function put(
  query: Record<string, unknown>,
  fields: Readonly<Record<string, Schema>>,
  { name, value }: { readonly name: string; readonly value: string },
): void {
  const entry = /^(\w+)\[([^\]]*)\]$/.exec(name)
  const [, mapName = '', key = ''] = entry ?? []
  const field = Object.hasOwn(fields, entry ? mapName : name)
    ? fields[entry ? mapName : name]
    : null
  if (!field || (field.type === 'object') !== (entry !== null)) throw refuse(name, unknown)
  const [into, as] = entry ? [mapOf(query, mapName), key] : [query, name]
  if (as === '__proto__') throw refuse(name, unknown)
  if (Object.hasOwn(into, as)) throw refuse(name, repeated)
  into[as] = entry ? value : coerce(value, field)
}

function mapOf(query: Record<string, unknown>, name: string): Record<string, unknown> {
  query[name] ??= {}
  return query[name] as Record<string, unknown>
}

function coerce(text: string, { type }: Schema): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function decode(text: string, name: string | null): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw refuse(name ?? text, badlyEncoded)
  }
  if (decoded.includes('\0')) throw refuse(name ?? text, badlyEncoded)
  return decoded
}

const unknown: Text = {
  en: 'There is no parameter {param}.',
  pt: 'Não existe o parâmetro {param}.',
}
const repeated: Text = {
  en: 'The parameter {param} is given twice.',
  pt: 'O parâmetro {param} aparece duas vezes.',
}
const badlyEncoded: Text = {
  en: 'The parameter {param} is not percent-encoded UTF-8 text.',
  pt: 'O parâmetro {param} não é um texto UTF-8 codificado por porcentagem.',
}

const refuse = (name: string, why: Text) =>
  new Refusal('invalid_field', { param: name.slice(0, 300), why })
