/**
 * All that is wrong with the shape of a body at once, for the dry run: the API layer stops at the
 * first. It walks the same schema, and returns the fields that can be judged further.
 */

import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLonger, isShorter } from '#kernel/base/text-length.ts'

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly (Shape & { readonly const?: unknown })[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minimum?: number
}

type Fields = Readonly<Record<string, unknown>>

/** The problems of a body, and those of its top fields that have none. */
export function checkFields(schema: object, body: unknown): { problems: Refusal[]; sound: Fields } {
  const { properties = {}, required = [] } = schema as Shape
  if (!isObject(body)) {
    return {
      problems: [wrong('', 'The body must be an object.', 'O corpo deve ser um objeto.')],
      sound: {},
    }
  }
  const problems: Refusal[] = []
  const sound: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(properties)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined
    if (value === undefined || value === null) {
      if (required.includes(name)) problems.push(new Refusal('missing_field', { param: name }))
      continue
    }
    const found = problemsOf(shape, value, name)
    problems.push(...found)
    if (found.length === 0) sound[name] = withoutNulls(value)
  }
  return { problems: [...problems, ...unknownFields(properties, body, '')], sound }
}

/** As sending takes it: a field that is null is one that is left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const given = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(given.map(([name, one]) => [name, withoutNulls(one)]))
}

function problemsOf(shape: Shape, value: unknown, param: string): Refusal[] {
  if (shape.anyOf) {
    const allowed = shape.anyOf.map(one => one.const)
    if (allowed.includes(value)) return []
    // Beside words of ours there may be any number, or the like.
    const other = shape.anyOf.find(one => !('const' in one))
    if (other !== undefined) return problemsOf(other, value, param)
    const list = allowed.join(', ')
    return [
      wrong(param, `{param} must be one of: ${list}.`, `{param} deve ser um destes: ${list}.`),
    ]
  }
  if (shape.type === 'string') return textProblems(shape, value, param)
  if (shape.type === 'array') return listProblems(shape, value, param)
  if (shape.type === 'integer') return integerProblems(shape, value, param)
  // Anything at all, such as the value of a template's variable.
  if (shape.type === undefined) return []
  return objectProblems(shape, value, param)
}

function textProblems(shape: Shape, value: unknown, param: string): Refusal[] {
  if (typeof value !== 'string')
    return [wrong(param, '{param} must be a text.', '{param} deve ser um texto.')]
  if (isShorter(value, shape.minLength ?? 0)) {
    return [wrong(param, '{param} must not be empty.', '{param} não pode ser vazio.')]
  }
  const max = shape.maxLength ?? Number.POSITIVE_INFINITY
  if (!isLonger(value, max)) return []
  return [
    wrong(
      param,
      `{param} must have at most ${max} characters.`,
      `{param} deve ter no máximo ${max} caracteres.`,
    ),
  ]
}

function integerProblems({ minimum = 0 }: Shape, value: unknown, param: string): Refusal[] {
  if (Number.isSafeInteger(value) && (value as number) >= minimum) return []
  return [
    wrong(
      param,
      `{param} must be a whole number of at least ${minimum}.`,
      `{param} deve ser um número inteiro de no mínimo ${minimum}.`,
    ),
  ]
}

function listProblems(shape: Shape, value: unknown, param: string): Refusal[] {
  if (!Array.isArray(value))
    return [wrong(param, '{param} must be a list.', '{param} deve ser uma lista.')]
  const max = shape.maxItems ?? Number.POSITIVE_INFINITY
  if (value.length > max) {
    return [
      wrong(
        param,
        `{param} must have at most ${max} entries.`,
        `{param} deve ter no máximo ${max} itens.`,
      ),
    ]
  }
  return firstProblems(value.entries(), ([i, item]) =>
    problemsOf(shape.items ?? {}, item, `${param}[${i}]`),
  )
}

function objectProblems(shape: Shape, value: unknown, param: string): Refusal[] {
  if (!isObject(value))
    return [wrong(param, '{param} must be an object.', '{param} deve ser um objeto.')]
  const [anyValue] = Object.values(shape.patternProperties ?? {})
  if (anyValue) {
    return firstProblems(Object.entries(value), ([key, one]) =>
      problemsOf(anyValue, one, `${param}.${key.slice(0, 80)}`),
    )
  }
  const { properties = {}, required = [] } = shape
  const missing = required
    .filter(name => value[name] === undefined || value[name] === null)
    .map(name => new Refusal('missing_field', { param: `${param}.${name}` }))
  const inner = Object.entries(properties)
    .filter(([name]) => value[name] !== undefined && value[name] !== null)
    .flatMap(([name, one]) => problemsOf(one, value[name], `${param}.${name}`))
  return [...missing, ...inner, ...unknownFields(properties, value, `${param}.`)]
}

function unknownFields(known: object, value: Fields, prefix: string): Refusal[] {
  const names = Object.keys(value).filter(name => !Object.hasOwn(known, name))
  return firstProblems(names, name => [
    wrong(
      `${prefix}${name.slice(0, 80)}`,
      'There is no field {param}.',
      'Não existe o campo {param}.',
    ),
  ])
}

/** Of one list or object: nobody reads more, and a million of them would hold up everybody else. */
const maxProblems = 100

function firstProblems<T>(entries: Iterable<T>, judge: (entry: T) => Refusal[]): Refusal[] {
  const problems: Refusal[] = []
  for (const entry of entries) {
    problems.push(...judge(entry))
    if (problems.length >= maxProblems) break
  }
  return problems
}

function wrong(param: string, en: string, pt: string): Refusal {
  const why: Text = { en, pt }
  return new Refusal('invalid_field', param === '' ? { why } : { param, why })
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
