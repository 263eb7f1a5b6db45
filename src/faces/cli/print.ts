/** What a command prints: `name  value` lines for people, one JSON object for programs. */

export function print(
  out: { write(text: string): unknown },
  result: Record<string, unknown>,
  json: boolean,
): void {
  out.write(json ? `${JSON.stringify(result)}\n` : harmless(lines(result, '')))
}

/**
 * Names, subjects and what strange servers say are others' words: a control character in them must
 * not move the operator's cursor, set a title, or turn the line around (ECMA-48; UAX #9).
 */
const harmless = (text: string): string =>
  text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function lines(result: Record<string, unknown>, indent: string): string {
  const entries = Object.entries(result)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => line(name.padEnd(width), value, indent)).join('')
}

function line(name: string, value: unknown, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}${name}  –\n`
    if (value.every(one => typeof one !== 'object'))
      return `${indent}${name}  ${value.join(', ')}\n`
    const items = value.map(one => lines(one as Record<string, unknown>, `${indent}  `))
    return `${indent}${name.trimEnd()}\n${items.join('\n')}`
  }
  if (typeof value === 'object' && value !== null) {
    return `${indent}${name.trimEnd()}\n${lines(value as Record<string, unknown>, `${indent}  `)}`
  }
  return `${indent}${name}  ${value ?? '–'}\n`
}
