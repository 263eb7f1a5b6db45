/** What reading a filter needs everywhere: places, refusals that name them, values of common kinds. */
import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Vocabulary } from './filter-tree.ts'

export type FilterInput = Readonly<Record<string, unknown>>

export interface Reading {
  readonly vocabulary: Vocabulary
  /** Leaves read so far. */
  readonly count: { leaves: number }
  /** The segments in which this stands, from the outside. */
  readonly within: readonly Uuid[]
  readonly depth: number
}

export const refuse = (path: string, why?: Text): Refusal =>
  new Refusal('invalid_field', {
    param: path === '' ? 'filter' : `filter.${path}`,
    ...(why === undefined ? {} : { why }),
  })
export const missing = (path: string): Refusal =>
  new Refusal('missing_field', { param: path === '' ? 'filter' : `filter.${path}` })
export const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

export const notAnObject: Text = {
  en: '{param} must be a condition or a group: an object.',
  pt: '{param} deve ser uma condição ou um grupo: um objeto.',
}

export function onlyKeys(node: FilterInput, allowed: readonly string[], path: string): void {
  const unknown = Object.keys(node).find(name => !allowed.includes(name))
  if (unknown === undefined) return
  throw refuse(join(path, unknown), {
    en: 'There is no field {param}.',
    pt: 'Não existe o campo {param}.',
  })
}

export function readOp(node: FilterInput, path: string, allowed: readonly string[]): string {
  const { op } = node
  if (op === undefined || op === null) throw missing(join(path, 'op'))
  if (typeof op === 'string' && allowed.includes(op)) return op
  const list = allowed.join(', ')
  throw refuse(join(path, 'op'), {
    en: `Here {param} is one of ${list}.`,
    pt: `Aqui {param} é um destes: ${list}.`,
  })
}

/** One or a list of them. */
export function readStates<State extends string>(
  given: unknown,
  known: readonly State[],
  path: string,
): readonly State[] {
  const states = Array.isArray(given) ? given : [given]
  if (states.length === 0) throw missing(path)
  if (states.every(one => known.includes(one))) return states
  const list = known.join(', ')
  throw refuse(path, {
    en: `{param} is one of ${list}, or a list of them.`,
    pt: `{param} é um destes: ${list}, ou uma lista deles.`,
  })
}

export function readDuration(node: FilterInput, name: string, path: string): number | null {
  const value = node[name]
  if (value === undefined || value === null) return null
  const ms = typeof value === 'string' ? durationMs(value) : null
  if (ms === null) throw refuse(join(path, name), durationForm)
  return ms
}

const durationForm: Text = {
  en: '{param} must be a duration such as P30D or PT12H.',
  pt: '{param} deve ser uma duração, como P30D ou PT12H.',
}
