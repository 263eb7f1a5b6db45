/**
 * Shapes with a name (`$id`) as components of OpenAPI: each is written once, and wherever it stands a
 * reference leads to it. What callers send takes no unknown field and what they get may grow, so a
 * shape that is both has two components, `Design` and `DesignInput`.
 */
import assert from 'node:assert/strict'
import { type Schema, tightened, withParts } from './schemas.ts'

export interface Components {
  /** By name. */
  readonly schemas: () => Readonly<Record<string, Schema>>
  /** A schema of what is sent, by references. */
  readonly ofRequest: (schema: object) => Schema
  /** A schema of what is answered, by references. */
  readonly ofAnswer: (schema: object) => Schema
}

type Rename = (name: string) => string

export function newComponents(): Components {
  const schemas = new Map<string, Schema>()
  const refer = (schema: Schema, rename: Rename): Schema => {
    const { $id, $defs, $ref, ...rest } = schema
    const into = (inner: Schema): Schema => refer(inner, rename)
    for (const definition of Object.values($defs ?? {})) into(definition)
    if ($ref !== undefined) return { ...rest, $ref: pathOf(rename($ref)) }
    const whole = withMapping(rest, withParts(rest, into))
    if ($id === undefined) return whole
    const name = rename($id)
    assert.deepEqual(schemas.get(name) ?? whole, whole, `${name} names two shapes`)
    schemas.set(name, whole)
    return { $ref: pathOf(name) }
  }
  return {
    schemas: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
    ofRequest: schema => refer(tightened(schema), inputName),
    ofAnswer: schema => refer(opened(tightened(schema)), name => name),
  }
}

const pathOf = (name: string): string => `#/components/schemas/${name}`

/** What is only ever sent is named so where it is declared. */
const inputName: Rename = name => (name.endsWith('Input') ? name : `${name}Input`)

/** Answers may grow, so their objects stay open; only unions and maps are put into shape. */
function opened(schema: Schema): Schema {
  const { additionalProperties, ...open } = withParts(schema, opened)
  return additionalProperties === false || additionalProperties === undefined
    ? open
    : { ...open, additionalProperties }
}

/** Says which member of a union each value of its telling field means (OpenAPI 3.1, 4.8.25). */
function withMapping({ discriminator, oneOf: members = [] }: Schema, whole: Schema): Schema {
  if (discriminator === undefined) return whole
  const { propertyName } = discriminator
  const mapping = members.flatMap((member, i) => {
    const field = member.properties![propertyName]!
    const { $ref } = whole.oneOf![i]!
    assert.ok($ref, `A member of a union by ${propertyName} needs a name`)
    return (field.enum ?? [field.const]).map(value => [value, $ref])
  })
  return { ...whole, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } }
}
