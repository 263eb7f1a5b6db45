/** What a setting is, and what is written in one, read by its kind. */

import { type Networks, parseNetworks } from './addresses.ts'
import { assert } from './assert.ts'
import { BadNetwork } from './bad-network.ts'
import { cellShape } from './cell.ts'
import { durationMs } from './durations.ts'
import type { Text } from './languages.ts'
import { nameServerOf } from './name-servers.ts'
import { type FaultText, faultText } from './start-refused.ts'

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

/** What is read from a setting of this kind. */
export type ValueOf<S extends Setting> = S['kind'] extends
  | 'port'
  | 'integer'
  | 'count'
  | 'share'
  | 'part'
  | 'duration'
  ? number
  : S['kind'] extends 'boolean'
    ? boolean
    : S['kind'] extends 'list' | 'name_servers'
      ? readonly string[]
      : S['kind'] extends 'networks'
        ? Networks
        : string

export const setting = <K extends SettingKind>(
  kind: K,
  fallback: string,
  about: Text,
  choices?: readonly string[],
): Setting<K> => ({ kind, default: fallback, about, ...(choices ? { choices } : {}) })

/** The value, or what is wrong. */
type ReadSetting = { readonly value: unknown } | { readonly wrong: FaultText }

/** No full check of addresses and names: what is no such thing at all stops the start. */
const shapes = {
  address: {
    shape: /^[^\s@<>]+@[^\s@<>/:]+$/,
    like: {
      en: 'an address such as mail@example.com',
      pt: 'um endereço, por exemplo mail@example.com',
    },
  },
  domain: {
    shape: /^[^\s@<>/:]+$/,
    like: { en: 'a name such as mail.example.com', pt: 'um nome, por exemplo mail.example.com' },
  },
} as const

/** Reads one value of the setting of that name. */
export function readValue(name: string, kind: SettingKind, text: string): ReadSetting {
  const not = (en: string, pt: string): ReadSetting => ({
    wrong: faultText('not_like', { setting: name, like: { en, pt }, value: text }),
  })
  switch (kind) {
    case 'text':
      return { value: text }
    case 'address':
    case 'domain': {
      const { shape, like } = shapes[kind]
      if (text !== '' && !shape.test(text)) return not(like.en, like.pt)
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
        return not(`a whole number from ${min} to ${max}`, `um número inteiro de ${min} a ${max}`)
      return { value: number }
    }
    case 'processes': {
      const isCount = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= maxProcesses
      if (text !== 'auto' && !isCount)
        return not(
          `auto or a whole number from 1 to ${maxProcesses}`,
          `auto ou um número inteiro de 1 a ${maxProcesses}`,
        )
      return { value: text }
    }
    case 'cell':
      if (cellShape.test(text)) return { value: text }
      return not('two characters of a to z and 0 to 9', 'dois caracteres de a a z e 0 a 9')
    case 'share':
    case 'part': {
      const number = Number(text)
      const isNothing = kind === 'share' && number === 0
      if (!/^\d*\.?\d+$/.test(text) || isNothing || number > 1)
        return kind === 'share'
          ? not('a number above 0 and up to 1', 'um número acima de 0 e até 1')
          : not('a number from 0 to 1', 'um número de 0 a 1')
      return { value: number }
    }
    case 'boolean':
      if (!/^(true|false|1|0)$/.test(text)) return not('true or false', 'true ou false')
      return { value: text === 'true' || text === '1' }
    case 'duration': {
      const ms = text === '' ? 0 : durationMs(text)
      if (ms !== null) return { value: ms }
      return not('a duration such as P31DT2H', 'uma duração, por exemplo P31DT2H')
    }
    case 'list':
      return { value: itemsOf(text) }
    case 'name_servers':
      return readNameServers(name, text)
    case 'networks':
      return readNetworks(name, text)
    case 'url':
      if (text !== '' && (!URL.canParse(text) || !/^https?:/.test(text)))
        return not('an http or https URL', 'uma URL http ou https')
      return { value: text.replace(/\/+$/, '') }
    default:
      assert(false, 'a setting has a kind that nobody reads')
  }
}

function readNameServers(setting: string, text: string): ReadSetting {
  const items = itemsOf(text)
  const value = items.find(item => nameServerOf(item) === null)
  return value === undefined
    ? { value: items }
    : { wrong: faultText('not_name_servers', { setting, value }) }
}

function readNetworks(setting: string, text: string): ReadSetting {
  try {
    return { value: parseNetworks(text) }
  } catch (error) {
    if (!(error instanceof BadNetwork)) throw error
    return { wrong: faultText('not_networks', { setting, value: error.network, why: error.why }) }
  }
}

const itemsOf = (text: string): string[] =>
  text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
