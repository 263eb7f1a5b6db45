/** From counted figures to what the overview page draws: pure. */
import { tlsLevels } from '#protocol/smtp/tls-policy.ts'
import type { Figure } from './traffic-store.ts'

export const shownTypes = [
  'accepted',
  'delivered',
  'bounced',
  'complained',
  'deferred',
  'opened',
  'clicked',
] as const
type ShownType = (typeof shownTypes)[number]
export type Sums = Readonly<Record<ShownType, number>>

/** Whom nothing was sent to, so that what was accepted adds up. */
export const unsentTypes = ['suppressed', 'failed', 'cancelled'] as const
type UnsentType = (typeof unsentTypes)[number]
/** With the bounces that count. */
const counted = [...shownTypes, ...unsentTypes, 'hard'] as const
const outcomes = shownTypes.filter(type => type !== 'accepted')

/** Figures of one facet, added up by a name of each and by what happened. */
function sumsBy<T extends string>(
  figures: readonly Figure[],
  nameOf: (figure: Figure) => string,
  types: readonly T[],
): Map<string, Record<T, number>> {
  const sums = new Map<string, Record<T, number>>()
  for (const figure of figures) {
    const name = nameOf(figure)
    let row = sums.get(name)
    if (!row) {
      row = Object.fromEntries(types.map(type => [type, 0])) as Record<T, number>
      sums.set(name, row)
    }
    const type = types.find(one => one === figure.b)
    if (type !== undefined) row[type] += figure.count
  }
  return sums
}

interface Overview {
  readonly volume: readonly (WithHard & { readonly date: string })[]
  readonly totals: WithHard
  readonly rates: Rates
  readonly by_stream: readonly (Sums & { readonly stream: string })[]
  readonly by_provider: readonly (Omit<Sums, 'accepted'> & { readonly provider: string })[]
  readonly by_domain: readonly (Omit<Sums, 'accepted'> & { readonly domain: string })[]
  readonly latency: { readonly p50_ms: number | null; readonly p95_ms: number | null }
}

export interface Rates {
  readonly delivery: number | null
  readonly bounce: number | null
  readonly complaint: number | null
  readonly open: number | null
  readonly click: number | null
}

const maxDomains = 20

/** The page of these days, each of which is listed. */
export function overviewOf(figures: readonly Figure[], days: readonly string[]): Overview {
  const of = (facet: string) => figures.filter(figure => figure.facet === facet)
  const streams = of('stream')
  const byDay = sumsBy(streams, figure => figure.day ?? '', counted)
  const byStream = sumsBy(streams, figure => figure.a, counted)
  const totals = sumsBy(streams, () => '', counted).get('')
  const none = Object.fromEntries(counted.map(type => [type, 0])) as WithHard
  // A domain at which everything waits is the one to look at.
  const size = (sums: Omit<Sums, 'accepted'>) => weight(sums) + sums.deferred
  const largest = (facet: string) =>
    [...sumsBy(of(facet), figure => figure.a, outcomes)]
      // Where nothing was sent there is nothing to tell.
      .filter(([name, sums]) => name !== '' && (facet !== 'domain' || size(sums) > 0))
      .sort(([a, x], [b, y]) => size(y) - size(x) || (a < b ? -1 : 1))
  return {
    volume: days.map(date => ({ date, ...none, ...byDay.get(date) })),
    totals: totals ?? none,
    rates: ratesOf(totals, byStream.get('marketing')),
    by_stream: [...byStream].sort().map(([stream, sums]) => ({ stream, ...shownOf(sums) })),
    by_provider: largest('provider').map(([provider, sums]) => ({ provider, ...sums })),
    by_domain: largest('domain')
      .slice(0, maxDomains)
      .map(([domain, sums]) => ({ domain, ...sums })),
    latency: latencyOf(of('latency')),
  }
}

const weight = (sums: { readonly delivered: number; readonly bounced: number }): number =>
  sums.delivered + sums.bounced

type WithHard = Readonly<Record<ShownType | UnsentType | 'hard', number>>

const shownOf = (sums: WithHard): Sums =>
  Object.fromEntries(shownTypes.map(type => [type, sums[type]])) as Sums

/**
 * Bounces that say nothing about the address (policy) stay outside of the rate
 * (docs/contract.md#what-replies-mean).
 */
export function ratesOf(all: WithHard | undefined, marketing: WithHard | undefined): Rates {
  const finals = all ? weight(all) : 0
  return {
    delivery: all ? share(all.delivered, finals) : null,
    bounce: all ? share(all.hard, finals) : null,
    complaint: all ? share(all.complained, finals) : null,
    open: marketing ? share(marketing.opened, marketing.delivered) : null,
    click: marketing ? share(marketing.clicked, marketing.delivered) : null,
  }
}

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6

/** Buckets are eighths of a doubling: a figure is off by 4.5 % at most. */
function latencyOf(figures: readonly Figure[]): Overview['latency'] {
  const buckets = new Map<number, number>()
  for (const { b, count } of figures) buckets.set(Number(b), (buckets.get(Number(b)) ?? 0) + count)
  const sorted = [...buckets].sort(([a], [b]) => a - b)
  const total = sorted.reduce((sum, [, count]) => sum + count, 0)
  const at = (part: number): number | null => {
    let left = total * part
    for (const [bucket, count] of sorted) {
      left -= count
      if (left <= 0) return Math.round(2 ** ((bucket + 0.5) / 8))
    }
    return null
  }
  return { p50_ms: at(0.5), p95_ms: at(0.95) }
}

interface Deliverability {
  readonly bounces: readonly CauseCount[]
  readonly deferrals: readonly CauseCount[]
  readonly tls: readonly Readonly<Record<string, string | number>>[]
}

interface CauseCount {
  readonly provider: string
  readonly cause: string
  readonly count: number
}

export function deliverabilityOf(figures: readonly Figure[]): Deliverability {
  const tls = sumsBy(
    figures.filter(figure => figure.facet === 'tls'),
    figure => figure.a,
    tlsLevels,
  )
  return {
    bounces: causesOf(figures, 'bounced '),
    deferrals: causesOf(figures, 'deferred '),
    tls: [...tls].sort().map(([provider, sums]) => ({ provider, ...sums })),
  }
}

/** How many came back for one cause, at whatever provider. */
export type Refusals = Omit<CauseCount, 'provider'>

export function refusalsOf(figures: readonly Figure[]): Refusals[] {
  const sums = new Map<string, number>()
  for (const { cause, count } of causesOf(figures, 'bounced ')) {
    sums.set(cause, count + (sums.get(cause) ?? 0))
  }
  return [...sums].map(([cause, count]) => ({ cause, count }))
}

/** What trends are told of. */
export const trendTypes = ['delivered', 'bounced', 'deferred', 'complained'] as const
type TrendCounts = Readonly<Record<(typeof trendTypes)[number], number>>
type ProviderTrend = TrendCounts & {
  readonly provider: string
  /** Of as many days before. */
  readonly before: TrendCounts
}

/** Each provider now and on as many days before, the largest now first. */
export function providerTrends(now: readonly Figure[], past: readonly Figure[]): ProviderTrend[] {
  const sums = (figures: readonly Figure[]) =>
    sumsBy(
      figures.filter(({ facet }) => facet === 'provider'),
      figure => figure.a,
      trendTypes,
    )
  const before = sums(past)
  const none = Object.fromEntries(trendTypes.map(type => [type, 0])) as TrendCounts
  return [...sums(now)]
    .map(([provider, counts]) => ({
      provider,
      ...counts,
      before: before.get(provider) ?? none,
    }))
    .sort((a, b) => weight(b) - weight(a) || (a.provider < b.provider ? -1 : 1))
}

function causesOf(figures: readonly Figure[], prefix: string): CauseCount[] {
  const sums = new Map<string, CauseCount>()
  for (const { facet, a: provider, b, count } of figures) {
    if (facet !== 'cause' || !b.startsWith(prefix)) continue
    const cause = b.slice(prefix.length)
    const key = `${provider} ${cause}`
    sums.set(key, { provider, cause, count: count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()].sort((a, b) => b.count - a.count)
}
