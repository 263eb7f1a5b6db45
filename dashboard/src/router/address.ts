/** Addresses as pages read them: which page, what its path names, what is searched for. Pure. */

/** What stands behind the question mark. */
export type Search = Readonly<Record<string, string | undefined>>
/** What a path names where its pattern has `$name`. */
export type Params = Readonly<Record<string, string | undefined>>

export interface Address {
  readonly pathname: string
  /** The path with what is searched for: what comes after a hash is a place in the same page. */
  readonly page: string
  readonly search: Search
}

export const readSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

/** Empty where there is nothing to say. */
export function writeSearch(search: Search): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) fields.set(name, value)
  }
  const text = fields.toString()
  return text === '' ? '' : `?${text}`
}

const partsOf = (path: string): string[] => path.split('/').filter(part => part !== '')

/** What the path names by the pattern; null where it is the address of something else. */
export function paramsBy(pattern: string, path: string): Params | null {
  const wanted = partsOf(pattern)
  const parts = partsOf(path)
  if (wanted.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [n, part] of parts.entries()) {
    const one = wanted[n]!
    if (one.startsWith('$')) params[one.slice(1)] = plain(part)
    else if (one !== part) return null
  }
  return params
}

/** What people typed may be no encoding of anything. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether a link leads to where one is; or, unless `isExact`, above it. */
export function leadsHere(to: string, pathname: string, isExact: boolean): boolean {
  const { path } = splitAddress(to)
  return pathname === path || (!isExact && pathname.startsWith(`${path}/`))
}

/** The path, what is searched for, and the place in the page, of an address that is written out. */
export function splitAddress(text: string): { path: string; search: string; hash: string } {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  return { path, search, hash }
}
