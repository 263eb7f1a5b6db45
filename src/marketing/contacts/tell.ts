/** Facts about contacts: kept, and told to the webhooks that ask, with the contact as it is now. */
import type { Uuid } from '#kernel/base/ids.ts'
import { show } from '#kernel/base/ids.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { type Fact, noteFacts } from '../activity/note.ts'
import { showContact } from './contact.ts'
import { findContacts } from './store.ts'

export interface ContactFact {
  readonly type: Extract<Fact['type'], `contact.${string}`>
  readonly contactId: Uuid
  readonly topicId?: Uuid
}

export function tell(
  tx: Tx,
  { world, tenant }: Pick<Call, 'world' | 'tenant'>,
  facts: readonly ContactFact[],
): Promise<void> {
  const noted = facts.map(({ type, contactId, topicId }) => ({
    type,
    contactId,
    ...(topicId === undefined ? {} : { data: { topic_id: show('top', topicId) } }),
  }))
  return noteFacts(tx, world, tenant, noted, heard => showContacts(tx, tenant, heard))
}

/** The contact of each fact under its noun; whoever is gone is named by the id alone. */
export async function showContacts(
  tx: Tx,
  tenant: Tenant,
  facts: readonly Pick<Fact, 'contactId'>[],
): Promise<{ contact?: ReturnType<typeof showContact> }[]> {
  const ids = new Set(facts.flatMap(one => one.contactId ?? []))
  const rows = await findContacts(tx, tenant, [...ids])
  const byId = new Map(rows.map(row => [row.id, row]))
  return facts.map(({ contactId }) => {
    const row = contactId === null ? undefined : byId.get(contactId)
    return row === undefined ? {} : { contact: showContact(row) }
  })
}
