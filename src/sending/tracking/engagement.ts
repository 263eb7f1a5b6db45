/**
 * Openings and clicks on their way to the timeline. Whoever asks for an image or a link is answered
 * at once; what it tells is written behind, many together. The same opening within some minutes, or
 * the same click within one, is one fact; so a program that asks for an image a thousand times writes
 * one event, and mostly does not even reach the database. Projects take turns, and each leaves room to
 * others: a storm of clicks on one's letters delays nobody else's.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { createBatcher } from '#kernel/world/batch.ts'
import type { World } from '#kernel/world/world.ts'
import { Shares } from '#platform/queue/shares.ts'
import { type NewEvent, record } from '../timeline/record.ts'
import type { LinkContent } from './link-token.ts'
import { type Engagement, isTooSoon, type MachineReason, machineByRequest } from './machine.ts'
import { type EarlierEngagement, type EngagementHistory, findSeen } from './store.ts'

export interface EngagementRecorder {
  /** Takes note; never waits and never throws. */
  note(link: LinkContent, engagement: Engagement): void
  /** Resolves when everything noted is written, or could not be. */
  idle(): Promise<void>
}

interface Noted {
  readonly projectId: Uuid
  readonly emailId: Uuid
  readonly n: number
  readonly type: 'opened' | 'clicked'
  readonly at: number
  readonly url: string | null
  readonly reason: MachineReason | null
}

/** The same thing again within this is not news. */
const onceMs = { opened: 10 * 60_000, clicked: 60_000 } as const
/** Waiting beyond this, or a project's part of it, is a flood, and dropped. */
const maxWaiting = 20_000
const maxRemembered = 50_000

export function createEngagement(world: World): EngagementRecorder {
  const recent = new Map<string, number>()
  const waiting = new Set<Promise<unknown>>()
  const shares = new Shares(maxWaiting)
  const batcher = createBatcher<Noted, null>({
    slots: 1,
    most: 200,
    clock: world.clock,
    ownerOf: one => one.projectId,
    run: async noted => {
      await write(world, noted)
      return noted.map(() => null)
    },
  })

  /** Cheap and of this node alone; the events themselves decide. */
  function isNews(noted: Noted): boolean {
    const key = [noted.emailId, noted.n, noted.type, noted.url, noted.reason].join(' ')
    if (noted.at < (recent.get(key) ?? 0)) return false
    if (recent.size >= maxRemembered) recent.clear()
    recent.set(key, noted.at + onceMs[noted.type])
    return true
  }

  return {
    note(link, engagement) {
      const { projectId, emailId, n } = link
      const url = engagement.type === 'clicked' ? link.about : null
      const at = world.clock.now()
      const reason = machineByRequest(engagement)
      const noted: Noted = { projectId, emailId, n, type: engagement.type, at, url, reason }
      if (shares.roomOf(projectId) === 0 || !isNews(noted)) return
      shares.begin(projectId)
      const written = batcher.add(noted).catch((error: Error) => {
        world.log.warn(
          { email: emailId, error: error.message },
          'an opening or click was not written',
        )
      })
      waiting.add(written)
      void written.finally(() => {
        waiting.delete(written)
        shares.end(projectId)
      })
    },
    async idle() {
      while (waiting.size > 0) await Promise.all(waiting)
    },
  }
}

async function write(world: World, noted: readonly Noted[]): Promise<void> {
  await world.db.transaction(async tx => {
    const unique = [...new Map(noted.map(one => [placeOf(one), one])).values()]
    const since = Math.min(...noted.map(one => one.at)) - onceMs.opened
    const known = new Map((await findSeen(tx, unique, since)).map(seen => [placeOf(seen), seen]))
    return record(tx, world, news(noted, known))
  })
}

const placeOf = ({ emailId, n }: { emailId: Uuid; n: number }): string => `${emailId} ${n}`

/** What has not been said before, as facts. Mail that is gone, or was never marketing, has none. */
function news(noted: readonly Noted[], known: ReadonlyMap<string, EngagementHistory>): NewEvent[] {
  const said = new Map([...known].map(([place, seen]) => [place, [...seen.engagements]]))
  return noted.flatMap(one => {
    const seen = known.get(placeOf(one))
    if (!seen) return []
    const reason = one.reason ?? (isTooSoon(one, one.at, seen.deliveredAt) ? 'too_soon' : null)
    const fact: EarlierEngagement = {
      type: one.type,
      at: one.at,
      url: one.url,
      machine: reason !== null,
    }
    const before = said.get(placeOf(one))!
    if (before.some(other => isSame(other, fact))) return []
    before.push(fact)
    return [happeningOf(one, reason)]
  })
}

const isSame = (a: EarlierEngagement, b: EarlierEngagement): boolean =>
  a.type === b.type &&
  a.url === b.url &&
  a.machine === b.machine &&
  Math.abs(a.at - b.at) < onceMs[a.type]

const happeningOf = (one: Noted, reason: MachineReason | null): NewEvent => ({
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
