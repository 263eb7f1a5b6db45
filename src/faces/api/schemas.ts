/**
 * Schemas as routes write them, made strict: an object takes the fields it names and no others, a
 * union of literals is an enum, a record is a map. Validation and OpenAPI both start from this form.
 */

export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly description?: string
  readonly default?: unknown
  readonly [keyword: string]: unknown
}

/** The strict form of a TypeBox schema. */
export function strict(schema: object): Schema {
  const given = JSON.parse(JSON.stringify(schema)) as Schema
  return tighten(given)
}

function tighten(schema: Schema): Schema {
  const { anyOf, patternProperties, ...rest } = schema
  const out: Record<string, unknown> = { ...rest }
  if (anyOf) Object.assign(out, tightenUnion(anyOf))
  if (schema.items) out.items = tighten(schema.items)
  if (schema.properties) {
    out.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, tighten(inner)]),
    )
    out.additionalProperties ??= false
  }
  if (patternProperties) {
    const [inner] = Object.values(patternProperties as Record<string, Schema>)
    out.additionalProperties = tighten(inner!)
  }
  return out
}

function tightenUnion(members: readonly Schema[]): Schema {
  if (!members.every(member => 'const' in member)) return { anyOf: members.map(tighten) }
  const type = members[0]?.type
  return { ...(type === undefined ? {} : { type }), enum: members.map(member => member.const) }
}

/**
 * Null in an optional field is absence (docs/contract.md#strict-input), and so it is in a required
 * one, which is then missing. Takes such fields out of the value, in place. Nulls of maps and lists
 * stay, to be refused.
 */
export function dropNulls(schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const items = schema.items ?? (schema.anyOf ?? []).find(one => one.type === 'array')?.items
    if (items) for (const item of value) dropNulls(items, item)
    return
  }
  const fields = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(fields, name)) continue
    if (fields[name] === null && !takesNull(inner)) delete fields[name]
    else dropNulls(inner, fields[name])
  }
  const { additionalProperties: inner } = schema
  if (typeof inner === 'object') for (const one of Object.values(fields)) dropNulls(inner, one)
  // One that may be null besides.
  const [only, ...others] = (schema.anyOf ?? []).filter(one => one.type === 'object')
  if (only !== undefined && others.length === 0) dropNulls(only, value)
}

function takesNull(schema: Schema): boolean {
  return schema.type === 'null' || (schema.anyOf ?? []).some(takesNull)
}
