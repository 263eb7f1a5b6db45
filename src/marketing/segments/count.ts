/**
 * How many contacts fulfil a filter: exactly where that takes at most two seconds, else from a
 * sample, and then it is said.
 */
import type { Tenant } from '#kernel/routes/route.ts'
import { sqlState } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { Owner } from '../contacts/contact.ts'
import { compile } from './compile-store.ts'
import { conditionsIn, type FilterTree } from './filter-tree.ts'
import type { Moment } from './moment.ts'
import { countContacts } from './store.ts'

const exactTimeoutMs = 2_000
/** Of a sample; past it the count is what the sample of the sample says. */
const sampleTimeoutMs = 1_000
const allBuckets = 1024
const sampleBuckets = 16
const queryCancelled = '57014'

interface Count {
  readonly count: number
  readonly isExact: boolean
  /** Of each condition by itself, where asked for. */
  readonly parts: readonly { readonly path: string; readonly count: number }[]
}

/** The one `now` of an evaluation, and the zone of contacts without one. */
export async function momentOf(
  world: Pick<World, 'db' | 'clock'>,
  tenant: Tenant,
): Promise<Moment> {
  const account = await getAccount(world, tenant.accountId)
  return { now: world.clock.now(), zone: account?.timeZone ?? 'UTC' }
}

export async function countFilter(
  world: Pick<World, 'db'>,
  owner: Owner,
  tree: FilterTree,
  { moment, isByPart }: { readonly moment: Moment; readonly isByPart: boolean },
): Promise<Count> {
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 2}`
  const compiling = { ...moment, add, isForAll: true }
  const whole = compile(tree, compiling)
  const conditions = isByPart ? conditionsIn(tree) : []
  const parts = conditions.map(one => compile(one, compiling))
  const what = { whole, parts, values }
  const tries = [
    { timeoutMs: exactTimeoutMs, buckets: allBuckets },
    { timeoutMs: sampleTimeoutMs, buckets: sampleBuckets },
  ]
  for (const bounds of [...tries, { timeoutMs: sampleTimeoutMs, buckets: 1 }]) {
    const counts = await bounded(() =>
      world.db.transaction(tx => countContacts(tx, owner, what, bounds)),
    )
    if (counts === null) continue
    const factor = allBuckets / bounds.buckets
    const [count, ...rest] = counts.map(one => one * factor)
    return {
      count: count!,
      isExact: factor === 1,
      parts: conditions.map((one, i) => ({ path: one.path, count: rest[i]! })),
    }
  }
  return { count: 0, isExact: false, parts: conditions.map(one => ({ path: one.path, count: 0 })) }
}

/** null: it took too long. */
async function bounded<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === queryCancelled) return null
    throw error
  }
}
