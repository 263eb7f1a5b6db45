/** What money buys. Amounts are texts of the API (`50.00`) or whole cents. */

export const centsOf = (amount: string): number => Math.round(Number(amount) * 100)
const amountOf = (cents: number): string => (cents / 100).toFixed(2)

interface Spending {
  readonly extra: number
  readonly cost: string
}

/**
 * As many recipients as a limit still lets out beyond the plan, at a price per 1,000. What is spent
 * is exact where one price held all period; after a change of price it may be a cent less than said.
 */
export function recipientsFor(cap: string, price: string, { extra, cost }: Spending): number {
  const [limit, per1000, spent] = [centsOf(cap), centsOf(price), centsOf(cost)]
  if (per1000 <= 0) return 0
  const isOnePrice = Math.ceil((extra * per1000) / 1000) === spent
  const left = isOnePrice
    ? Math.floor((limit * 1000) / per1000) - extra
    : Math.floor(((limit - Math.max(0, spent - 1)) * 1000) / per1000)
  return Math.max(0, left)
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
