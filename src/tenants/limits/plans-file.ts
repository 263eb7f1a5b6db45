/**
 * The operator's plans (MALOTE_PLANS_FILE): one JSON object by plan, of its figures. What is left out
 * stays as built in: silence must not make a volume unlimited. Prices alone are as given, or not sold.
 * Whatever is not exactly that is named, and stops the start: a plan read wrongly is money.
 */
import type { Text } from '#kernel/base/languages.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import { type PlanName, planNames } from '../accounts/terms.ts'
import { parseCents } from './money.ts'
import type { Plans, PlanTerms, Price } from './plan-terms.ts'

interface Reading {
  readonly builtIn: Plans
  /** Makes the error that stops the start. */
  readonly wrong: (what: Text) => Error
}

const theFile: Text = { en: 'the file', pt: 'o arquivo' }
/** Ten years, which nobody keeps mail for. */
const maxDays = 3_650
const members = ['included', 'daily', 'domains', 'files_mb', 'retention_days', 'prices']

export function readPlans(data: unknown, { builtIn, wrong }: Reading): Partial<Plans> {
  const given = Object.entries(object(data, theFile, wrong))
  return Object.fromEntries(
    given.map(([name, value]) => {
      const plan = planNames.find(one => one === name)
      if (!plan)
        throw wrong(faultText('not_one_of', { value: name, choices: planNames.join(', ') }))
      return [plan, readPlan(plan, object(value, plan, wrong), { builtIn, wrong })]
    }),
  )
}

function readPlan(
  plan: PlanName,
  value: Readonly<Record<string, unknown>>,
  { builtIn, wrong }: Reading,
): PlanTerms {
  const odd = Object.keys(value).find(name => !members.includes(name))
  if (odd !== undefined) throw wrong(faultText('no_such_field', { what: plan, field: odd }))
  const figures = builtIn[plan]
  const count = (name: string, given: number | null): number | null => {
    const number = value[name]
    if (number === undefined) return given
    if (number === null || (Number.isSafeInteger(number) && Number(number) >= 0)) {
      return number as number | null
    }
    throw wrong(faultText('not_a_count', { what: `${plan}.${name}` }))
  }
  const days = value.retention_days === undefined ? figures.retentionDays : value.retention_days
  if (!Number.isSafeInteger(days) || Number(days) < 1 || Number(days) > maxDays) {
    throw wrong(faultText('not_days', { what: `${plan}.retention_days`, max: maxDays }))
  }
  return {
    title: figures.title,
    included: count('included', figures.included),
    daily: count('daily', figures.daily),
    domains: count('domains', figures.domains),
    filesMb: count('files_mb', figures.filesMb),
    retentionDays: Number(days),
    prices: readPrices(plan, value.prices, wrong),
  }
}

/** 1,000,000.00 per 1,000: what the counter of a period can hold for any volume. */
const maxOverageCents = 100_000_000

function readPrices(plan: PlanName, value: unknown, wrong: Reading['wrong']): PlanTerms['prices'] {
  if (value === undefined || value === null) return {}
  const prices: { BRL?: Price; USD?: Price } = {}
  for (const [name, price] of Object.entries(object(value, `${plan}.prices`, wrong))) {
    if (name !== 'BRL' && name !== 'USD')
      throw wrong(faultText('not_a_currency', { what: `${plan}.prices`, value: name }))
    const where = `${plan}.prices.${name}`
    const { month, overage_per_1000: overage, ...rest } = object(price, where, wrong)
    const odd = Object.keys(rest)[0]
    if (odd !== undefined) throw wrong(faultText('no_such_field', { what: where, field: odd }))
    const overageCents = overage === null || overage === undefined ? null : parseCents(overage)
    const monthCents = parseCents(month)
    if (monthCents === null || overageCents === undefined) {
      throw wrong(faultText('not_a_price', { what: `${where}.month` }))
    }
    if (
      overage !== null &&
      overage !== undefined &&
      (overageCents === null || overageCents === 0 || overageCents > maxOverageCents)
    ) {
      throw wrong(faultText('not_an_overage', { what: `${where}.overage_per_1000` }))
    }
    prices[name] = { monthCents, overageCents }
  }
  return prices
}

function object(
  value: unknown,
  what: Text | string,
  wrong: Reading['wrong'],
): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw wrong(faultText('must_be_object', { what }))
}
