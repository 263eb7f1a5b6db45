/**
 * Letters, activity and the people of campaigns end with the time that their project keeps them:
 * thirteen months unless it says otherwise, on every plan. Letters go before the people whose rows
 * they are of; figures of campaigns are counters, and stay.
 */
import { floorId } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { deleteOldActivity } from '../activity/lifecycle.ts'
import { deleteOldLetters } from '../contacts/letters.ts'
import { lettersKept } from '../forms/settings.ts'
import { deleteOldPeople } from './store.ts'

/** Rows per statement: some milliseconds. */
const batchSize = 1_000
/** Between two, for what else the database has to do. */
const restMs = 10
/** What is left comes with the next run. */
const budgetMs = 60_000

export async function forgetOldLetters({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> {
  const deadline = clock.monotonic() + budgetMs
  const ended = (await lettersKept(db)).map(({ projectId, keptMs }) => {
    const at = Math.max(0, clock.now() - keptMs)
    return { projectId, below: floorId(at), before: new Date(at) }
  })
  for (const forget of [deleteOldActivity, deleteOldLetters, deleteOldPeople]) {
    while ((await forget(db, ended, batchSize)) === batchSize) {
      if (clock.monotonic() >= deadline) return
      await clock.sleep(restMs)
    }
  }
}

export const oldLettersJob: PeriodicJob = {
  name: 'old letters',
  everyMs: 3_600_000,
  run: forgetOldLetters,
}
