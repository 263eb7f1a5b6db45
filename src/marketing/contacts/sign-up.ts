/** A person who comes in by a form: kept as a contact, in the topics that the form is for. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { changeTopics } from './consent.ts'
import type { Evidence } from './consent-record.ts'
import type { ContactFields } from './contact.ts'
import { type ContactFact, tell } from './tell.ts'
import { upsertContacts } from './upsert.ts'

interface SignUp {
  readonly topicIds: readonly Uuid[]
  readonly needsConfirmation: boolean
  readonly evidence: Evidence
}

/** What a stranger types never overwrites what is known of a contact. */
export async function signUp(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant'>,
  fields: ContactFields,
  { topicIds, needsConfirmation, evidence }: SignUp,
): Promise<{
  readonly contactId: Uuid
  readonly email: string
  readonly pending: readonly Uuid[]
}> {
  const { world, tenant } = call
  const options = { onExisting: 'keep', source: 'form', actor: null } as const
  const {
    results: [written],
  } = await upsertContacts(tx, world, tenant, [fields], options)
  if (written === undefined || 'error' in written) {
    throw written?.error ?? new Refusal('missing_field', { param: 'email' })
  }
  const contactId = written.id
  const { email } = written.after
  const outcomes = await changeTopics(
    tx,
    world,
    tenant,
    topicIds.map(topicId => ({
      contactId,
      email,
      topicId,
      action: 'join',
      method: 'form',
      actor: null,
      evidence,
      needsConfirmation,
    })),
  )
  const facts: ContactFact[] = []
  const { outcome: done } = written
  if (done === 'created') facts.push({ type: 'contact.created', contactId })
  // What was empty has been filled in.
  if (done === 'updated') facts.push({ type: 'contact.updated', contactId })
  const pending: Uuid[] = []
  outcomes.forEach((outcome, i) => {
    if ('error' in outcome) return
    const topicId = topicIds[i]!
    if (outcome.state === 'pending') pending.push(topicId)
    else if (outcome.isChanged) facts.push({ type: 'contact.subscribed', contactId, topicId })
  })
  await tell(tx, call, facts)
  return { contactId, email, pending }
}
