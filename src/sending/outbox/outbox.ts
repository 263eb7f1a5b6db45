/**
 * The one writer of accepted emails. Whoever sends (a caller of the API, a campaign, the
 * installation itself, a TLS report) hands complete emails over here, inside its own transaction:
 * emails with contents and recipients, their first events and counts, the webhook messages of those,
 * and an entry of the queue for each recipient that is to be delivered to.
 */
import { read, type Uuid } from '#kernel/base/ids.ts'
import { domainOf } from '#kernel/mail/address.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import { enqueue, type Work } from '#platform/queue/enqueue.ts'
import { type EmailContent, isShared, type NewEmail, type SharedContent } from '../events/email.ts'
import { insertContent, noteUse } from '../timeline/contents-store.ts'
import { deliveryKind } from '../timeline/delivery-kind.ts'
import { type ProjectFacts, recordAccepted } from '../timeline/record.ts'

type Outside = Pick<World, 'ids' | 'clock' | 'log' | 'signals' | 'handoff'>

/** Keeps a content that emails will share; returns its id, for `NewEmail.content`. */
export async function keepContent(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock'>,
  projectId: Uuid,
  content: EmailContent,
): Promise<SharedContent> {
  const id = world.ids.next()
  await insertContent(tx, { projectId, id, content, at: world.clock.now() })
  return { sharedId: id }
}

/** Writes emails and queues them. All statements are sent at once where `facts` is complete. */
export async function writeEmails(
  tx: Tx,
  world: Outside,
  emails: readonly NewEmail[],
  facts: ProjectFacts,
): Promise<void> {
  if (emails.length === 0) return
  await Promise.all([
    recordAccepted(tx, world, emails, facts),
    enqueue(tx, world, emails.flatMap(deliveriesOf)),
    noteShared(tx, emails, world.clock.now()),
  ])
}

/** Contents that are in use must not be forgotten meanwhile. */
async function noteShared(tx: Tx, emails: readonly NewEmail[], now: number): Promise<void> {
  const uses = new Map<Uuid, { projectId: Uuid; id: Uuid }>()
  for (const { projectId, content } of emails) {
    if (isShared(content)) uses.set(content.sharedId, { projectId, id: content.sharedId })
  }
  if (uses.size > 0) await noteUse(tx, [...uses.values()], now)
}

/** One entry per recipient that is to be delivered to; those to one domain wait in one line. */
function deliveriesOf(email: NewEmail): Work[] {
  const kind = deliveryKind(email.lane ?? email.stream)
  const { campaign_id: campaign, sequence_id: sequence } = email.letter ?? {}
  const sourceId = read('cmp', campaign ?? '') ?? read('seq', sequence ?? '')
  return email.recipients
    .filter(recipient => recipient.state === 'queued')
    .map(({ n, address }) => ({
      kind,
      projectId: email.projectId,
      subject: email.id,
      n,
      destination: destinationOf(domainOf(address)),
      sourceId,
      warmUpPassed: email.isWarm === true,
      dueAt: email.scheduledAt ?? email.createdAt,
    }))
}
