/**
 * Our own facts about contacts: into the stream of activity, which filters read, and to the webhooks
 * that name them. In the transaction of the fact.
 */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { enqueueWebhooks, hears, readSubscriptions } from '#platform/webhooks/enqueue.ts'
import type { FactType } from './catalogue.ts'
import { foldTexts } from './fold-data.ts'
import { askListeners } from './listeners.ts'
import { factInResendForm } from './resend-form.ts'
import { insertActivity } from './store.ts'

export interface Fact {
  readonly type: FactType
  readonly contactId: Uuid | null
  /** What is kept with it: ids, as the API shows them. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Not told to webhooks: one of many of an import. */
  readonly isSilent?: boolean
}

/** The objects that posts show under their noun, by fact; asked for only if somebody listens. */
type ShowObjects = (facts: readonly Fact[]) => Promise<readonly Readonly<Record<string, unknown>>[]>

export async function noteFacts(
  tx: Tx,
  { world, tenant }: TenantWorld,
  facts: readonly Fact[],
  showObjects?: ShowObjects,
): Promise<void> {
  if (facts.length === 0) return
  const at = world.clock.now()
  const noted = facts.map(fact => ({ fact, id: world.ids.next() }))
  const told = noted.filter(one => one.fact.isSilent !== true)
  const happenings = told.flatMap(({ fact: { contactId, type, data = null } }) =>
    contactId === null ? [] : [{ contactId, name: type, data, at }],
  )
  const [, act, subscriptions] = await Promise.all([
    insertActivity(
      tx,
      tenant,
      noted.map(({ fact, id }) => ({
        id,
        contactId: fact.contactId,
        name: fact.type,
        data: fact.data ?? null,
        folded: foldTexts(fact.data ?? null),
        at,
      })),
    ),
    askListeners(tx, world, tenant, happenings),
    told.length === 0 ? [] : readSubscriptions(tx, [tenant.projectId]),
  ])
  await act()
  const heard = told.filter(({ fact }) =>
    subscriptions.some(one => hears(one, { type: fact.type, ...factInResendForm(fact.type, {}) })),
  )
  if (heard.length === 0) return
  const objects = (await showObjects?.(heard.map(one => one.fact))) ?? []
  await enqueueWebhooks(
    tx,
    world,
    heard.map(({ fact, id }, i) => {
      const data = {
        event_id: show('evt', id),
        ...(fact.contactId === null ? {} : { contact_id: show('con', fact.contactId) }),
        ...fact.data,
        ...objects[i],
        ...(tenant.mode === 'test' ? { test: true } : {}),
      }
      return {
        projectId: tenant.projectId,
        mode: tenant.mode,
        eventId: id,
        type: fact.type,
        at,
        isBulk: true,
        data,
        ...factInResendForm(fact.type, data),
      }
    }),
    subscriptions,
  )
}
