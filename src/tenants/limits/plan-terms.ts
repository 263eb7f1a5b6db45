/** What a plan is: its figures, and its price in each currency. */
import type { PlanName } from '../accounts/terms.ts'

/** What is sold in. */
export const currencies = ['BRL', 'USD'] as const
export type Currency = (typeof currencies)[number]

export interface Price {
  readonly monthCents: number
  /** Per 1,000 recipients beyond the included ones; null: none are sold. */
  readonly overageCents: number | null
}

export interface PlanTerms {
  readonly title: string
  /** Recipients per month or paid period; null: by contract, without a limit. */
  readonly included: number | null
  /** Recipients per day, whatever the trust; null: the trust level alone decides. */
  readonly daily: number | null
  /** Sending domains over all projects; null: no limit. */
  readonly domains: number | null
  /** Of uploaded pictures, in each project; null: no limit. */
  readonly filesMb: number | null
  /** How long timelines, contents and exports are kept. */
  readonly retentionDays: number
  /** A currency without one is not sold in. */
  readonly prices: Readonly<Partial<Record<Currency, Price>>>
}

export type Plans = Readonly<Record<PlanName, PlanTerms>>
