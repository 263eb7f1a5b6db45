/**
 * Looks again at what a start refuses: a clock that has gone astray since, by which this node takes
 * work that others have in hand (their mail goes out twice), or a setting of the database by which
 * it loses what was acknowledged. The operator is told. By a wrong clock the node claims nothing more
 * until it is right again; apart from that a service that runs goes on.
 */
import { machineTime } from '#kernel/world/machine-time.ts'
import { askFacts, isClockOff, isClockRight, refusalOf } from '#kernel/world/real/check-database.ts'
import type { World } from '#kernel/world/world.ts'

type WatchWorld = Pick<World, 'db' | 'clock' | 'settings' | 'log'>
type TellClock = (isOff: boolean) => Promise<void>

const everyMs = 10_000
/** What lasts is told again after so many looks. */
const looksBetween = 6

/** Until the returned function is called. */
export function watchDatabase(world: WatchWorld, tellClock: TellClock): () => void {
  const over = new AbortController()
  void watch(world, tellClock, over.signal)
  return () => over.abort()
}

async function watch(world: WatchWorld, tellClock: TellClock, signal: AbortSignal): Promise<void> {
  const { db, clock, settings, log } = world
  const machine = { ...clock, now: () => machineTime(world) }
  let wasOff = false
  for (let sinceNews = 0; ; sinceNews++) {
    await clock.sleep(everyMs, signal).catch(() => undefined)
    if (signal.aborted) return
    const facts = await askFacts(db, machine).catch(() => null)
    if (facts === null) continue
    const isOff: boolean = wasOff ? !isClockRight(facts) : isClockOff(facts)
    const isNews = isOff !== wasOff
    wasOff = isOff
    if (isNews) sinceNews = 0
    if (isNews && !isOff) log.info({}, 'the clock is right again, work is claimed as before')
    const reason = refusalOf(facts, settings.MALOTE_ALLOW_UNSAFE_DATABASE)
    if (reason !== undefined && sinceNews % looksBetween === 0) {
      const toldOf = { reason: reason.en, claims: !isOff }
      log.error(toldOf, 'this database would not be taken at a start')
    }
    if (isNews) {
      const told = tellClock(isOff)
      await told.catch(error => log.warn({ error: String(error) }, 'the clock could not be told'))
    }
  }
}
