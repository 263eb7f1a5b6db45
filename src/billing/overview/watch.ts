/**
 * Told in time: 80 and 100 % of the volume or of the cap, a card that expires before the next charge,
 * logs that will shrink. Found from the hot rows each minute; each step of a period is told once.
 */
import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { centsUp, millicentsPerCent, money, number } from '#tenants/limits/money.ts'
import { dateIn, nextMonth, startOf } from '#tenants/limits/period.ts'
import { plansOf } from '#tenants/limits/plans.ts'
import { buysOverage, capsOf, type Quota, type Terms } from '#tenants/limits/quota.ts'
import { readStandings } from '#tenants/limits/reserve.ts'
import { shrinkingLogs } from '#tenants/trust/store.ts'
import { placeOf } from '../provider/provider.ts'
import type { BoughtPlan } from '../shapes.ts'
import { findCustomer, findSubscription, selectSteps } from '../store.ts'
import { isRunning, onAccount } from '../subscription/subscription.ts'
import { type BillingNotice, dateText, endOver, same, tell } from './tell.ts'
import { selectWatched } from './watch-store.ts'

interface Step {
  readonly code: BillingNotice
  readonly of: string
  readonly values: Readonly<Record<string, Text>>
  /** False: a graver step is told at the same moment, and one letter is enough. */
  readonly isLetter?: boolean
  /** Of spending: the cap that it is a step of. */
  readonly cap?: number
}

export async function watchSpending(world: World): Promise<void> {
  const volumes = Object.values(plansOf(world.settings)).map(plan => plan.included ?? Infinity)
  const min = Math.floor(0.8 * Math.min(...volumes))
  const ids = await selectWatched(world.db, Number.isFinite(min) ? min : null)
  const standings = await readStandings(world.db, world, ids)
  const held = new Set<string>()
  for (const { accountId, terms, quota } of standings.values()) {
    if (quota === null) continue
    const steps = stepsOf(quota, terms)
    for (const { code } of steps) held.add(`${accountId} ${code} ${quota.month}`)
    if (steps.length > 0) await tellAll(world, accountId, steps, true)
  }
  await endOver(world, (...step) => held.has(step.join(' ')))
  await watchLogs(world)
}

/** What the figures of a period ask to be told, pure. */
function stepsOf(quota: Quota, terms: Terms): Step[] {
  const until = dateText(nextMonth(quota.month, quota.anchor))
  const { included } = capsOf(terms)
  if (buysOverage(quota, terms)) {
    const { capMillicents: cap, extraMillicents: spent, currency } = quota
    const values = {
      amount: money(centsUp(spent), currency),
      cap: money(Math.floor(cap / millicentsPerCent), currency),
      until,
    }
    const step = { of: `${quota.month} ${cap}`, values, cap }
    // A limit of nothing is full when the volume is.
    const isFull = spent + quota.overageCents! > cap && quota.monthUsed >= (included ?? Infinity)
    const isNear = cap > 0 && centsUp(spent) * millicentsPerCent * 10 >= cap * 8
    return [
      ...(isNear ? [{ ...step, code: 'spend_80', isLetter: !isFull } as const] : []),
      ...(isFull ? [{ ...step, code: 'spend_100' } as const] : []),
    ]
  }
  const used = quota.monthUsed + quota.extraUsed
  if (included === null || terms.spendCents !== null || included === 0) return []
  const values = { included: number(included), until }
  const of = `${quota.month} ${terms.plan}`
  const isFull = used >= included
  return [
    ...(used * 10 >= included * 8
      ? [{ code: 'volume_80', of, values, isLetter: !isFull } as const]
      : []),
    ...(isFull ? [{ code: 'volume_100', of, values } as const] : []),
  ]
}

async function tellAll(
  world: World,
  accountId: Uuid,
  steps: readonly Step[],
  isLasting = false,
): Promise<void> {
  await world.db.transaction(async tx => {
    for (const { cap, ...step } of steps) {
      const isTold = cap !== undefined && (await wasTold(tx, accountId, step, cap))
      if (!isTold) await tell(tx, world, { accountId, isLasting, ...step })
    }
  })
}

/** A raised cap opens the steps of a period anew; a lowered one does not. */
async function wasTold(
  tx: Tx,
  accountId: Uuid,
  { code, of }: Pick<Step, 'code' | 'of'>,
  cap: number,
): Promise<boolean> {
  const [month] = of.split(' ')
  const told = await selectSteps(tx, accountId, `${code} ${month} `)
  return told.some(key => Number(key.split(' ').at(-1)) >= cap)
}

/** A week before logs shrink. */
async function watchLogs(world: World): Promise<void> {
  const now = world.clock.now()
  const soon = await shrinkingLogs(world.db, new Date(now), new Date(now + 7 * dayMs))
  for (const { accountId, plan, keptDays, keptUntil, timeZone } of soon) {
    const { retentionDays } = plansOf(world.settings)[plan]
    // A larger plan since then: nothing shrinks.
    if (keptDays <= retentionDays) continue
    const days = String(retentionDays)
    const until = dateIn(timeZone, keptUntil.getTime())
    const values = { until: dateText(until), days: same(days) }
    await tellAll(world, accountId, [{ code: 'logs_shrink', of: until, values }])
  }
}

/** A card that ends before the next charge, on the first day of its last month. */
export async function watchCard(world: World, accountId: Uuid): Promise<void> {
  await onAccount(world, accountId, async ({ tx }) => {
    const subscription: BoughtPlan | null = await findSubscription(tx, accountId)
    const customer = await findCustomer(tx, accountId, placeOf(world))
    const { expires = null, last4 = null } = customer?.method ?? {}
    if (!isRunning(subscription) || subscription.payBy !== 'card' || expires === null) return
    const standing = (await readStandings(tx, world, [accountId])).get(accountId)
    const zone = standing?.terms.timeZone ?? 'UTC'
    const month = dateIn(zone, world.clock.now()).slice(0, 7)
    const next = dateIn(zone, subscription.renewsAt.getTime())
    const isLast = month >= expires && next >= month && subscription.nextPlan !== 'free'
    if (!isLast || startOf(`${expires}-01`, zone) > world.clock.now()) return
    const values = { last4: same(last4 ?? ''), until: dateText(next) }
    await tell(tx, world, { accountId, code: 'card_expiring', of: expires, values })
  })
}
