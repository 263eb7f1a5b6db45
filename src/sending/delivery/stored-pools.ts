/** Pools of source addresses from their rows. Pure. */
import type { SourceAddress, SourcePool, SourcePools } from './source.ts'
import type { SourceRow } from './sources-store.ts'

/** Rows of one pool stand together, pools in the order in which they are looked at. */
export function poolsOf(rows: readonly SourceRow[]): SourcePools {
  const pools = new Map<string, SourcePool & { addresses: SourceAddress[] }>()
  for (const row of rows) {
    const { pool: name, streams, projects } = row
    const pool = pools.get(name) ?? { name, streams, projects, addresses: [] }
    pool.addresses.push(addressOf(row))
    pools.set(name, pool)
  }
  return [...pools.values()]
}

const addressOf = (row: SourceRow): SourceAddress => ({
  id: row.id,
  address: row.address,
  hostname: row.hostname,
  isWarm: row.warm,
  firstStage: row.firstStage,
  isPaused: row.pausedAt !== null,
  seenAt: seenAtOf(row),
})

/** Nodes of an earlier release do not say which mail they send. */
function seenAtOf({ localAt, transactionalAt, marketingAt }: SourceRow): SourceAddress['seenAt'] {
  const isOld = transactionalAt === null && marketingAt === null
  const [transactional, marketing] = isOld ? [localAt, localAt] : [transactionalAt, marketingAt]
  return {
    transactional: transactional?.getTime() ?? null,
    marketing: marketing?.getTime() ?? null,
  }
}
