/**
 * The plans, as data: what a customer gets and pays. Edit the rows; nothing else knows a figure.
 * Prices are in cents of `currency`.
 */
import { type PlanName, planNames } from '../accounts/terms.ts'

export { type PlanName, planNames }

interface PlanTerms {
  readonly title: string
  /** Recipients per month or paid period; null: by contract, without a limit. */
  readonly included: number | null
  /** Recipients per day, whatever the trust; null: the trust level alone decides. */
  readonly daily: number | null
  /** Per month; null: by contract. */
  readonly priceCents: number | null
  /** Per 1,000 recipients beyond the included ones; null: none are sold. */
  readonly overageCents: number | null
  /** Sending domains over all projects; null: no limit. */
  readonly domains: number | null
  /** How long timelines, contents and exports are kept. */
  readonly retentionDays: number
}

export const currency = 'USD'

export const plans: Readonly<Record<PlanName, PlanTerms>> = {
  free: {
    title: 'Free',
    included: 3_000,
    daily: 100,
    priceCents: 0,
    overageCents: null,
    domains: 1,
    retentionDays: 7,
  },
  pro: {
    title: 'Pro',
    included: 50_000,
    daily: null,
    priceCents: 20_00,
    overageCents: 90,
    domains: 10,
    retentionDays: 30,
  },
  scale: {
    title: 'Scale',
    included: 500_000,
    daily: null,
    priceCents: 160_00,
    overageCents: 60,
    domains: 50,
    retentionDays: 90,
  },
  enterprise: {
    title: 'Enterprise',
    included: null,
    daily: null,
    priceCents: null,
    overageCents: null,
    domains: null,
    retentionDays: 90,
  },
}

/** The next larger plan; the largest has none. */
export function nextPlan(name: PlanName): PlanName | null {
  return planNames[planNames.indexOf(name) + 1] ?? null
}

/** What anything is kept at most. */
export const longestRetentionDays = Math.max(...planNames.map(name => plans[name].retentionDays))
