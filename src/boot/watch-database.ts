/**
 * Looks again at what a start refuses: a clock that has gone astray since, by which this node takes
 * work that others have in hand (their mail goes out twice), or a setting of the database by which
 * it loses what was acknowledged. The operator is told; a service that runs goes on.
 */
import { machineTime } from '#kernel/world/machine-time.ts'
import { askFacts, refusalOf } from '#kernel/world/real/check-database.ts'
import type { World } from '#kernel/world/world.ts'

type WatchWorld = Pick<World, 'db' | 'clock' | 'settings' | 'log'>

const everyMs = 60_000

/** Until the returned function is called. */
export function watchDatabase(world: WatchWorld): () => void {
  const over = new AbortController()
  void look(world, over.signal)
  return () => over.abort()
}

async function look(world: WatchWorld, signal: AbortSignal): Promise<void> {
  const { db, clock, settings, log } = world
  const machine = { ...clock, now: () => machineTime(world) }
  for (;;) {
    await clock.sleep(everyMs, signal).catch(() => undefined)
    if (signal.aborted) return
    const facts = await askFacts(db, machine).catch(() => null)
    const reason = facts && refusalOf(facts, settings.MALOTE_ALLOW_UNSAFE_DATABASE)
    if (reason) log.error({ reason }, 'this database would not be taken at a start')
  }
}
