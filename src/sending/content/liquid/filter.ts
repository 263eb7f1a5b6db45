/** What all filters have in common. */

export interface Locale {
  /** BCP 47, of the letter. */
  readonly language: string
  /** IANA name, of the person. */
  readonly timeZone: string
}

/** undefined: it cannot read what it was given, which then has no value. */
export type FilterFunction = (input: unknown, args: readonly unknown[], locale: Locale) => unknown

/** Lists in lists; what lies deeper has no text. */
const maxDepth = 20

export function textOf(value: unknown, depth = 0): string {
  if (value === null || value === undefined || depth > maxDepth) return ''
  if (Array.isArray(value)) return value.map(one => textOf(one, depth + 1)).join(', ')
  return typeof value === 'object' || typeof value === 'function' ? '' : String(value)
}

/** Signs that nobody sees. */
const unseen = /^[\s\u00ad\u200b-\u200f\u2060\ufeff]*$/

/** No value, or one that prints nothing. */
export function isAbsent(value: unknown, depth = 0): boolean {
  if (value === null || value === undefined || depth > maxDepth) return true
  if (typeof value === 'string') return unseen.test(value)
  if (Array.isArray(value)) return value.every(one => isAbsent(one, depth + 1))
  return typeof value === 'object' || typeof value === 'function'
}

/** Of a value as text, more or less. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value) || depth > maxDepth) return 1
  return value.reduce((sum, one) => sum + 1 + sizeOf(one, depth + 1), 0)
}

/** Lists are alike where their items are. */
export function isAlike(one: unknown, other: unknown, depth = 0): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? null) === (other ?? null)
  if (one.length !== other.length || depth > maxDepth) return false
  return one.every((item, n) => isAlike(item, other[n], depth + 1))
}
