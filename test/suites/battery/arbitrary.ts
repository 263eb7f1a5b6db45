/**
 * Values for a schema of OpenAPI, by fast-check: most that fit, and some that are spoilt in one place.
 * A schema with a pattern gets words of it, so that a call comes further than its fields.
 */
import fc, { type Arbitrary } from 'fast-check'
import type { Part } from '../../support/openapi.ts'

type Resolve = (ref: string) => Part

/** Deeper than that, lists are empty and what may be left out is. */
const maxDepth = 4
const maxItems = 2

export function fitting(schema: Part, resolve: Resolve, depth = 0): Arbitrary<unknown> {
  const inner = (one: Part) => fitting(one, resolve, depth + 1)
  if (schema === true || schema === undefined) return fc.jsonValue({ maxDepth: 1 })
  if (schema.$ref !== undefined) return fitting(resolve(schema.$ref), resolve, depth)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const members = schema.oneOf ?? schema.anyOf
  if (members !== undefined) {
    const chosen = depth > maxDepth ? members.slice(0, 1) : members
    return fc.oneof(...chosen.map(inner))
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => inner({ ...schema, type })))
  }
  return ofType(schema, inner, depth)
}

function ofType(
  schema: Part,
  inner: (one: Part) => Arbitrary<unknown>,
  depth: number,
): Arbitrary<unknown> {
  const { minimum: min = 0, maximum: max = 1_000, minItems = 0 } = schema
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min, max: Math.max(min, Math.min(max, 2_000_000_000)) })
    case 'number':
      return fc.double({ min, max: Math.max(min, max), noNaN: true })
    case 'string':
      return text(schema)
    case 'array': {
      const few = depth > maxDepth ? minItems : Math.max(minItems, maxItems)
      const maxLength = Math.min(few, schema.maxItems ?? few)
      return fc.array(inner(schema.items), { minLength: minItems, maxLength })
    }
    case 'object':
      return object(schema, inner, depth)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function object(
  { properties = {}, required = [], additionalProperties: more }: Part,
  inner: (one: Part) => Arbitrary<unknown>,
  depth: number,
): Arbitrary<unknown> {
  const names = Object.keys(properties).filter(name => depth <= maxDepth || required.includes(name))
  const known = fc.record(Object.fromEntries(names.map(name => [name, inner(properties[name])])), {
    requiredKeys: required,
  })
  if (typeof more !== 'object') return known
  const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/)
  return fc
    .tuple(known, fc.dictionary(key, inner(more), { maxKeys: 2 }))
    .map(([one, other]) => ({ ...other, ...one }))
}

const texts: Readonly<Record<string, Arbitrary<string>>> = {
  email: fc.constantFrom('ana@here.test', 'rui@there.test', 'Ana <ana@here.test>'),
  uri: fc.constantFrom('https://shop.test/', 'https://shop.test/a?b=c', 'http://127.0.0.1/'),
  'date-time': fc.constantFrom('2026-12-01T12:00:00Z', '2030-01-01T00:00:00.000-03:00'),
}

function text({ format, pattern, minLength = 0, maxLength = 40 }: Part): Arbitrary<string> {
  if (format !== undefined && texts[format] !== undefined) return texts[format]
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const max = Math.max(minLength, Math.min(maxLength, 40))
  return fc.oneof(
    fc.string({ minLength, maxLength: max, unit: 'grapheme' }),
    fc.constantFrom('ana@here.test', 'Olá', '{{ contact.first_name }}', '<p>Oi</p>'),
  )
}

/** What fits nowhere, or only by luck. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', -1, 1e308, [], {}, true, '\0', '𝒳'.repeat(300)),
  fc.constantFrom<unknown>({ __proto__: null, constructor: 1 }, [[[]]], '2026-13-45T99:99:99Z'),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A value with one place of it replaced, left out, or a field too many. */
export function spoilt(value: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(value, fc.nat(), fc.constantFrom('replace', 'drop', 'add'), odd)
    .map(([one, seed, how, other]) => spoil(one, seed, { how, other }))
}

interface Spoiling {
  readonly how: string
  readonly other: unknown
}

function spoil(value: unknown, seed: number, by: Spoiling): unknown {
  if (typeof value !== 'object' || value === null) return by.other
  const keys = Object.keys(value)
  if (keys.length === 0) return by.how === 'add' && !Array.isArray(value) ? { odd: 1 } : by.other
  const key = keys[seed % keys.length]!
  const inside = (value as Record<string, unknown>)[key]
  const deeper = typeof inside === 'object' && inside !== null && seed % 3 !== 0
  if (deeper) return { ...value, [key]: spoil(inside, Math.floor(seed / 3), by) }
  if (by.how === 'add') return { ...value, odd: by.other }
  const { [key]: _gone, ...rest } = value as Record<string, unknown>
  const left = by.how === 'drop' ? rest : { ...rest, [key]: by.other }
  return Array.isArray(value) ? Object.values(left) : left
}
