/**
 * The file that MALOTE_SOURCE_ADDRESSES names: pools of source addresses to begin with. It is taken
 * over into the database once (source-admin.ts), where addresses are kept from then on.
 */
import { isIP } from 'node:net'
import type { BadSetting } from '#kernel/base/config.ts'
import { read } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { badFile, readJsonFile } from '#kernel/base/setting-file.ts'
import { faultText } from '#kernel/base/start-refused.ts'

interface FileAddress {
  readonly address: string
  readonly hostname: string
  /** First day of use, ms since 1970; null: it has a history. */
  readonly since: number | null
}

export interface FilePool {
  readonly name: string
  readonly streams: readonly string[] | null
  /** As the API shows them. */
  readonly projects: readonly string[] | null
  readonly addresses: readonly FileAddress[]
}

type Wrong = (what: Text | string) => BadSetting

const wrongIn = (path: string): Wrong => badFile('MALOTE_SOURCE_ADDRESSES', path)

/** Reads the file; no pools for ''. Throws BadSetting. */
export function readSourcesFile(path: string): readonly FilePool[] {
  if (path === '') return []
  const wrong = wrongIn(path)
  const data = readJsonFile('MALOTE_SOURCE_ADDRESSES', path)
  if (!Array.isArray(data)) throw wrong(faultText('no_pools'))
  const pools = data.map((pool, i) => readPool(pool, i, wrong))
  refuseTwice(
    pools.map(pool => pool.name),
    name => wrong(faultText('pool_twice', { name })),
  )
  refuseTwice(
    pools.flatMap(pool => pool.addresses.map(one => one.address)),
    address => wrong(faultText('address_twice', { address })),
  )
  return pools
}

export const missingProject = (path: string, id: string): BadSetting =>
  wrongIn(path)(faultText('unknown_project', { id }))

const poolFields = ['name', 'streams', 'projects', 'addresses']
const addressFields = ['address', 'hostname', 'since']
const isStream = (name: unknown): boolean => name === 'transactional' || name === 'marketing'
const isProject = (name: unknown): boolean => typeof name === 'string' && read('prj', name) !== null
export const isPoolName = (name: unknown): name is string =>
  typeof name === 'string' && /^[a-z0-9][a-z0-9_-]{0,62}$/.test(name)
export const isHostname = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= 253 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name)

function readPool(pool: Record<string, unknown>, i: number, wrong: Wrong): FilePool {
  const addresses = pool?.addresses
  if (!Array.isArray(addresses) || addresses.length === 0) {
    throw wrong(faultText('pool_without_addresses'))
  }
  refuseUnknown(pool, poolFields, wrong)
  const { name = `pool-${i + 1}`, streams, projects } = pool
  if (!isPoolName(name)) throw wrong(faultText('odd_pool_name', { name: String(name) }))
  return {
    name,
    streams: names('streams', streams, isStream, wrong),
    projects: names('projects', projects, isProject, wrong),
    addresses: addresses.map((one: Record<string, unknown>) => readAddress(one, wrong)),
  }
}

/** A misspelt field would make a pool of a project one for everybody. */
function refuseUnknown(given: object, fields: readonly string[], wrong: Wrong): void {
  const unknown = Object.keys(given).find(name => !fields.includes(name))
  if (unknown !== undefined) {
    throw wrong(faultText('unknown_field', { field: unknown, fields: fields.join(', ') }))
  }
}

function refuseTwice(all: readonly string[], wrong: (twice: string) => BadSetting): void {
  const twice = all.find((one, i) => all.indexOf(one) !== i)
  if (twice !== undefined) throw wrong(twice)
}

function names(
  field: string,
  value: unknown,
  isName: (name: unknown) => boolean,
  wrong: Wrong,
): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length === 0) throw wrong(faultText('not_a_list', { field }))
  const bad = value.find(name => !isName(name))
  if (bad !== undefined) throw wrong(faultText('unknown_name', { field, name: String(bad) }))
  return value
}

function readAddress(one: Record<string, unknown>, wrong: Wrong): FileAddress {
  refuseUnknown(one, addressFields, wrong)
  const { address, hostname, since } = one
  if (typeof address !== 'string' || isIP(address) === 0)
    throw wrong(faultText('not_an_address', { address: String(address) }))
  if (!isHostname(hostname)) throw wrong(faultText('address_without_hostname', { address }))
  const time = since === undefined ? null : Date.parse(String(since))
  if (Number.isNaN(time)) throw wrong(faultText('odd_since', { address }))
  return { address, hostname, since: time }
}
