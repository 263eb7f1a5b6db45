/** MALOTE_CLOCK_AHEAD and the database: it may go into the future, where nobody lives by it. */
import { BadSetting } from '#kernel/base/config.ts'
import { dayMs, durationOf } from '#kernel/base/durations.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Clock, Log } from '#kernel/world/world.ts'
import { findNodeAt } from '#platform/queue/nodes.ts'
import { hasLiveEmail } from '#sending/stats/traffic-store.ts'
import { furthestAhead } from '#tenants/installation/installation.ts'

interface Leap {
  /** Of the machine. */
  readonly clock: Pick<Clock, 'now' | 'sleep'>
  readonly log: Pick<Log, 'warn'>
  /** How far in the future this process lives; ms. */
  readonly aheadMs: number
  /** Somebody has said that an installation's live email may go along. */
  readonly mayTakeMail: boolean
}

/** A trial is over within a day; older live email is of people who live by it. */
const trialMs = dayMs
const lookAgainMs = 1_000

/**
 * What was written in the future has its dates there: going back would live them twice. So the
 * furthest leap is kept, and none is made that could not be undone but should have been. Waits for
 * a node that was killed to be known as gone. Throws BadSetting, before anything is kept.
 */
export async function checkClock(sql: Sql, leap: Leap): Promise<void> {
  const { aheadMs } = leap
  const before = await furthestAhead(sql, 0)
  if (aheadMs > before) await refuseLeap(sql, before, leap)
  const furthestMs = await furthestAhead(sql, aheadMs)
  if (aheadMs >= furthestMs) return
  throw new BadSetting(faultText('clock_behind', { ahead: durationOf(furthestMs) }))
}

/** There is no way back but a backup. */
async function refuseLeap(sql: Sql, before: number, leap: Leap): Promise<void> {
  const isTaken = before > 0 || leap.mayTakeMail
  if (!isTaken && (await hasLiveEmail(sql, leap.clock.now() - trialMs))) {
    throw new BadSetting(faultText('clock_with_mail'))
  }
  const node = await findBeating(sql, before, leap)
  if (node === null) return
  throw new BadSetting(faultText('clock_with_node', { node }))
}

/** The name of a node that says again that it is alive; null once none has been heard of for long. */
async function findBeating(sql: Sql, before: number, { clock, log }: Leap): Promise<string | null> {
  // Nodes live in the present, or where the database has been; nobody is further yet.
  const look = () => findNodeAt(sql, [clock.now(), clock.now() + before])
  const first = await look()
  if (first === null) return null
  const fields = { node: first.hostname }
  log.warn(fields, 'a node was alive less far in the future a moment ago; waiting to see if it is')
  for (;;) {
    await clock.sleep(lookAgainMs)
    const last = await look()
    if (last === null || last.seen_at > first.seen_at) return last?.hostname ?? null
  }
}
