/**
 * Openings and clicks on their way to the timeline. Whoever asks for an image or a link is answered
 * at once; what it tells is written behind, many together, a click to wait for its judgement
 * (sightings.ts). The same opening within some minutes, or the same click within one, is one fact; so a program that asks for an image a thousand times writes
 * one event, and mostly does not even reach the database. Projects take turns, and each leaves room to
 * others: a storm of clicks on one's letters delays nobody else's.
 */
import { createBatcher } from '#kernel/world/batch.ts'
import type { World } from '#kernel/world/world.ts'
import { Shares } from '#platform/queue/shares.ts'
import type { LinkContent } from './link-token.ts'
import { type Engagement, machineByRequest } from './machine.ts'
import { onceMs, type Reaction, writeNews } from './news.ts'
import { waitForJudgement } from './sightings.ts'

export interface EngagementRecorder {
  /** Takes note; never waits and never throws. */
  note(link: LinkContent, engagement: Engagement): void
  /** Resolves when everything noted is written, or could not be. */
  idle(): Promise<void>
}

/**
 * The same request again within this is not looked at. A click is judged by those beside it, so it is
 * forgotten sooner than it is news again.
 */
const ignoredMs = { opened: onceMs.opened, clicked: 1_000 } as const
/** Waiting beyond this, or a project's part of it, is a flood, and dropped. */
const maxWaiting = 20_000
const maxRemembered = 50_000

export function createEngagement(world: World): EngagementRecorder {
  const recent = new Map<string, number>()
  const waiting = new Set<Promise<unknown>>()
  const shares = new Shares(maxWaiting)
  const batcher = createBatcher<Reaction, null>({
    slots: 1,
    max: 200,
    clock: world.clock,
    ownerOf: one => one.projectId,
    run: async noted => {
      await write(world, noted)
      return noted.map(() => null)
    },
  })

  /** Cheap and of this node alone; the events themselves decide. */
  function isNews(noted: Reaction): boolean {
    const key = [noted.emailId, noted.n, noted.type, noted.url, noted.reason].join(' ')
    if (noted.at < (recent.get(key) ?? 0)) return false
    if (recent.size >= maxRemembered) recent.clear()
    recent.set(key, noted.at + ignoredMs[noted.type])
    return true
  }

  return {
    note(link, engagement) {
      const { projectId, emailId, n } = link
      const url = engagement.type === 'clicked' ? link.about : null
      const at = world.clock.now()
      const reason = machineByRequest(engagement)
      const noted: Reaction = { projectId, emailId, n, type: engagement.type, at, url, reason }
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

async function write(world: World, noted: readonly Reaction[]): Promise<void> {
  const isClick = (one: Reaction): boolean => one.type === 'clicked'
  const openings = noted.filter(one => !isClick(one))
  await world.db.transaction(async tx => {
    await waitForJudgement(tx, world, noted.filter(isClick))
    await writeNews(tx, world, openings)
  })
}
