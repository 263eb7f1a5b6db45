/** What a setting is, and what is written in one, read by its kind. */

import { parseNetworks } from './addresses.ts'
import { assert } from './assert.ts'
import { cellShape } from './cell.ts'
import { durationMs } from './durations.ts'
import type { Text } from './languages.ts'
import { nameServerOf } from './name-servers.ts'

export type SettingKind =
  | 'text'
  | 'port'
  | 'integer'
  | 'count'
  | 'share'
  | 'part'
  | 'boolean'
  | 'list'
  | 'name_servers'
  | 'networks'
  | 'url'
  | 'address'
  | 'domain'
  | 'duration'
  | 'processes'
  | 'cell'

/** Of a process to the database: two batchers, a claim, and one for all that is read. */
export const minConnections = 4
/** Each takes 150 MB and more. */
const maxProcesses = 64

/** A row in the table of settings. */
export interface Setting<K extends SettingKind = SettingKind> {
  readonly kind: K
  readonly default: string
  readonly about: Text
  /** All that it, or each item of a list, may be. */
  readonly choices?: readonly string[]
}

export const setting = <K extends SettingKind>(
  kind: K,
  fallback: string,
  about: Text,
  choices?: readonly string[],
): Setting<K> => ({ kind, default: fallback, about, ...(choices ? { choices } : {}) })

/** The value, or what is wrong: the end of a sentence that begins with the setting's name. */
type ReadSetting = { readonly value: unknown } | { readonly wrong: string }

/** No full check of addresses and names: what is no such thing at all stops the start. */
const shapes = {
  address: { shape: /^[^\s@<>]+@[^\s@<>/:]+$/, like: 'an address such as mail@example.com' },
  domain: { shape: /^[^\s@<>/:]+$/, like: 'a name such as mail.example.com' },
} as const

/** Reads one value. */
export function readValue(kind: SettingKind, text: string): ReadSetting {
  const not = (like: string): ReadSetting => ({ wrong: ` must be ${like}, not "${text}".` })
  switch (kind) {
    case 'text':
      return { value: text }
    case 'address':
    case 'domain': {
      const { shape, like } = shapes[kind]
      if (text !== '' && !shape.test(text)) return not(like)
      // As answers of the DNS are compared with it.
      return { value: kind === 'domain' ? text.toLowerCase() : text }
    }
    case 'port':
    case 'integer':
    case 'count': {
      const number = Number(text)
      const max = kind === 'port' ? 65_535 : Number.MAX_SAFE_INTEGER
      const min = kind === 'count' ? 1 : 0
      if (!/^\d+$/.test(text) || number < min || number > max)
        return not(`a whole number from ${min} to ${max}`)
      return { value: number }
    }
    case 'processes': {
      const isCount = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maxProcesses
      if (text !== 'auto' && !isCount)
        return not(`auto or a whole number from 1 to ${maxProcesses}`)
      return { value: text }
    }
    case 'cell':
      return cellShape.test(text) ? { value: text } : not('two characters of a to z and 0 to 9')
    case 'share':
    case 'part': {
      const number = Number(text)
      const isNothing = kind === 'share' && number === 0
      if (!/^\d*\.?\d+$/.test(text) || isNothing || number > 1)
        return not(kind === 'share' ? 'a number above 0 and up to 1' : 'a number from 0 to 1')
      return { value: number }
    }
    case 'boolean':
      if (!/^(true|false|1|0)$/.test(text)) return not('true or false')
      return { value: text === 'true' || text === '1' }
    case 'duration': {
      const ms = text === '' ? 0 : durationMs(text)
      return ms === null ? not('a duration such as P31DT2H') : { value: ms }
    }
    case 'list':
      return { value: itemsOf(text) }
    case 'name_servers': {
      const items = itemsOf(text)
      const odd = items.find(item => nameServerOf(item) === null)
      if (odd === undefined) return { value: items }
      return {
        wrong: ` takes DNS servers as host:port, such as 127.0.0.1:53, [::1]:53 or unbound:53, not "${odd}".`,
      }
    }
    case 'networks':
      try {
        return { value: parseNetworks(text) }
      } catch (error) {
        return { wrong: `: ${(error as Error).message}` }
      }
    case 'url':
      if (text !== '' && (!URL.canParse(text) || !/^https?:/.test(text)))
        return not('an http or https URL')
      return { value: text.replace(/\/+$/, '') }
    default:
      assert(false, 'a setting has a kind that nobody reads')
  }
}

const itemsOf = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
