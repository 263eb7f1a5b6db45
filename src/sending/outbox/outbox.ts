/**
 * The one writer of accepted emails. Whoever sends (a caller of the API, a campaign, the
 * installation itself, a TLS report) hands complete emails over here, inside its own transaction:
 * emails with contents and recipients, their first events and counts, the webhook messages of those,
 * and an entry of the queue for each recipient that is to be delivered to.
 */
import { createHash } from 'node:crypto'
import { read, type Uuid } from '#kernel/base/ids.ts'

import { domainOf } from '#kernel/mail/address.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { destinationOf } from '#platform/queue/destination.ts'
import { enqueue, type Work } from '#platform/queue/enqueue.ts'
import { type EmailContent, isShared, type NewEmail, type SharedContent } from '../events/email.ts'
import { findContents, insertContent, noteUse } from '../timeline/contents-store.ts'
import { deliveryKind } from '../timeline/delivery-kind.ts'
import { type ProjectFacts, recordAccepted } from '../timeline/record.ts'

type Outside = Pick<World, 'ids' | 'clock' | 'log' | 'signals' | 'handoff' | 'runtime'>

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

/** A content under the id that it always has: of its words. */
export interface NamedContent {
  readonly id: Uuid
  readonly content: EmailContent
}

/** The id of a content, which is the same whenever it is asked for. */
export function idOfContent(projectId: Uuid, content: EmailContent): Uuid {
  const hash = createHash('sha256')
    .update(`${projectId} ${JSON.stringify(content)}`)
    .digest('hex')
  // RFC 9562 §5.8: version 8, whose bits are ours.
  const bits = `${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`
  return bits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid
}

/** Keeps those of these contents that are not there yet. */
export async function keepContents(
  tx: Tx,
  world: Pick<World, 'clock'>,
  projectId: Uuid,
  contents: readonly NamedContent[],
): Promise<void> {
  if (contents.length === 0) return
  const ids = contents.map(one => one.id)
  const known = await findContents(tx, projectId, ids)
  for (const { id, content } of contents) {
    if (known.has(id)) continue
    await insertContent(tx, { projectId, id, content, at: world.clock.now() })
  }
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
  const kind = deliveryKind(email.queuedAs ?? email.stream)
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
