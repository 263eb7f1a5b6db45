/**
 * From which local address an email leaves, on machines that have several. An operator's file names
 * pools; a project or a stream may have its own. A new address warms up: it takes 2 % of its pool's
 * mail on its first day and twice that every day until it carries its share, because receivers
 * judge an address by its history.
 */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { BadSetting, type Settings } from '#kernel/base/config.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { read, show, timeOfId, type Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Stream } from '../events/email.ts'
import { selectExisting } from './sources-store.ts'

export interface Source {
  /** Address to bind to; undefined: the system chooses. */
  readonly address?: string
  /** Name in EHLO; its DNS should lead to the address and back. */
  readonly hostname: string
}

interface PoolAddress {
  readonly address: string
  readonly hostname: string
  /** First day of use, ms since 1970; null: warm. */
  readonly since: number | null
}

interface Pool {
  readonly streams: readonly string[] | null
  readonly projects: readonly string[] | null
  readonly addresses: readonly PoolAddress[]
}

export type Sources = readonly Pool[]

const firstDayShare = 0.02

/** Reads MALOTE_SOURCE_ADDRESSES (a JSON file); no pools for ''. Throws BadSetting. */
export function loadSources(path: string): Sources {
  if (path === '') return []
  const wrong = (what: string): BadSetting =>
    new BadSetting(`MALOTE_SOURCE_ADDRESSES: ${path}: ${what}`)
  let data: unknown
  try {
    data = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw wrong((error as Error).message)
  }
  if (!Array.isArray(data)) throw wrong('must hold a list of pools.')
  return data.map((pool: Record<string, unknown>) => {
    const addresses = pool?.addresses
    if (!Array.isArray(addresses) || addresses.length === 0) throw wrong('a pool needs addresses.')
    refuseUnknown(pool, poolFields, wrong)
    return {
      streams: names('streams', pool.streams, isStream, wrong),
      projects: names('projects', pool.projects, isProject, wrong),
      addresses: addresses.map((one: Record<string, unknown>) => readAddress(one, wrong)),
    }
  })
}

const poolFields = ['streams', 'projects', 'addresses']
const addressFields = ['address', 'hostname', 'since']
const isStream = (name: unknown): boolean => name === 'transactional' || name === 'marketing'
const isProject = (name: unknown): boolean => typeof name === 'string' && read('prj', name) !== null

/** A misspelt field would make a pool of a project one for everybody. */
function refuseUnknown(
  given: object,
  fields: readonly string[],
  wrong: (what: string) => BadSetting,
): void {
  const unknown = Object.keys(given).find(name => !fields.includes(name))
  if (unknown !== undefined) {
    throw wrong(`there is no field "${unknown}"; there are ${fields.join(', ')}.`)
  }
}

function names(
  field: string,
  value: unknown,
  isName: (name: unknown) => boolean,
  wrong: (what: string) => BadSetting,
): string[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length === 0)
    throw wrong(`${field} must be a list with names.`)
  const bad = value.find(name => !isName(name))
  if (bad !== undefined) throw wrong(`${field}: there is no "${bad}".`)
  return value
}

/** At start: a pool for a project that does not exist is a mistake. Throws BadSetting. */
export async function checkSources(
  sql: Sql,
  { MALOTE_SOURCE_ADDRESSES: path }: Pick<Settings, 'MALOTE_SOURCE_ADDRESSES'>,
): Promise<void> {
  const named = loadSources(path).flatMap(pool => pool.projects ?? [])
  if (named.length === 0) return
  const existing = await selectExisting(
    sql,
    named.map(name => read('prj', name)!),
  )
  const missing = named.find(name => !existing.has(read('prj', name)!))
  if (missing === undefined) return
  throw new BadSetting(`MALOTE_SOURCE_ADDRESSES: ${path}: no project has the id ${missing}.`)
}

function readAddress(
  one: Record<string, unknown>,
  wrong: (what: string) => BadSetting,
): PoolAddress {
  refuseUnknown(one, addressFields, wrong)
  const { address, hostname, since } = one
  if (typeof address !== 'string' || isIP(address) === 0)
    throw wrong(`"${address}" is no IP address.`)
  if (typeof hostname !== 'string' || !/^[a-z0-9.-]+$/i.test(hostname)) {
    throw wrong(`${address} needs the hostname that it says in EHLO.`)
  }
  const time = since === undefined ? null : Date.parse(String(since))
  if (Number.isNaN(time)) throw wrong(`${address}: since must be a date.`)
  return { address, hostname, since: time }
}

/** What is sent, as far as the choice of its source goes. */
interface SourceQuery {
  readonly projectId: Uuid
  readonly stream: Stream
  readonly emailId: Uuid
}

/**
 * Chooses the source of an email: the first pool made for its project, else for its stream, else for
 * everybody. Shares are those of the moment when the email was made, so each further try leaves from
 * the address of the first, whatever node sends it and however far the others have warmed up:
 * greylisting waits for the same address (RFC 6647 §4).
 */
export function sourceOf(
  sources: Sources,
  sending: SourceQuery,
  setup: { hostname: string },
): Source {
  const project = show('prj', sending.projectId)
  const pool =
    sources.find(one => one.projects?.includes(project)) ??
    sources.find(one => one.projects === null && one.streams?.includes(sending.stream)) ??
    sources.find(one => one.projects === null && one.streams === null)
  if (!pool) return { hostname: setup.hostname }
  const weights = pool.addresses.map(one => weightOf(one, timeOfId(sending.emailId)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let place = shareOfEmail(sending.emailId) * total
  const chosen = pool.addresses.find((_, i) => {
    place -= weights[i]!
    return place < 0
  })
  const { address, hostname } = chosen ?? pool.addresses[0]!
  return { address, hostname }
}

function weightOf(one: PoolAddress, now: number): number {
  if (one.since === null) return 1
  const days = Math.floor((now - one.since) / dayMs)
  return days < 0 ? 0 : Math.min(1, firstDayShare * 2 ** days)
}

/** A number in [0, 1) from the random end of the id. */
function shareOfEmail(id: Uuid): number {
  return Number.parseInt(id.slice(-8), 16) / 2 ** 32
}
