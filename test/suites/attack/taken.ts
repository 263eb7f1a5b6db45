/** Whether a schema takes a body, by a validator of our own; a field that is null is one left out. */
import { Ajv, type ValidateFunction } from 'ajv'
import type { Endpoint } from './endpoints.ts'

const ajv = new Ajv({ strict: false, validateFormats: false })
const compiled = new WeakMap<object, ValidateFunction>()

export function isTaken({ body: schema }: Endpoint, body: unknown): boolean {
  if (schema === undefined) return true
  const check = compiled.get(schema) ?? ajv.compile(nameless(schema))
  compiled.set(schema, check)
  return check(body) || check(withoutNulls(body))
}

/** One shape may stand in several places, and a name may be given once. */
const nameless = (schema: object): object =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)))

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const given = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(given.map(([name, one]) => [name, withoutNulls(one)]))
}
