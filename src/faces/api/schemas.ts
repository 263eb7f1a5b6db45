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
  readonly oneOf?: readonly Schema[]
  /** The name of a shape, which is its component in OpenAPI and its type in the clients. */
  readonly $id?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  /** Of a union: the field whose value tells its members apart. */
  readonly discriminator?: {
    readonly propertyName: string
    /** In OpenAPI. */
    readonly mapping?: Readonly<Record<string, string>>
  }
  readonly description?: string
  readonly default?: unknown
  readonly [keyword: string]: unknown
}

/** The strict form of a TypeBox schema, whole: what has a name stands where it is used. */
export function strict(schema: object): Schema {
  const $defs: Record<string, Schema> = {}
  const place = (one: Schema): Schema => {
    const { $id: _name, $defs: inner, $ref, ...rest } = one
    for (const [name, definition] of Object.entries(inner ?? {})) {
      $defs[name] ??= {}
      $defs[name] = place(definition)
    }
    return withParts($ref === undefined ? rest : { ...rest, $ref: `#/$defs/${$ref}` }, place)
  }
  const whole = place(tightened(schema))
  return Object.keys($defs).length === 0 ? whole : { ...whole, $defs }
}

/** Of JSON text; below it, a function of its own costs more than compiling the same again. */
const minSharedLength = 500

/**
 * The same with one definition for each part that is written out more than once: the content of a
 * campaign is in it twice, its design four times, and compiling all of it holds up everybody else.
 */
export function withShared(schema: Schema): Schema {
  const places = new Map<string, number>()
  const count = (one: Schema): Schema => {
    const text = JSON.stringify(one)
    if (text.length < minSharedLength) return one
    const before = places.get(text) ?? 0
    places.set(text, before + 1)
    return before === 0 ? withParts(one, count) : one
  }
  count(schema)
  const names = new Map<string, string>()
  const $defs: Record<string, Schema> = {}
  const share = (one: Schema): Schema => {
    const text = JSON.stringify(one)
    if ((places.get(text) ?? 0) < 2) return withParts(one, share)
    const known = names.get(text)
    const name = known ?? `shared${names.size}`
    if (known === undefined) {
      names.set(text, name)
      $defs[name] = withParts(one, share)
    }
    return { $ref: `#/$defs/${name}` }
  }
  const whole = share(schema)
  return names.size === 0 ? whole : { ...whole, $defs: { ...whole.$defs, ...$defs } }
}

/** The strict form with the names of its shapes (`$id`) still in it. */
export const tightened = (schema: object): Schema =>
  tighten(JSON.parse(JSON.stringify(schema)) as Schema)

function tighten(schema: Schema): Schema {
  const { anyOf, patternProperties, ...rest } = schema
  const out: Record<string, unknown> = { ...withParts(rest, tighten) }
  if (anyOf) Object.assign(out, tightenUnion(anyOf, schema.discriminator !== undefined))
  if (schema.properties) out.additionalProperties ??= false
  if (patternProperties) {
    const [inner] = Object.values(patternProperties as Readonly<Record<string, Schema>>)
    out.additionalProperties = tighten(inner!)
  }
  return out
}

function tightenUnion(members: readonly Schema[], isTold: boolean): Schema {
  // Where a field tells the members apart, exactly one fits.
  if (isTold) return { oneOf: members.map(tighten) }
  if (!members.every(member => 'const' in member)) return { anyOf: members.map(tighten) }
  const type = members[0]?.type
  return { ...(type === undefined ? {} : { type }), enum: members.map(member => member.const) }
}

/** The same schema with each schema directly inside it changed. */
export function withParts(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const out: Record<string, unknown> = { ...schema }
  for (const name of ['anyOf', 'oneOf'] as const) {
    if (schema[name]) out[name] = schema[name].map(change)
  }
  if (schema.items) out.items = change(schema.items)
  for (const name of ['properties', '$defs'] as const) {
    const inside = schema[name]
    if (inside === undefined) continue
    out[name] = Object.fromEntries(
      Object.entries(inside).map(([key, inner]) => [key, change(inner)]),
    )
  }
  if (typeof schema.additionalProperties === 'object') {
    out.additionalProperties = change(schema.additionalProperties)
  }
  return out
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
