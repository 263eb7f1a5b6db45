/**
 * How many contacts fulfil a filter: exactly where that takes at most two seconds, else from a
 * sample, and then it is said.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { type Sql, sqlState } from '#kernel/world/db.ts'
import { unlessTooLong } from '#kernel/world/look-at-much.ts'
import type { Clock, World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { Owner } from '../contacts/people/contact.ts'
import { heavyReads } from '../contacts/people/heavy-reads.ts'
import { compile, compileCount } from './compile-store.ts'
import {
  allBuckets,
  countApart,
  countCombinations,
  countContacts,
  everybodyPlace,
  wholePlace,
} from './count-store.ts'
import {
  type Condition,
  conditionsIn,
  type FilterTree,
  holdsBy,
  isOfRow,
  isOfSets,
} from './filter-tree.ts'
import { keepCounts, knownCount, knownCounts } from './known-counts.ts'
import type { Moment } from './moment.ts'

const exactTimeoutMs = 2_000
/** Of a sample; past it the count is what the sample of the sample says. */
const sampleTimeoutMs = 1_000
const sampleBuckets = 16
const invalidParameter = '22023'

interface Count {
  readonly count: number
  readonly isExact: boolean
  /** Of each condition by itself, where asked for. */
  readonly parts: readonly { readonly path: string; readonly count: number }[]
  /** As many as were asked for, newest first; null where they did not show on the way. */
  readonly newest: readonly Uuid[] | null
}

interface CountOptions {
  readonly moment: Moment
  readonly isByPart: boolean
  /** How many of the whole are named, if that costs nothing; default 0. */
  readonly named?: number
}

/** Of the whole, then of each condition. */
interface FilterCount {
  readonly counts: readonly number[]
  readonly newest: readonly Uuid[] | null
}

/** The one `now` of an evaluation, and the zone of contacts without one. */
export async function momentOf(
  world: { readonly db: Sql; readonly clock: Pick<Clock, 'now'> },
  tenant: Tenant,
): Promise<Moment> {
  const account = await getAccount(world, tenant.accountId)
  return { now: world.clock.now(), zone: account?.timeZone ?? 'UTC' }
}

export const countFilter = (
  world: Pick<World, 'db' | 'runtime'>,
  owner: Owner,
  tree: FilterTree,
  options: CountOptions,
): Promise<Count> =>
  world.runtime
    .get(heavyReads, world)
    .run(owner.projectId, () => countInTime(world, owner, tree, options))

async function countInTime(
  world: Pick<World, 'db' | 'runtime'>,
  owner: Owner,
  tree: FilterTree,
  { moment, isByPart, named = 0 }: CountOptions,
): Promise<Count> {
  const conditions = isByPart ? conditionsIn(tree) : []
  const tries = [
    { timeoutMs: exactTimeoutMs, buckets: allBuckets },
    { timeoutMs: sampleTimeoutMs, buckets: sampleBuckets },
    { timeoutMs: sampleTimeoutMs, buckets: 1 },
  ]
  for (const bounds of tries) {
    const request = { world, owner, tree, conditions, moment, bounds, named }
    const counted = await unlessTooLong(() => trusting(trusts => countOnce(request, trusts)))
    if (counted === null) continue
    const factor = allBuckets / bounds.buckets
    const [count, ...rest] = counted.counts.map(one => one * factor)
    return {
      count: count!,
      isExact: factor === 1,
      parts: conditions.map((one, i) => ({ path: one.path, count: rest[i]! })),
      newest: counted.newest,
    }
  }
  const parts = conditions.map(one => ({ path: one.path, count: 0 }))
  return { count: 0, isExact: false, parts, newest: null }
}

interface CountRequest {
  readonly world: Pick<World, 'db' | 'runtime'>
  readonly owner: Owner
  readonly tree: FilterTree
  readonly conditions: readonly Condition[]
  readonly moment: Moment
  readonly bounds: Parameters<typeof countContacts>[3]
  readonly named: number
}

/** More would be too many combinations to count each. */
const maxCombined = 12

async function countOnce(request: CountRequest, trustsNumbers: boolean): Promise<FilterCount> {
  const { tree, bounds } = request
  const isApart = bounds.buckets === allBuckets && isOfSets(tree) && !isOfRow(tree)
  if (isApart) return countByItself(request, trustsNumbers)
  return { counts: await countTogether(request, trustsNumbers), newest: null }
}

/** Each by what holds it, but those that were counted a moment ago. */
async function countByItself(request: CountRequest, trustsNumbers: boolean): Promise<FilterCount> {
  const { world, owner, tree, conditions, moment, bounds, named } = request
  const kept = world.runtime.get(knownCounts, world)
  const counted = new Map(conditions.map(one => [one, knownCount(kept, request, one)]))
  const { values, add } = taking()
  const compiling = { ...moment, add, trustsNumbers }
  const whole = compile(tree, compiling)
  const parts = conditions.flatMap((one, place) => {
    if (counted.get(one) !== null) return []
    const count = compileCount(one, owner.mode, compiling)
    return { place, count, isRow: isOfRow(one), sql: count ?? compile(one, compiling) }
  })
  const asked = {
    whole,
    ofRows: parts.filter(one => one.isRow),
    ofSets: parts.filter(one => !one.isRow && one.count === null),
    counted: parts.filter(one => one.count !== null),
    named,
    values,
  }
  const { counts: found, newest } = await world.db.transaction(tx =>
    countApart(tx, owner, asked, bounds),
  )
  const fresh = new Map(parts.map(({ place }) => [conditions[place]!, found.get(place)!]))
  keepCounts(kept, request, fresh, found.get(everybodyPlace) ?? 0)
  const ofConditions = conditions.map(one => fresh.get(one) ?? counted.get(one)!)
  return {
    counts: [found.get(wholePlace)!, ...ofConditions],
    newest: named === 0 ? null : newest,
  }
}

/** The values of a statement whose first two are the project and the mode. */
function taking() {
  const values: unknown[] = []
  return { values, add: (value: unknown): string => `$${values.push(value) + 2}` }
}

/** All of them of each contact, in one pass. */
async function countTogether(request: CountRequest, trustsNumbers: boolean): Promise<number[]> {
  const { world, owner, tree, conditions, moment, bounds } = request
  const { values, add } = taking()
  // Those of a sample are sooner looked up than everything that all have done is read.
  const joins = bounds.buckets === allBuckets ? ([] as string[]) : undefined
  const compiling = { ...moment, add, trustsNumbers, ...(joins === undefined ? {} : { joins }) }
  const isCombined = conditions.length > 0 && conditions.length <= maxCombined
  const whole = isCombined ? null : compile(tree, compiling)
  const parts = conditions.map(one => compile(one, compiling))
  const asked = { parts, values, joins: joins ?? [] }
  return world.db.transaction(async tx =>
    whole === null
      ? sumUp(tree, conditions, await countCombinations(tx, owner, asked, bounds))
      : countContacts(tx, owner, { ...asked, whole }, bounds),
  )
}

function sumUp(
  tree: FilterTree,
  conditions: readonly Condition[],
  rows: readonly { readonly hold: readonly boolean[]; readonly count: number }[],
): number[] {
  const places = new Map(conditions.map((one, i) => [one, i]))
  const sum = (holds: (hold: readonly boolean[]) => boolean): number =>
    rows.reduce((all, { hold, count }) => (holds(hold) ? all + count : all), 0)
  return [
    sum(hold => holdsBy(tree, one => hold[places.get(one)!]!)),
    ...conditions.map((_, i) => sum(hold => hold[i]!)),
  ]
}

/** Asks again where a value is not the number that its property says. */
async function trusting<T>(ask: (trustsNumbers: boolean) => Promise<T>): Promise<T> {
  try {
    return await ask(true)
  } catch (error) {
    if (sqlState(error) !== invalidParameter) throw error
    return ask(false)
  }
}
