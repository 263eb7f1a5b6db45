/**
 * What openings and clicks are as facts: a person's or a program's, and said once. Writes nothing
 * else than `record` does.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { type NewEvent, record } from '../timeline/record.ts'
import { isBurst, isTooSoon, type LinkVisit, type MachineReason } from './machine.ts'
import { type EarlierEngagement, type EngagementHistory, findSeen } from './store.ts'

/** An opening or a click as it was asked for. */
export interface Reaction {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly n: number
  readonly type: 'opened' | 'clicked'
  readonly at: number
  readonly url: string | null
  /** What the request itself gave away. */
  readonly reason: MachineReason | null
}

/** The same thing again within this is not news. */
export const onceMs = { opened: 10 * 60_000, clicked: 60_000 } as const

export const placeOf = ({ emailId, n }: Pick<Reaction, 'emailId' | 'n'>): string =>
  `${emailId} ${n}`

/** `beside`: links of the same letters that were followed, and are no facts yet. */
export async function writeNews(
  tx: Tx,
  world: World,
  noted: readonly Reaction[],
  beside: ReadonlyMap<string, readonly LinkVisit[]> = new Map(),
): Promise<void> {
  if (noted.length === 0) return
  const unique = [...new Map(noted.map(one => [placeOf(one), one])).values()]
  const since = Math.min(...noted.map(one => one.at)) - onceMs.opened
  const known = new Map((await findSeen(tx, unique, since)).map(seen => [placeOf(seen), seen]))
  await record(tx, world, news(noted, known, beside))
}

/** What has not been said before, as facts. Mail that is gone, or was never marketing, has none. */
function news(
  noted: readonly Reaction[],
  known: ReadonlyMap<string, EngagementHistory>,
  beside: ReadonlyMap<string, readonly LinkVisit[]>,
): NewEvent[] {
  const said = new Map([...known].map(([place, seen]) => [place, [...seen.engagements]]))
  return noted.flatMap(one => {
    const place = placeOf(one)
    const seen = known.get(place)
    if (!seen) return []
    const reason = reasonOf(one, seen, beside.get(place) ?? [])
    const fact: EarlierEngagement = {
      type: one.type,
      at: one.at,
      url: one.url,
      machine: reason !== null,
    }
    const before = said.get(place)!
    if (before.some(other => isSame(other, fact))) return []
    before.push(fact)
    return [happeningOf(one, reason)]
  })
}

/** Null: a person's, as far as can be known. */
function reasonOf(
  one: Reaction,
  { deliveredAt, engagements }: EngagementHistory,
  beside: readonly LinkVisit[],
): MachineReason | null {
  if (one.reason !== null) return one.reason
  if (isTooSoon(one, one.at, deliveredAt)) return 'too_soon'
  if (one.type === 'opened') return null
  const clicks = engagements.filter(({ type }) => type === 'clicked')
  return isBurst(one, [...beside, ...clicks]) ? 'burst' : null
}

const isSame = (a: EarlierEngagement, b: EarlierEngagement): boolean =>
  a.type === b.type &&
  a.url === b.url &&
  a.machine === b.machine &&
  Math.abs(a.at - b.at) < onceMs[a.type]

const happeningOf = (one: Reaction, reason: MachineReason | null): NewEvent => ({
  projectId: one.projectId,
  emailId: one.emailId,
  n: one.n,
  type: one.type,
  at: one.at,
  late: true,
  details: {
    machine: reason !== null,
    ...(reason === null ? {} : { machine_reason: reason }),
    ...(one.url === null ? {} : { url: one.url }),
  },
})
