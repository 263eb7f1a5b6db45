/** Trying before its time what waits for its next try: somebody knows that the other side is back. */
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from './destination.ts'
import { wake } from './enqueue.ts'
import type { Kind } from './entry.ts'
import { bringForward, bringPartForward, type WorkPart } from './retry-store.ts'

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

interface LetGo {
  readonly kinds: readonly Kind[]
  readonly part: WorkPart
  readonly dueAt: number
  readonly limit: number
}

/** Has work that waits for us looked at soon: what it waited for is over. */
export async function letGoWork(
  world: Pick<World, 'db' | 'clock' | 'signals'>,
  { kinds, part, dueAt, limit }: LetGo,
): Promise<void> {
  await bringPartForward(world.db, {
    ...{ kinds, limit, dueAt: new Date(dueAt) },
    accountId: part.accountId,
    destination: part.domain === null ? null : destinationOf(part.domain),
  })
}
