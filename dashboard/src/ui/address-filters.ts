import { useNavigate, useSearch } from '../routing/routing.tsx'

/**
 * Filters of a list. They live in the address, so that a view survives a reload and a log-in, and can
 * be kept and sent to a colleague.
 */

type FilterValues<Name extends string> = Readonly<Partial<Record<Name, string>>>

export interface Filters<Name extends string> {
  readonly values: FilterValues<Name>
  /** An empty value takes the filter away. */
  readonly set: (name: Name, value: string) => void
  readonly clear: () => void
  readonly isAny: boolean
}

export function useFilters<const Names extends readonly string[]>(
  names: Names,
): Filters<Names[number]> {
  type Name = Names[number]
  const search = useSearch()
  const navigate = useNavigate()
  const kept = names.flatMap((name: Name) => (search[name] ? [[name, search[name]] as const] : []))
  const values = Object.fromEntries(kept) as FilterValues<Name>
  const put = (next: Readonly<Record<string, string>>) => {
    const others = Object.entries(search).filter(([name]) => !names.includes(name))
    const all = { ...Object.fromEntries(others), ...next }
    void navigate({ to: '.', search: all, replace: true })
  }
  return {
    values,
    set: (name, value) => {
      const rest = Object.fromEntries(kept.filter(([other]) => other !== name))
      put(value === '' ? rest : { ...rest, [name]: value })
    },
    clear: () => put({}),
    isAny: kept.length > 0,
  }
}

/** The value if it is one of these: what stands in an address may be anything. */
export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  value: string | undefined,
): Words[number] | undefined => words.find(word => word === value)
