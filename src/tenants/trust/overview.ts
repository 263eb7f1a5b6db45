/** Limits, trust and pause of an account as people read them: dashboard and operator's command. */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '../accounts/accounts.ts'
import { currencyOf } from '../limits/currency.ts'
import { showAmount } from '../limits/money.ts'
import { nextMonth, startOf } from '../limits/period.ts'
import { buysOverage, capsOf, type Quota, spentCents, type Terms } from '../limits/quota.ts'
import { type PauseReason, pauseFix, pauseReason } from '../limits/refusals.ts'
import { readQuota } from '../limits/reserve.ts'
import { raisesOf } from './raises.ts'
import { minPauseMs, rateNow, windowStart } from './rates.ts'
import {
  domainsOf,
  isLevelGiven,
  selectOutcomes,
  selectStanding,
  selectTrustChanges,
  type TrustChange,
  type TrustRecord,
} from './store.ts'

/** The answer of GET /api/limits; null: no such account. */
export async function limitsOf(
  world: Pick<World, 'db' | 'clock' | 'settings'>,
  accountId: Uuid,
  language: Language,
): Promise<Record<string, unknown> | null> {
  const [account, current, standing, domains, isGiven] = await Promise.all([
    getAccount(world, accountId),
    readQuota(world.db, world, accountId),
    selectStanding(world.db, accountId),
    domainsOf(world.db, accountId),
    isLevelGiven(world.db, accountId),
  ])
  if (!account || !current) return null
  const { quota, terms, reason } = current
  return {
    plan: terms.plan,
    trust_level: terms.trustLevel,
    trust_given: isGiven,
    today: {
      used: quota.dayUsed,
      limit: capsOf(terms).day,
      resets_at: new Date(quota.dayEndsAt).toISOString(),
    },
    month: monthOf(quota, terms),
    raises: raisesOf(terms, standing, isGiven).map(({ done, text }) => ({
      done,
      text: text[language],
    })),
    evidence: { tax_id: standing?.taxId ?? null, payment: standing?.hasPayment === true },
    spending: {
      limit: terms.spendCents === null ? null : showAmount(terms.spendCents),
      spent: showAmount(spentCents(quota)),
      currency: currencyOf(quota, terms),
    },
    pause:
      terms.pause === 'none'
        ? { kind: 'none', reason: null, fix: null, rate: null, ends_from: null }
        : {
            kind: terms.pause,
            reason: pauseReason(reason, terms.timeZone)[language],
            fix: pauseFix(reason)[language],
            ...(await outOfPause(world, accountId, reason)),
          },
    domains: { used: domains, limit: terms.plans[terms.plan].domains },
  }
}

/** How far a pause by rule is from its end: the rate as it is now, and when it may end at the soonest. */
async function outOfPause(
  world: Pick<World, 'db' | 'clock'>,
  accountId: Uuid,
  reason: PauseReason | null,
) {
  const [outcomes] = await selectOutcomes(world.db, windowStart(world.clock.now()), [accountId])
  const rate = outcomes === undefined ? null : rateNow(reason?.cause ?? null, outcomes)
  const from = rate === null || reason === null ? null : new Date(reason.since + minPauseMs)
  return { rate, ends_from: from?.toISOString() ?? null }
}

function monthOf(quota: Quota, terms: Terms) {
  const limits = [capsOf(terms).month, volumeOf(quota, terms)].filter(limit => limit !== null)
  return {
    used: quota.monthUsed + quota.extraUsed,
    limit: limits.length === 0 ? null : Math.min(...limits),
    resets_at: new Date(startOf(nextMonth(quota.month, quota.anchor), quota.zone)).toISOString(),
  }
}

/** What the plan includes, and beyond it as many as the spending limit buys; null: no limit. */
function volumeOf(quota: Quota, terms: Terms): number | null {
  const { included } = capsOf(terms)
  if (included === null || !buysOverage(quota, terms)) return included
  const { extraUsed, extraMillicents, capMillicents, overageCents } = quota
  if (!overageCents) return null
  return included + extraUsed + Math.floor((capMillicents - extraMillicents) / overageCents)
}

/** What is known of an account's trust; null: it has never been looked at. */
export function standingOf(world: Pick<World, 'db'>, accountId: Uuid): Promise<TrustRecord | null> {
  return selectStanding(world.db, accountId)
}

/** The last changes of an account's trust, newest first. */
export function trustChangesOf(
  world: Pick<World, 'db'>,
  accountId: Uuid,
  max: number,
): Promise<TrustChange[]> {
  return selectTrustChanges(world.db, accountId, max)
}
