/** What a forecast is computed from, read from the campaign, its people and the account's limits. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { readWarmUp } from '#tenants/limits/campaign-places.ts'
import { readQuota } from '#tenants/limits/reserve.ts'
import { settingsOf } from '../../forms/settings.ts'
import { countBy, type PeopleGroup } from '../audience/groups.ts'
import type { Campaign } from '../definition/campaign.ts'
import { restGoesAt } from '../definition/guard.ts'
import { beginningOf, zoneMoments } from '../definition/schedule.ts'
import type { Schedule } from '../definition/shapes.ts'
import { stateOf } from '../definition/state-table.ts'
import { sendUntil } from '../definition/states.ts'
import { zonesOf } from '../store.ts'
import { type DaysAhead, forecast, type LimitsAhead, type Wave } from './forecast.ts'
import { countByMoment } from './forecast-store.ts'
import { sendingDomain } from './limits.ts'
import { transactionalDays } from './reserve.ts'

type Context = { readonly world: World; readonly tenant: Tenant }

/** Who of a campaign that has not read its people may be written to; `capped` of them have had enough. */
interface Receivers {
  readonly groups: readonly PeopleGroup[]
  readonly capped: number
}

const nothing: DaysAhead = { days: [], finishes_at: null, late: 0 }

/** Asks for its people only where the campaign has not read them itself. */
export async function forecastOf(
  call: Context,
  campaign: Campaign,
  receivers: () => Promise<Receivers>,
): Promise<DaysAhead> {
  const { world, tenant } = call
  const { status, phase, definition, progress } = campaign
  if (stateOf(status).stage === 'over') return nothing
  const account = await getAccount(world, tenant.accountId)
  const zone = account?.timeZone ?? 'UTC'
  const { quiet, reserve } = await settingsOf(world.db, tenant.projectId)
  const schedule = definition.schedule ?? {}
  const isUnderWay = campaign.started_at !== null && phase !== 'preparing'
  const now = isUnderWay ? world.clock.now() : await startOf(call, campaign, zone)
  const begunAt = campaign.started_at?.getTime() ?? now
  const waves = isUnderWay
    ? await wavesLeft(call, campaign, zone)
    : wavesOf(await receivers(), { schedule, zone, now })
  const isTried = progress.ab === undefined && (phase === null || phase === 'preparing')
  const days = forecast({
    now,
    begunAt,
    zone,
    schedule,
    until: Date.parse(progress.send_until ?? sendUntil(schedule, begunAt)),
    waves,
    quiet,
    limits: await limitsAhead(call, campaign, reserve),
    ab: isTried ? (definition.ab ?? null) : null,
    tokens: progress,
  })
  const rest = {
    isGuarded: tenant.mode === 'live' && definition.guard.enabled,
    released: progress.released,
    left: waves.reduce((sum, one) => sum + one.count, 0),
    areWell: progress.first_are_well,
    until: progress.first_until,
  }
  return notBefore(days, restGoesAt(rest, now))
}

/** The last letter waits for the results of the first ones, and goes on the day when those are there. */
function notBefore(ahead: DaysAhead, at: number | null): DaysAhead {
  if (at === null || ahead.finishes_at === null || Date.parse(ahead.finishes_at) >= at) return ahead
  return { ...ahead, finishes_at: new Date(at).toISOString() }
}

/** When it begins. */
async function startOf(
  { world, tenant }: Context,
  { due_at: dueAt, definition }: Campaign,
  zone: string,
): Promise<number> {
  const now = world.clock.now()
  const zones = await zonesOf(world.db, tenant)
  const at = dueAt?.getTime() ?? beginningOf(definition.schedule ?? {}, zones, zone)
  return Math.max(now, at ?? now)
}

async function wavesLeft({ world, tenant }: Context, { id }: Campaign, zone: string) {
  const rows = await countByMoment(world.db, { projectId: tenant.projectId, id })
  return rows.map(({ at, count }) => ({ zone, at: at?.getTime() ?? null, count }))
}

/** By the zone of each. */
function wavesOf(
  { groups, capped }: Receivers,
  asked: { readonly schedule: Schedule; readonly zone: string; readonly now: number },
): Wave[] {
  const { schedule, zone: own, now } = asked
  const counts = [...countBy(groups, 'zone')]
  const isOfZones = schedule.time_zone === 'recipient' && schedule.at !== undefined
  const zones = [...new Set(counts.map(([zone]) => zone ?? own))]
  const moments = isOfZones ? zoneMoments(schedule, zones, now) : null
  const waves = counts.flatMap(([zone, count]) => {
    const at = moments?.get(zone ?? own) ?? null
    return at === 'skip' ? [] : [{ zone: zone ?? own, at, count }]
  })
  return without(waves, capped)
}

/** Who has had enough gets none; in which zones they are is not counted, so each bears its part. */
function without(waves: readonly Wave[], capped: number): Wave[] {
  let total = waves.reduce((sum, one) => sum + one.count, 0)
  let left = Math.min(capped, total)
  return waves.map(wave => {
    const some = total === 0 ? 0 : Math.round((wave.count * left) / total)
    total -= wave.count
    left -= some
    return { ...wave, count: wave.count - some }
  })
}

/** Test mode has no limits. */
async function limitsAhead(
  { world, tenant }: Context,
  { definition }: Campaign,
  reserve: LimitsAhead['reserve'],
): Promise<LimitsAhead | null> {
  if (tenant.mode === 'test') return null
  const { accountId, projectId } = tenant
  const state = await readQuota(world.db, world, accountId)
  if (state === null) return null
  const domain = sendingDomain(definition)
  return {
    quota: state.quota,
    terms: state.terms,
    reserve,
    transactional: await transactionalDays(world.db, world, accountId as Uuid),
    warmUp: domain === null ? null : await readWarmUp(world.db, world, { projectId, domain }),
  }
}
