/** What a step of a sequence does to a contact. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { changeTopics } from '../consent/consent.ts'
import { mayJoinByStep } from '../consent/consent-store.ts'
import { checkFields } from '../fields/fields.ts'
import { tell } from '../tell.ts'
import { readPropertyTypes } from '../topics/topic-store.ts'
import { lockContact, updateContacts } from './store.ts'
import { apply } from './upsert.ts'

/** Writes fields; what does not fit any more (a property that was deleted) is left as it is. */
export async function setFields(
  tx: Tx,
  call: TenantWorld,
  contactId: Uuid,
  given: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { world, tenant } = call
  const before = await lockContact(tx, tenant, contactId)
  if (before === null) return false
  try {
    const fields = checkFields(given, await readPropertyTypes(tx, tenant))
    await updateContacts(tx, tenant, [apply(before, fields, 'update')], world.clock.now())
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  await tell(tx, call, [{ type: 'contact.updated', contactId }])
  return true
}

interface StepChange {
  readonly contactId: Uuid
  readonly email: string
  readonly topicId: Uuid
  readonly action: 'join' | 'leave'
  readonly actor: string
}

/** Joins only where the person had consented before; whoever left stays out: false. */
export async function changeTopicByStep(
  tx: Tx,
  call: TenantWorld,
  change: StepChange,
): Promise<boolean> {
  const { contactId, topicId, action } = change
  if (action === 'join' && !(await mayJoinByStep(tx, call.tenant, contactId))) return false
  const [outcome] = await changeTopics(tx, call.world, call.tenant, [{ ...change, method: 'api' }])
  if (outcome === undefined || 'error' in outcome) return false
  const type = action === 'leave' ? 'contact.unsubscribed' : 'contact.subscribed'
  if (outcome.isChanged && outcome.state !== 'pending') {
    await tell(tx, call, [{ type, contactId, topicId }])
  }
  return true
}
