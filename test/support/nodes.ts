/**
 * More nodes of an installation, each with connections, memory and loops of its own, beside the one
 * that a test has: on the same database and by the same clock. A process for each is for the suites.
 */
import { realWorld } from '#kernel/world/real/world.ts'
import type { World } from '#kernel/world/world.ts'
import { type Service, startService } from '../../src/service.ts'

type Settings = World['settings']

/** One that has the settings of the first but for these; whoever starts it stops it. */
export function startNode(
  { world }: { readonly world: World },
  more: Partial<Settings> = {},
  options: { readonly listen?: boolean } = {},
): Promise<Service> {
  const base = realWorld({ settings: { ...world.settings, ...more }, db: world.db, log: world.log })
  return startService({ ...base, clock: world.clock, ids: world.ids }, options)
}
