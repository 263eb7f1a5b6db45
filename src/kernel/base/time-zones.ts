/** Zones of the tz database. */

const known = new Set<string>()

/** A name such as America/Recife; an offset is no zone, for it does not know of summers. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  // Zones are some hundreds, spelt in whatever case: what is remembered is bounded.
  if (known.size < 2_000) known.add(name)
  return true
}

let spellings: ReadonlyMap<string, string> | null = null

/** A name as the database spells it, whatever its case; null for what is no zone. */
export function zoneName(text: string): string | null {
  if (!isTimeZone(text)) return null
  spellings ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT'].map(
      name => [name.toLowerCase(), name] as const,
    ),
  )
  return spellings.get(text.toLowerCase()) ?? text
}
