/**
 * What ends here: with a project its suppressions, in batches, for there may be millions; with a
 * person the days of soft bounces. An entry on the list stays when a person is erased: it keeps us
 * from writing again.
 */
import { addressKey } from '#kernel/mail/address.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteListsOf, forgetSoftBounces } from './store.ts'

/** Suppressions per statement: some milliseconds. */
const batchSize = 1_000

export const suppressionLifecycle: Lifecycle = {
  name: 'suppression',
  async eraseAddress(world, { projectId, address, modes }) {
    // Nothing bounces in test mode.
    if (!modes.includes('live')) return undefined
    // By itself, as a bounce holds counts while it waits for these; always, as they outlive emails.
    const known = [{ projectId, address: addressKey(address) }]
    await world.db.transaction(tx => forgetSoftBounces(tx, known))
    return undefined
  },
  clearProjects: async (world, projectIds) =>
    (await deleteListsOf(world.db, projectIds, batchSize)) === batchSize,
}
