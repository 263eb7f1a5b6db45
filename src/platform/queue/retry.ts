/** Trying before its time what waits for its next try: somebody knows that the other side is back. */
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from './destination.ts'
import { wake } from './enqueue.ts'
import type { Kind } from './entry.ts'
import { bringForward } from './retry-store.ts'

interface Retries {
  readonly kinds: readonly Kind[]
  /** What the work goes to, as it was when the work was made: a domain. */
  readonly destination: string
  readonly limit: number
}

/** Has what waits for its next try somewhere tried now, so much at a time; returns how much. */
export async function retryNow(
  world: Pick<World, 'db' | 'clock' | 'signals'>,
  { kinds, destination, limit }: Retries,
): Promise<number> {
  const now = new Date(world.clock.now())
  const moved = await bringForward(world.db, {
    ...{ kinds, now, limit },
    destination: destinationOf(destination),
  })
  for (const kind of new Set(moved)) wake(world, kind)
  return moved.length
}
