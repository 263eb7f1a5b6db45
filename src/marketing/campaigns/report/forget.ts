/**
 * Letters, activity and the people of campaigns end with the time that their project keeps them:
 * thirteen months unless it says otherwise, on every plan. Letters go before the people whose rows
 * they are of; figures of campaigns are counters, and stay. Records of consent lose what they name
 * a person by five years after the contact's end, and their chain stays whole.
 */
import { floorId, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { deleteOldActivity } from '../../activity/store.ts'
import { forgetLongEnded } from '../../contacts/consent/consent-store.ts'
import { deleteOldLetters } from '../../contacts/letters/letters-store.ts'
import { keptFor } from '../../forms/settings.ts'
import { deleteOldPeople } from '../store.ts'

/** Rows per statement: some milliseconds. */
const batchSize = 1_000
/** Between two, for what else the database has to do. */
const restMs = 10
/** What is left comes with the next run. */
const budgetMs = 5_000

export async function forgetOldLetters({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> {
  const deadline = clock.monotonic() + budgetMs
  const kept = await keptFor(db)
  const ended = kept.map(({ projectId, lettersMs }) => endOf(projectId, clock.now() - lettersMs))
  const left = kept.map(({ projectId, consentsMs }) => endOf(projectId, clock.now() - consentsMs))
  const ends = [
    [deleteOldActivity, ended],
    [deleteOldLetters, ended],
    [deleteOldPeople, ended],
    [forgetLongEnded, left],
  ] as const
  for (const [forget, which] of ends) {
    while ((await forget(db, which, batchSize)) === batchSize) {
      // Some of each in each run: one kind may take all of its time, run after run.
      if (clock.monotonic() >= deadline) break
      await clock.sleep(restMs)
    }
  }
}

function endOf(projectId: Uuid, moment: number) {
  const at = Math.max(0, moment)
  return { projectId, below: floorId(at), before: new Date(at) }
}

export const oldLettersJob: PeriodicJob = {
  name: 'old letters',
  everyMs: 60_000,
  run: forgetOldLetters,
}
