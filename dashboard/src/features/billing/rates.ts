/** What money buys. Amounts are texts of the API (`50.00`) or whole cents. */

export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
const amountOf = (cents: number): string => (cents / 100).toFixed(2)

/**
 * As many recipients as a limit still lets out beyond the plan, at a price per 1,000: each costs as
 * many thousandths of a cent as 1,000 cost cents. `spent` is the exact cost (`0.04950`).
 */
export function recipientsFor(cap: string, price: string, spent: string): number {
  const per1000 = centsOf(price)
  if (per1000 <= 0) return 0
  const left = centsOf(cap) * 1000 - Math.round(Number(spent) * 100_000)
  return Math.max(0, Math.floor(left / per1000))
}

interface Volume {
  readonly included: number | null
  readonly used: number
  readonly extra: number
}

/** Recipients of the plan that are left; they go out before anything is bought. */
export const leftOf = ({ included, used, extra }: Volume): number =>
  included === null ? 0 : Math.max(0, included - (used - extra))

interface Rate {
  readonly month: string
  readonly included: number | null
  readonly overage: string | null
}

/** What a month of so many recipients costs by a plan; null where the plan does not hold them. */
export function monthCost({ month, included, overage }: Rate, used: number): string | null {
  const extra = included === null ? 0 : Math.max(0, used - included)
  if (extra > 0 && overage === null) return null
  const overageCents = overage === null ? 0 : Math.ceil((extra * centsOf(overage)) / 1000)
  return amountOf(centsOf(month) + overageCents)
}

/** The smaller of two amounts; null is none. */
export const smallerOf = (a: string, b: string | null): string =>
  b === null || centsOf(a) <= centsOf(b) ? a : b

interface Period extends Volume {
  readonly overage: 'on' | 'off' | 'stopped_by_payment'
  readonly overage_per_1000: string | null
  readonly cap_now: string
  readonly cost_exact: string
}

/** What keeps from sending until the period renews: its volume, or its limit beyond that. */
export function endOf(period: Period): 'volume' | 'cap' | null {
  const { included, overage, overage_per_1000: price, cap_now: cap, cost_exact: cost } = period
  if (included === null || leftOf(period) > 0) return null
  if (overage === 'off') return 'volume'
  if (overage !== 'on' || price === null || centsOf(price) === 0) return null
  return recipientsFor(cap, price, cost) === 0 ? 'cap' : null
}

interface Sale {
  readonly overage: 'on' | 'off' | 'stopped_by_payment'
  readonly state: string
}

/** Why nothing is sold beyond the plan, whatever the limit; null: it is sold as far as that goes. */
export const stopOf = ({ overage, state }: Sale) =>
  overage !== 'stopped_by_payment'
    ? null
    : state === 'past_due'
      ? 'stopped_by_payment'
      : 'stopped_by_dispute'
