/**
 * Whether a batch was accepted where nobody heard the answer to its COMMIT. A caller who is told
 * that nothing happened sends again, and the email goes out twice. Ids are made before the write,
 * so the next connection can be asked for them: what is there was accepted, and the rest is written
 * again under the same ids, of which the database keeps one row only. A server that was ended while
 * it waited for its standby shows rows that no standby has: so what is found waits for it once more.
 */
import { isDatabaseAway, violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { findWritten, waitForStandby } from './doubt-store.ts'
import type { Acceptance } from './policy.ts'

/** Then the caller is told that nobody knows. */
const maxDoubtMs = 30_000
const askEveryMs = 100

interface Doubt<Result> {
  /** What those get that are found to be written. */
  readonly accepted: Result
  readonly write: (open: readonly Acceptance[]) => Promise<readonly Result[]>
}

/** Once the write has failed; one result for each. Throws `lost`, its error, where nobody can tell. */
export async function findOut<Result>(
  world: Pick<World, 'db' | 'clock'>,
  batch: readonly Acceptance[],
  lost: unknown,
  { accepted, write }: Doubt<Result>,
): Promise<readonly Result[]> {
  const deadline = world.clock.monotonic() + maxDoubtMs
  for (;;) {
    try {
      const written = await findWritten(world.db, batch.map(nameOf))
      if (written.size > 0) await waitForStandby(world.db)
      const open = batch.filter((_, i) => !written.has(i))
      const results = open.length === 0 ? [] : await write(open)
      return batch.map((one, i) => (written.has(i) ? accepted : results[open.indexOf(one)]!))
    } catch (error) {
      // A row of our own that was not there a moment ago: the first COMMIT has got through by now.
      const isOpen = isDatabaseAway(error) || violatedConstraint(error) !== undefined
      if (!isOpen) throw error
      if (world.clock.monotonic() >= deadline) throw lost
      await world.clock.sleep(askEveryMs)
    }
  }
}

/** All emails of a request are written together: the first stands for them. */
const nameOf = ({ tenant, emails }: Acceptance) => ({
  projectId: tenant.projectId,
  id: emails[0]!.id,
})
