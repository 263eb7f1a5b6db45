/** What of an account's day campaigns leave to transactional mail, such as letters about passwords. */
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { capsOf } from '#tenants/limits/quota.ts'
import { readQuota } from '#tenants/limits/reserve.ts'
import { usageOf, utcDay } from '#tenants/limits/usage.ts'
import type { MarketingSettings } from '../forms/settings.ts'

const dayMs = 86_400_000
const lookBackDays = 7
const smallest = 0.2
const margin = 1.2

/**
 * How many letters a campaign may still release before it touches the reserve of the day or of the
 * month; null: no limit stands in the way.
 */
export async function roomBeside(
  sql: Sql,
  world: Pick<World, 'db' | 'clock' | 'settings'>,
  { accountId }: Tenant,
  reserve: MarketingSettings['reserve'],
): Promise<number | null> {
  const state = await readQuota(sql, world, accountId)
  if (state === null) return null
  const { quota, terms } = state
  const { day, month } = capsOf(terms)
  if (day === null && month === null) return null
  const largest = reserve === 'auto' ? await largestDay(sql, world, accountId) : null
  const rooms = [
    { limit: day, used: quota.dayUsed },
    { limit: month, used: quota.monthUsed + quota.extraUsed },
  ].flatMap(({ limit, used }) =>
    limit === null ? [] : [limit - used - reserveOf(limit, reserve, largest)],
  )
  return Math.max(0, Math.floor(Math.min(...rooms)))
}

/** Nothing is kept for an account without transactional mail. */
function reserveOf(
  limit: number,
  reserve: MarketingSettings['reserve'],
  largest: number | null,
): number {
  if (reserve !== 'auto') return (limit * reserve) / 100
  return largest === null || largest === 0 ? 0 : Math.max(limit * smallest, largest * margin)
}

async function largestDay(
  sql: Sql,
  world: Pick<World, 'db' | 'clock'>,
  accountId: Tenant['accountId'],
): Promise<number> {
  const now = world.clock.now()
  const projects = await listProjects(world, accountId)
  const rows = await usageOf(
    sql,
    projects.map(one => one.id),
    { from: utcDay(now - lookBackDays * dayMs), to: utcDay(now) },
  )
  const days = new Map<string, number>()
  for (const { day, stream, accepted } of rows) {
    if (stream === 'transactional') days.set(day, (days.get(day) ?? 0) + Number(accepted))
  }
  return Math.max(0, ...days.values())
}
