/** Letters that the service writes itself, one by one: transactional, without tags, at once. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import type { NewEmail } from '../events/email.ts'

/** Of test mode it is captured. */
export function ownEmail(
  world: Pick<World, 'ids' | 'clock'>,
  { projectId, mode }: { readonly projectId: Uuid; readonly mode: Mode },
  prepared: PreparedEmail,
): NewEmail {
  const state = mode === 'live' ? 'queued' : 'captured'
  return {
    projectId,
    id: world.ids.next(),
    mode,
    stream: 'transactional',
    status: state,
    sender: prepared.sender,
    senderDomain: prepared.from.domain,
    addressees: prepared.addressees,
    subject: prepared.subject,
    tags: null,
    metadata: null,
    sizeBytes: prepared.sizeBytes,
    scheduledAt: null,
    createdAt: world.clock.now(),
    content: prepared.content,
    recipients: prepared.recipients.map(({ address }, n) => ({ n, address, state })),
  }
}
