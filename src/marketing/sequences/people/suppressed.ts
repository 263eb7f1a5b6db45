/**
 * Whose address comes onto the suppression list leaves every sequence at once, by an entry of its own:
 * whoever writes the list has it and an email locked, which come after people in the order of locks.
 */
import type { Mode } from '#kernel/routes/route.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Task } from '#platform/queue/tasks.ts'
import type { SuppressionListener } from '#sending/suppression/listeners.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { lockContacts, readContact } from '../../contacts/people/store.ts'
import type { SequenceParts } from '../engine/acts.ts'
import { endMany } from './enrol.ts'
import { contactsInside, enrollmentsOfContacts } from './enrollment-store.ts'

const kind = 'suppressed person'
/** The number of an entry is the place of its mode here. */
const modes: readonly Mode[] = ['live', 'test']

export const suppressionListener: SuppressionListener = async (tx, world, owner, addresses) => {
  const { projectId, mode } = owner
  const inside = await contactsInside(tx, owner, addresses)
  if (inside.length === 0) return
  const n = modes.indexOf(mode)
  const dueAt = world.clock.now()
  await enqueue(
    tx,
    world,
    inside.map(subject => ({ kind, projectId, subject, n, dueAt })),
  )
}

export const suppressedTask = ({ tenantOf }: Pick<SequenceParts, 'tenantOf'>): Task => ({
  kind,
  capacity: 10,
  async runSlice(real, { projectId, subject, n }) {
    const tenant = await tenantOf(real, projectId, modes[n]!)
    if (tenant === null) return false
    const world = await onTestClock(real, tenant)
    await world.db.transaction(async tx => {
      await lockContacts(tx, tenant, [subject])
      const person = await readContact(tx, tenant, subject)
      // Taken off the list again.
      if (person === null || person.suppressions.length === 0) return
      const inside = await enrollmentsOfContacts(tx, tenant, [subject])
      await endMany(
        tx,
        world,
        tenant,
        inside.map(enrollment => ({ enrollment, state: 'exited', reason: 'suppressed' })),
      )
    })
    return false
  },
})
