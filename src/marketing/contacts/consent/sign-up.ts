/** A person who comes in by a form: kept as a contact, in the topics that the form is for. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Call, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { ContactFields } from '../people/contact.ts'
import { upsertContacts } from '../people/upsert.ts'
import { type ContactFact, tell } from '../tell.ts'
import { changeTopics } from './consent.ts'
import type { Evidence } from './consent-record.ts'
import { insertPendingFields } from './pending-fields-store.ts'

interface SignUp {
  readonly topicIds: readonly Uuid[]
  readonly needsConfirmation: boolean
  readonly evidence: Evidence
}

/**
 * Anybody may type any address: what is typed beside it is written to a contact that is made by it and
 * in at once, and else not before somebody confirms.
 */
export async function signUp(
  tx: Tx,
  call: TenantWorld,
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
  } = await upsertContacts(tx, { world, tenant }, [emailOf(fields)], options)
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
  const pending: Uuid[] = []
  outcomes.forEach((outcome, i) => {
    if ('error' in outcome) return
    const topicId = topicIds[i]!
    if (outcome.state === 'pending') pending.push(topicId)
    else if (outcome.isChanged) facts.push({ type: 'contact.subscribed', contactId, topicId })
  })
  if (done === 'created') {
    const known = pending.length === 0 ? fields : ofBrowser(fields)
    await upsertContacts(tx, { world, tenant }, [known], options)
  }
  await tell(tx, call, facts)
  return { contactId, email, pending }
}

/** Nothing that a stranger could say something with. */
function ofBrowser({ email, language, timeZone }: ContactFields): ContactFields {
  const given = { email, language, timeZone }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const emailOf = ({ email }: ContactFields): ContactFields => (email === undefined ? {} : { email })

/** What was typed beside an address, until its owner confirms what was asked for at that moment. */
export const keepUntilConfirmed = (
  tx: Tx,
  { projectId }: Pick<Call['tenant'], 'projectId'>,
  { contactId, askedAt }: { readonly contactId: Uuid; readonly askedAt: number },
  { email: _, ...fields }: ContactFields,
): Promise<void> =>
  insertPendingFields(tx, { projectId, contactId, askedAt: new Date(askedAt) }, fields)
