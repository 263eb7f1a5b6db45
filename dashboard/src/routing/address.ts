/** Addresses of pages: what they say besides their path, and the patterns that they are told by. */
import type { HistoryLocation } from '@tanstack/history'

/** Fields of an address are texts, always; pages read those they know. */
export type Search = Readonly<Record<string, string | undefined>>

export interface Address {
  readonly href: string
  readonly pathname: string
  readonly search: Search
  /** `#part`, or nothing. */
  readonly hash: string
  /** Of this entry of the history: where it was scrolled to is kept by it. */
  readonly key: string
}

export function addressOf({ href, pathname, search, hash, state }: HistoryLocation): Address {
  return {
    href,
    pathname,
    search: Object.fromEntries(new URLSearchParams(search)),
    hash,
    key: state.__TSR_key ?? href,
  }
}

export function hrefOf(pathname: string, search: Search): string {
  const said = Object.entries(search).filter((field): field is [string, string] => {
    return field[1] !== undefined
  })
  const query = new URLSearchParams(said).toString()
  return query === '' ? pathname : `${pathname}?${query}`
}

export type Params = Readonly<Record<string, string | undefined>>

const partsOf = (path: string): readonly string[] => path.split('/').filter(part => part !== '')

/** What stands in the places of a pattern like `/emails/$id`; its last part may be `*`: anything. */
export function paramsOf(pattern: string, pathname: string): Params | null {
  const asked = partsOf(pattern)
  const given = partsOf(pathname)
  const isOpen = asked.at(-1) === '*'
  const fixed = isOpen ? asked.slice(0, -1) : asked
  if (isOpen ? given.length < fixed.length : given.length !== fixed.length) return null
  const params: Record<string, string> = {}
  for (const [n, part] of fixed.entries()) {
    const value = given[n]!
    if (part.startsWith('$')) params[part.slice(1)] = plain(value)
    else if (part.toLowerCase() !== value.toLowerCase()) return null
  }
  return params
}

/** As it is meant; somebody may have written an address that means nothing. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
