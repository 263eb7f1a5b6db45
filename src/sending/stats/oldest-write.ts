/**
 * The oldest transaction that has written and is still open. Lists show nothing newer
 * (docs/decisions/0003-lists-by-commit-order.md), and ours take milliseconds: an old one is somebody
 * else's.
 */
import type { World } from '#kernel/world/world.ts'
import { selectOldestWrite } from './oldest-write-store.ts'

/** How long it has been open, and whose it is; null where there is none. */
export async function oldestWrite(
  world: Pick<World, 'db' | 'clock'>,
): Promise<{ readonly ageMs: number; readonly who: string } | null> {
  const found = await selectOldestWrite(world.db)
  if (found === null) return null
  return { ageMs: Math.max(0, world.clock.now() - found.since.getTime()), who: found.who }
}
