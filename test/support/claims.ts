/** Claims without a loop: a test that stands between a claim and its settlement. */

import { nilId } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { claimReady, makeReady, surveyReady } from '#platform/queue/claim-store.ts'
import type { Entry, Kind } from '#platform/queue/entry.ts'

interface Claim {
  readonly kind: Kind
  readonly now: number
  readonly leaseUntil: number
  readonly limit: number
}

/** Takes what is due, of whatever project, and leases it. */
export async function claimDue(sql: Sql, { limit, ...claim }: Claim): Promise<Entry[]> {
  const window = { ...claim, floor: 0 }
  await makeReady(sql, window, 10_000)
  const found = await surveyReady(sql, {
    ...window,
    after: nilId,
    maxProjects: 100,
    maxLines: limit,
    pivot: 0,
    full: [],
    only: null,
  })
  const lines = found.map(one => ({ ...one, destination: one.destination!, limit }))
  return (await claimReady(sql, { ...window, lines })).slice(0, limit)
}
