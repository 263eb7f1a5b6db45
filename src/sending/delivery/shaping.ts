/** How fast each provider group is written to, as data that an operator may replace. */
import { badFile, readJsonFile } from '#kernel/base/setting-file.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { type Provider, providers } from '../events/provider.ts'
import builtIn from './shaping.json' with { type: 'json' }

export interface Limits {
  /** Connections at a time, over all nodes. */
  readonly connections: number
  /** Emails over one connection. */
  readonly messages: number
  /** Emails per second, over all nodes; 0: as fast as the connections carry. */
  readonly perSecond: number
}

export type Shaping = Readonly<Record<Provider, Limits>>

/** Reads the operator's file, or gives the built-in limits for ''. Throws BadSetting. */
export function loadShaping(path: string): Shaping {
  if (path === '') return readShaping(builtIn, 'shaping.json')
  return readShaping(readJsonFile('MALOTE_SHAPING_FILE', path), path)
}

function readShaping(data: unknown, path: string): Shaping {
  const given = (data ?? {}) as Record<string, Record<string, unknown>>
  const number = (group: string, field: string, min: number): number => {
    const value = given[group]?.[field]
    if (typeof value === 'number' && Number.isFinite(value) && value >= min) return value
    throw badFile(
      'MALOTE_SHAPING_FILE',
      path,
    )(faultText('not_a_limit', { what: `${group}.${field}`, min }))
  }
  const read = (group: Provider): Limits => ({
    connections: Math.floor(number(group, 'connections', 1)),
    messages: Math.floor(number(group, 'messages', 1)),
    perSecond: number(group, 'per_second', 0),
  })
  return Object.fromEntries(providers.map(group => [group, read(group)])) as Record<
    Provider,
    Limits
  >
}
