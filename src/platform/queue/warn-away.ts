/**
 * One warning a second for what all loops of a node meet at once: the database is away. With one for
 * each loop and try, a failover of half a minute would be two thousand lines a node.
 */
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

type Outside = Pick<World, 'clock' | 'log' | 'runtime'>

const everyMs = 1_000

interface LastWarning {
  at: number
  /** Warnings since then that were not written. */
  unsaid: number
}

const told: Part<LastWarning, object> = {
  name: 'warnings of loops',
  make: () => ({ at: Number.NEGATIVE_INFINITY, unsaid: 0 }),
}

export function warnAway(
  world: Outside,
  message: string,
  error: unknown,
  about: object = {},
): void {
  const last = world.runtime.get(told, world)
  const now = world.clock.monotonic()
  if (now - last.at < everyMs) {
    last.unsaid++
    return
  }
  const alike = last.unsaid === 0 ? {} : { alike: last.unsaid }
  world.log.warn({ ...about, error: String(error), ...alike }, message)
  last.at = now
  last.unsaid = 0
}
