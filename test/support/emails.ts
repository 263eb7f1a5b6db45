/** Emails as the intake hands them on, for tests that write them straight into the database. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { NewEmail } from '#sending/events/email.ts'

/** An email to `to`, each of whom waits for it; `more` says what is special about it. */
export function newEmail(
  world: Pick<World, 'clock' | 'ids'>,
  projectId: Uuid,
  to: readonly string[],
  more: Partial<NewEmail> = {},
): NewEmail {
  return {
    projectId,
    id: world.ids.next(),
    mode: 'live',
    stream: 'transactional',
    status: 'queued',
    sender: 'hello@shop.test',
    senderDomain: 'shop.test',
    addressees: { to },
    subject: 'Hello',
    tags: null,
    metadata: null,
    sizeBytes: 2,
    scheduledAt: null,
    createdAt: world.clock.now(),
    content: { text: 'Hi' },
    recipients: to.map((address, n) => ({ n, address, state: 'queued' })),
    ...more,
  }
}
