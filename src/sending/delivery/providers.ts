/**
 * Which of the seven provider groups an MX host belongs to, by the end of its name. The map is a
 * file (`providers.json`) that an operator may replace by setting MALOTE_PROVIDERS_FILE; `other`
 * is every host in no group. A suffix fits whole labels only: `notgoogle.com` is not Google.
 */
import { badFile, readJsonFile } from '#kernel/base/setting-file.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { type Provider, type ProviderGroup, providerGroups } from '../events/provider.ts'
import builtIn from './providers.json' with { type: 'json' }

export interface Providers {
  /** The operator's own name for each group, for pages and metrics. */
  readonly names: Readonly<Record<ProviderGroup, string>>
  readonly bySuffix: ReadonlyMap<string, ProviderGroup>
}

export const builtInProviders: Providers = readProviders(builtIn, 'providers.json')

/** Reads the operator's file, or gives the built-in map for ''. Throws BadSetting. */
export function loadProviders(path: string): Providers {
  if (path === '') return builtInProviders
  return readProviders(readJsonFile('MALOTE_PROVIDERS_FILE', path), path)
}

export function providerOf(mxHost: string, providers: Providers): Provider {
  const labels = mxHost.toLowerCase().replace(/\.$/, '').split('.')
  for (let i = 0; i < labels.length; i++) {
    const group = providers.bySuffix.get(labels.slice(i).join('.'))
    if (group) return group
  }
  return 'other'
}

function readProviders(data: unknown, path: string): Providers {
  const wrong = badFile('MALOTE_PROVIDERS_FILE', path)
  if (!isObject(data)) throw wrong(faultText('not_an_object'))
  const bySuffix = new Map<string, ProviderGroup>()
  const names: Record<string, string> = {}
  for (const [key, value] of Object.entries(data)) {
    const group = providerGroups.find(one => one === key)
    if (!group)
      throw wrong(faultText('not_one_of', { value: key, choices: providerGroups.join(', ') }))
    const { name, mx } = isObject(value) ? value : {}
    if (typeof name !== 'string' || name === '')
      throw wrong(faultText('group_without_name', { group }))
    if (!Array.isArray(mx) || !mx.every(one => typeof one === 'string' && isHost(one))) {
      throw wrong(faultText('group_without_hosts', { group }))
    }
    names[group] = name
    for (const suffix of mx as string[]) bySuffix.set(suffix.toLowerCase(), group)
  }
  for (const group of providerGroups) names[group] ??= group
  return { names: names as Record<ProviderGroup, string>, bySuffix }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isHost(text: string): boolean {
  return text.length <= 253 && text.split('.').every(label => /^[a-z0-9-]{1,63}$/i.test(label))
}
