/**
 * What single conditions counted a moment ago, in projects with very many contacts: whoever builds a
 * filter changes one condition and asks again, and only that one is counted anew. The count of the
 * whole is never kept.
 */
import type { Part } from '#kernel/world/runtime.ts'
import type { Owner } from '../contacts/people/contact.ts'
import type { Condition } from './filter-tree.ts'
import type { Moment } from './moment.ts'

const lifetimeMs = 15_000
/** With fewer, all is counted in some tens of milliseconds. */
const minContacts = 100_000
const maxKept = 1_000

interface KnownCount {
  readonly at: number
  readonly count: number
}

export const knownCounts: Part<Map<string, KnownCount>, unknown> = {
  name: 'counts of conditions',
  make: () => new Map(),
}

interface CountContext {
  readonly owner: Owner
  readonly moment: Moment
}

/** null: to be counted. */
export function knownCount(
  known: ReadonlyMap<string, KnownCount>,
  asked: CountContext,
  condition: Condition,
): number | null {
  const kept = known.get(keyOf(asked, condition))
  const isFresh = kept !== undefined && isWithin(kept, asked.moment.now)
  return isFresh ? kept.count : null
}

/** `total`: how many contacts there are, as far as that is known. */
export function keepCounts(
  known: Map<string, KnownCount>,
  asked: CountContext,
  counts: ReadonlyMap<Condition, number>,
  total: number,
): void {
  if (Math.max(total, ...counts.values()) < minContacts) return
  const { now } = asked.moment
  for (const [key, kept] of known) if (!isWithin(kept, now)) known.delete(key)
  if (known.size + counts.size > maxKept) known.clear()
  for (const [condition, count] of counts) known.set(keyOf(asked, condition), { at: now, count })
}

/** The clock of test mode goes back, too. */
const isWithin = ({ at }: KnownCount, now: number): boolean => Math.abs(now - at) < lifetimeMs

const keyOf = ({ owner, moment }: CountContext, { path: _, ...asks }: Condition): string =>
  JSON.stringify([owner.projectId, owner.mode, moment.zone, asks])
