/** Captured email, for what happens to it later by the clock of test mode. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { WatchedAct } from '../events/email.ts'
import { emailOf } from '../timeline/read-store.ts'
import { readContent } from './read-content.ts'

export interface CapturedEmail {
  readonly scheduledAt: number
  readonly createdAt: number
  readonly html: string | null
  readonly untracked: readonly WatchedAct[]
}

/** null: it is gone, or was cancelled. */
export async function findCaptured(
  world: Pick<World, 'db' | 'clock' | 'runtime'>,
  projectId: Uuid,
  id: Uuid,
): Promise<CapturedEmail | null> {
  const email = await emailOf(world.db, { projectId, mode: 'test' }, id)
  if (email === null || email.status === 'cancelled') return null
  const content = await readContent(world, projectId, id)
  return {
    scheduledAt: email.scheduled_at?.getTime() ?? 0,
    createdAt: email.created_at.getTime(),
    html: content?.html ?? null,
    untracked: content?.untracked ?? [],
  }
}
