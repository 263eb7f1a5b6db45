/** Lines of NDJSON: objects whose members were named by others, so they are kept in maps. */
import { inspect } from '#kernel/base/inspect.ts'
import { maxColumns } from './table.ts'

/** As deep as a body of the API may be. */
const maxDepth = 64

/** A line of NDJSON; null where it is no object. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Whether a value may be kept and shown. */
export function isWellFormed(row: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(row).length > maxColumns || isDeep(row)) return false
  try {
    inspect(row)
    return true
  } catch {
    return false
  }
}

/** Level by level, for a call within a call for each would end the stack. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap(one =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}

/** Properties stand beside the fields, as in a table. */
export function readMembers(row: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(row)) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (name !== 'properties' || !isObject) members.set(name, value)
    else for (const [key, own] of Object.entries(value)) members.set(`properties.${key}`, own)
  }
  return members
}
