/** What of an account's limits campaigns leave to transactional mail, such as letters about passwords. */
import { dayMs } from '#kernel/base/durations.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { readQuota } from '#tenants/limits/reserve.ts'
import { usageOf, utcDay } from '#tenants/limits/usage.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import { lookBackDays, minRoom, type Room, type TransactionalDays } from './rooms.ts'

/**
 * How many letters a campaign may still release before it touches the reserve of the day or of the
 * month, and when there are more; null: no limit stands in the way.
 */
export async function roomBeside(
  sql: Sql,
  world: Pick<World, 'db' | 'clock' | 'settings'>,
  { accountId }: Tenant,
  asked: {
    readonly reserve: MarketingSettings['reserve']
    readonly zone: string
    readonly begunAt: number
  },
): Promise<Room | null> {
  const state = await readQuota(sql, world, accountId)
  if (state === null) return null
  const isAuto = asked.reserve === 'auto'
  const transactional = isAuto ? await transactionalDays(sql, world, accountId) : new Map()
  return minRoom(state.quota, state.terms, { ...asked, transactional, now: world.clock.now() })
}

/** Of the days that the reserve looks back on. */
export async function transactionalDays(
  sql: Sql,
  world: Pick<World, 'clock'>,
  accountId: Tenant['accountId'],
): Promise<TransactionalDays> {
  const now = world.clock.now()
  const projects = await listProjects({ db: sql }, accountId)
  const rows = await usageOf(
    sql,
    projects.map(one => one.id),
    { from: utcDay(now - lookBackDays * dayMs), to: utcDay(now) },
  )
  const days = new Map<string, number>()
  for (const { day, stream, accepted } of rows) {
    if (stream === 'transactional') days.set(day, (days.get(day) ?? 0) + Number(accepted))
  }
  return days
}
