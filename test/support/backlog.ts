/** Emails that wait, straight into the database: what a project has in line when a node starts. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { readSubscriptions } from '#platform/webhooks/enqueue.ts'
import type { NewEmail, Stream } from '#sending/events/email.ts'
import { writeEmails } from '#sending/outbox/outbox.ts'

export interface Backlog {
  readonly sender: { readonly projectId: Uuid; readonly from: string }
  readonly count: number
  readonly domainOf: (n: number) => string
  readonly content: { readonly html: string; readonly text: string }
  readonly stream?: Stream
  /** Not due yet. */
  readonly isLater?: boolean
}

const chunk = 1_000

/** Accepted emails that wait, written as the API writes them. */
export async function writeBacklog(world: World, backlog: Backlog): Promise<void> {
  const { sender, count, domainOf, content, stream = 'transactional', isLater = false } = backlog
  const subscriptions = await readSubscriptions(world.db, [sender.projectId])
  for (let from = 0; from < count; from += chunk) {
    const now = world.clock.now()
    const emails = Array.from({ length: Math.min(chunk, count - from) }, (_, i): NewEmail => {
      const address = `user${from + i}@${domainOf(from + i)}`
      return {
        projectId: sender.projectId,
        id: world.ids.next(),
        mode: 'live',
        stream,
        status: 'queued',
        sender: sender.from,
        senderDomain: sender.from.split('@')[1]!,
        addressees: { to: [address] },
        subject: 'Backlog',
        tags: null,
        metadata: null,
        sizeBytes: content.html.length + content.text.length,
        scheduledAt: isLater ? now + 86_400_000 : null,
        createdAt: now,
        content,
        recipients: [{ n: 0, address, state: 'queued' }],
      }
    })
    await world.db.transaction(tx =>
      writeEmails(tx, world, emails, { language: () => 'en', subscriptions }),
    )
  }
}
