/**
 * The plans, as data: what a customer gets and pays. An operator may replace rows by a file
 * (MALOTE_PLANS_FILE); nothing else knows a figure. Prices are in cents and include tax.
 */

import type { Settings } from '#kernel/base/config.ts'
import { badFile, readJsonFile } from '#kernel/base/setting-file.ts'
import { type PlanName, planNames } from '../accounts/terms.ts'
import type { Plans, Price } from './plan-terms.ts'
import { readPlans } from './plans-file.ts'

const nothing: Price = { monthCents: 0, overageCents: null }

export const builtInPlans: Plans = {
  free: {
    title: 'Free',
    included: 3_000,
    daily: 100,
    domains: 1,
    filesMb: 200,
    retentionDays: 7,
    prices: { BRL: nothing, USD: nothing },
  },
  pro: {
    title: 'Pro',
    included: 50_000,
    daily: null,
    domains: 10,
    filesMb: 5_000,
    retentionDays: 30,
    prices: {
      BRL: { monthCents: 99_00, overageCents: 4_50 },
      USD: { monthCents: 20_00, overageCents: 90 },
    },
  },
  scale: {
    title: 'Scale',
    included: 500_000,
    daily: null,
    domains: 50,
    filesMb: 50_000,
    retentionDays: 90,
    prices: {
      BRL: { monthCents: 799_00, overageCents: 3_00 },
      USD: { monthCents: 160_00, overageCents: 60 },
    },
  },
  enterprise: {
    title: 'Enterprise',
    included: null,
    daily: null,
    domains: null,
    filesMb: null,
    retentionDays: 90,
    prices: {},
  },
}

/** Files that were read, by path: every part of a node asks for them, and they never change. */
const read = new Map<string, Plans>([['', builtInPlans]])

/** The plans of this installation. Throws BadSetting where the operator's file is none. */
export function plansOf({ MALOTE_PLANS_FILE: path }: Pick<Settings, 'MALOTE_PLANS_FILE'>): Plans {
  const known = read.get(path)
  if (known) return known
  const wrong = badFile('MALOTE_PLANS_FILE', path)
  const data = readJsonFile('MALOTE_PLANS_FILE', path)
  const plans = { ...builtInPlans, ...readPlans(data, { builtIn: builtInPlans, wrong }) }
  read.set(path, plans)
  return plans
}

/** The next larger plan; the largest has none. */
export function nextPlan(name: PlanName): PlanName | null {
  return planNames[planNames.indexOf(name) + 1] ?? null
}

/** What anything is kept at most. */
export const maxRetentionDays = (plans: Plans): number =>
  Math.max(...planNames.map(name => plans[name].retentionDays))
