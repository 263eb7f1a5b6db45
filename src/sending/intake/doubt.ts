/**
 * Whether a batch was accepted where nobody heard the answer to its COMMIT. A caller who is told
 * that nothing happened sends again, and the email goes out twice. Ids are made before the write,
 * so the next connection can be asked for them: what is there was accepted, and the rest is written
 * again under the same ids, of which the database keeps one row only.
 */
import { isDatabaseAway, violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { findWritten } from './doubt-store.ts'
import type { Acceptance } from './policy.ts'

/** Then the caller is told that nobody knows. */
const maxDoubtMs = 5_000
const askEveryMs = 100

/** Once the write has failed; one result for each, `accepted` for those that have been written. */
export async function findOut<Result>(
  world: Pick<World, 'db' | 'clock'>,
  batch: readonly Acceptance[],
  accepted: Result,
  write: (open: readonly Acceptance[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const deadline = world.clock.monotonic() + maxDoubtMs
  for (;;) {
    try {
      const written = await findWritten(world.db, batch.map(nameOf))
      const open = batch.filter((_, i) => !written.has(i))
      const results = open.length === 0 ? [] : await write(open)
      return batch.map((one, i) => (written.has(i) ? accepted : results[open.indexOf(one)]!))
    } catch (error) {
      // A row of our own that was not there a moment ago: the first COMMIT has got through by now.
      const isOpen = isDatabaseAway(error) || violatedConstraint(error) !== undefined
      if (!isOpen || world.clock.monotonic() >= deadline) throw error
      await world.clock.sleep(askEveryMs)
    }
  }
}

/** All emails of a request are written together: the first stands for them. */
const nameOf = ({ tenant, emails }: Acceptance) => ({
  projectId: tenant.projectId,
  id: emails[0]!.id,
})
