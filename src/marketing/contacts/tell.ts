/** Facts about contacts: kept, and told to the webhooks that ask, with the contact as it is now, or was. */
import type { Uuid } from '#kernel/base/ids.ts'
import { show } from '#kernel/base/ids.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { type Fact, noteFacts } from '../activity/note.ts'
import { showContact } from './people/contact.ts'
import { readContacts } from './people/store.ts'

export interface ContactFact {
  readonly type: Extract<Fact['type'], `contact.${string}`>
  readonly contactId: Uuid
  readonly topicId?: Uuid
  /** Of a contact that is gone: as it was. */
  readonly last?: ShownContact
}

type ShownContact = ReturnType<typeof showContact>

export function tell(
  tx: Tx,
  { world, tenant }: TenantWorld,
  facts: readonly ContactFact[],
): Promise<void> {
  const noted = facts.map(({ type, contactId, topicId }) => ({
    type,
    contactId,
    ...(topicId === undefined ? {} : { data: { topic_id: show('top', topicId) } }),
  }))
  const gone = new Map(facts.flatMap(one => (one.last ? [[one.contactId, one.last]] : [])))
  return noteFacts(tx, { world, tenant }, noted, async heard => {
    const shown = await showContacts(tx, tenant, heard)
    return shown.map((one, i) => {
      const last = gone.get(heard[i]!.contactId ?? '')
      return last === undefined ? one : { contact: last }
    })
  })
}

/** The contact of each fact under its noun; whoever is erased is named by the id alone. */
export async function showContacts(
  tx: Tx,
  tenant: Tenant,
  facts: readonly Pick<Fact, 'contactId'>[],
): Promise<{ contact?: ShownContact }[]> {
  const ids = new Set(facts.flatMap(one => one.contactId ?? []))
  const rows = await readContacts(tx, tenant, [...ids])
  const byId = new Map(rows.map(row => [row.id, row]))
  return facts.map(({ contactId }) => {
    const row = contactId === null ? undefined : byId.get(contactId)
    return row === undefined ? {} : { contact: showContact(row) }
  })
}
