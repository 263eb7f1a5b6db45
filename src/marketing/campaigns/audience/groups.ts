/** An audience in groups of people who are alike in whatever is asked of them before a campaign. */

export interface PeopleGroup {
  /** Why they may not be written to; null: they may. */
  readonly reason: string | null
  readonly language: string | null
  /** IANA name. */
  readonly zone: string | null
  readonly count: number
}

export function countBy(
  groups: readonly PeopleGroup[],
  key: 'reason' | 'language' | 'zone',
): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>()
  for (const one of groups) counts.set(one[key], (counts.get(one[key]) ?? 0) + one.count)
  return counts
}

export const countAll = (groups: readonly PeopleGroup[]): number =>
  groups.reduce((sum, one) => sum + one.count, 0)
