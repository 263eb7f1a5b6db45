/** What ends here: contacts with a project, a person's data, and what nobody confirmed. */
import { addressKey } from '#kernel/mail/address.ts'
import { forgetOfTest } from '#kernel/world/set-up-of-test.ts'
import type { Lifecycle } from '#platform/lifecycle/lifecycle.ts'
import { deleteConsentsOf } from './consent/consent-store.ts'
import { deleteLeavingsOf, forgetEarlierAddress } from './consent/leavings-store.ts'
import { pendingMs } from './consent/pending.ts'
import { deletePendingFieldsOf, forgetPendingFields } from './consent/pending-fields-store.ts'
import { type ForgetContact, forgetPerson, removeByAddress } from './people/erase.ts'
import { deleteContactsOf } from './people/store.ts'
import { deleteTopicsOf, forgetPending } from './topics/topic-store.ts'

/** Rows per statement: some milliseconds. */
const batchSize = 1_000

export const contactsLifecycle = (forget: ForgetContact): Lifecycle => ({
  name: 'contacts',
  async eraseAddress(world, { projectId, address, modes, askedAt }) {
    await world.db.transaction(async tx => {
      for (const mode of modes) {
        const person = { address, askedAt, at: world.clock.now() }
        await removeByAddress(tx, { projectId, mode }, person, forget)
        await forgetEarlierAddress(tx, { projectId, mode }, addressKey(address))
        await forgetPerson(tx, world, { projectId, mode }, person)
      }
    })
    return undefined
  },
  async clearProjects(world, projectIds) {
    await deletePendingFieldsOf(world.db, projectIds)
    const gone = [
      await deleteContactsOf(world.db, projectIds, batchSize),
      await deleteConsentsOf(world.db, projectIds, batchSize),
      await deleteTopicsOf(world.db, projectIds, batchSize),
      await deleteLeavingsOf(world.db, projectIds, batchSize),
    ]
    await forgetOfTest(world.db, projectIds)
    return gone.some(count => count === batchSize)
  },
  async retain(world, budgetMs) {
    const deadline = world.clock.monotonic() + budgetMs
    const before = new Date(world.clock.now() - pendingMs)
    for (const forgetSome of [forgetPending, forgetPendingFields]) {
      while ((await forgetSome(world.db, before, batchSize)) === batchSize) {
        if (world.clock.monotonic() >= deadline) return
      }
    }
  },
})
