/** Source addresses as an operator sees them: state, stage, and how far the day is at each provider. */
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { Stream } from '../events/email.ts'
import { type Provider, providers } from '../events/provider.ts'
import { loadProviders, providerOf } from './providers.ts'
import {
  dayAt,
  endOfDay,
  firstDay,
  fullOn,
  isUsedUp,
  type KeptBy,
  limitOf,
  type SourceDay,
  warmStage,
} from './source-day.ts'
import { selectDays } from './source-days-store.ts'
import { type SourceRow, selectSlowed, selectSources } from './sources-store.ts'

/** Why nothing leaves for a provider: paused by hand, by its replies, the day is full, or shared out. */
export const heldBy = ['pause', 'slowed', 'stage', 'rent'] as const
type HeldBy = (typeof heldBy)[number]

interface ShownProvider {
  readonly provider: Provider
  readonly stage: number | null
  readonly today: number
  readonly delivered: number
  readonly slowed: number
  /** Null: none. */
  readonly limit: number | null
  readonly next_at: string | null
  readonly held_by: HeldBy | null
  /** Why the last day led to no further stage. */
  readonly kept_by: KeptBy | null
  readonly full_on: string | null
}

export const sourceStates = ['warming', 'active', 'paused'] as const

export interface ShownSource {
  readonly id: string
  readonly address: string
  readonly hostname: string
  readonly pool: string
  readonly projects: readonly string[] | null
  readonly streams: readonly Stream[] | null
  readonly state: (typeof sourceStates)[number]
  /** Of the provider where it is least far, of those that it has written to; null: it is through. */
  readonly stage: number | null
  readonly full_on: string | null
  /** A node has found it on its machine lately. */
  readonly local: boolean
  readonly created_at: string
  readonly per_provider: readonly ShownProvider[]
}

type Outside = Pick<World, 'db' | 'clock' | 'settings'>

/** Nodes say it every minute (sources.ts). */
const localMs = 3 * 60_000

export async function listSources(world: Outside): Promise<ShownSource[]> {
  const rows = await selectSources(world.db)
  if (rows.length === 0) return []
  const now = world.clock.now()
  const [days, slowed] = await Promise.all([
    selectDays(
      world.db,
      rows.map(row => row.id),
    ),
    slowedLanes(world, now),
  ])
  const dayOf = new Map(days.map(day => [`${day.sourceId} ${day.provider}`, day]))
  return rows.map(row => {
    const shown = providers.map(provider => {
      const day = dayOf.get(`${row.id} ${provider}`) ?? firstDay(row.firstStage, now)
      const slowedUntil = slowed.get(`${row.address} ${provider}`) ?? null
      return showProvider(row, provider, { day: dayAt(day, now), now, slowedUntil })
    })
    const known = shown.filter(({ provider }) => dayOf.has(`${row.id} ${provider}`))
    return showSource(row, { shown, known: known.length > 0 ? known : shown }, now)
  })
}

/** Throws `resource_not_found`. */
export async function getSource(world: Outside, id: Uuid): Promise<ShownSource> {
  const found = (await listSources(world)).find(one => one.id === show('src', id))
  if (found === undefined) throw new Refusal('resource_not_found')
  return found
}

/** Until when a provider's replies have paused what leaves from an address: `address provider`. */
async function slowedLanes({ db, settings }: Outside, now: number): Promise<Map<string, number>> {
  const map = loadProviders(settings.MALOTE_PROVIDERS_FILE)
  const slowed = new Map<string, number>()
  for (const { lane, until } of await selectSlowed(db, now)) {
    const at = lane.lastIndexOf(' from ')
    const [host = ''] = lane.slice(0, at).split(',')
    const key = `${lane.slice(at + ' from '.length)} ${providerOf(host, map)}`
    slowed.set(key, Math.max(until, slowed.get(key) ?? 0))
  }
  return slowed
}

/** `known`: the providers that it has written to, if any. */
function showSource(
  row: SourceRow,
  { shown, known }: Readonly<Record<'shown' | 'known', readonly ShownProvider[]>>,
  now: number,
): ShownSource {
  const stages = known.flatMap(one => one.stage ?? [])
  const stage = row.warm || stages.length === 0 ? null : Math.min(...stages)
  const lasts = known.flatMap(one => one.full_on ?? [])
  return {
    id: show('src', row.id),
    address: row.address,
    hostname: row.hostname,
    pool: row.pool,
    projects: row.projects?.map(id => show('prj', id)) ?? null,
    streams: row.streams,
    state: row.pausedAt !== null ? 'paused' : stage === null ? 'active' : 'warming',
    stage,
    full_on: lasts.length === 0 ? null : lasts.reduce((a, b) => (a > b ? a : b)),
    local: row.localAt !== null && now - row.localAt.getTime() < localMs,
    created_at: row.createdAt.toISOString(),
    per_provider: shown,
  }
}

function showProvider(
  row: SourceRow,
  provider: Provider,
  { day, now, slowedUntil }: { day: SourceDay; now: number; slowedUntil: number | null },
): ShownProvider {
  const stage = row.warm ? warmStage : day.stage
  const held = whyHeld(row, { ...day, stage }, { now, slowedUntil })
  return {
    provider,
    stage: stage >= warmStage ? null : stage,
    today: day.sent,
    delivered: day.delivered,
    slowed: day.slowed,
    limit: limitOf(stage),
    next_at: held?.until === undefined ? null : new Date(held.until).toISOString(),
    held_by: held?.by ?? null,
    kept_by: day.keptBy,
    full_on: fullOn({ ...day, stage }),
  }
}

function whyHeld(
  row: SourceRow,
  day: SourceDay,
  { now, slowedUntil }: { now: number; slowedUntil: number | null },
): { readonly by: HeldBy; readonly until?: number } | null {
  if (row.pausedAt !== null) return { by: 'pause' }
  if (isUsedUp(day, now)) return { by: 'stage', until: endOfDay(day.day) }
  if (slowedUntil !== null) return { by: 'slowed', until: slowedUntil }
  const limit = limitOf(day.stage)
  return limit !== null && day.taken >= limit ? { by: 'rent' } : null
}
