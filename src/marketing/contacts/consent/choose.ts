/** What a person does with their own subscriptions: confirming, choosing, pausing, leaving. */
import { Refusal } from '#kernel/base/errors.ts'
import { timeOfId, type Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Call, TenantWorld } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { addEntries } from '#sending/suppression/add.ts'
import { checkProperty, type PropertyType } from '../fields/property.ts'
import type { StoredContact } from '../people/contact.ts'
import {
  lockContact,
  lockContactsById,
  topicOfLetter,
  updateContacts,
  updateSnooze,
} from '../people/store.ts'
import { apply } from '../people/upsert.ts'
import { type ContactFact, tell } from '../tell.ts'
import { readPropertyTypes } from '../topics/topic-store.ts'
import { changeTopics, type TopicChange } from './consent.ts'
import type { Evidence } from './consent-record.ts'
import { keepSaid } from './leavings.ts'
import { findEarlierAddresses, peopleOfLetter } from './leavings-store.ts'
import { takePendingFields } from './pending-fields-store.ts'

/** Confirms what is still pending; pressing again changes nothing. */
export async function confirmTopics(
  tx: Tx,
  call: TenantWorld,
  asked: {
    readonly contactId: Uuid
    readonly topicIds: readonly Uuid[]
    /** Whether it was asked of this address: it may be another one by now. */
    readonly isOf: (email: string) => boolean
    /** When, ms since 1970. */
    readonly askedAt: number
  },
  evidence: Evidence,
): Promise<boolean> {
  const { contactId, topicIds, isOf, askedAt } = asked
  const contact = await lockContact(tx, call.tenant, contactId)
  if (contact === null || !isOf(contact.email)) return false
  const outcomes = await change(
    tx,
    call,
    topicIds.map(topicId => ({
      contactId,
      email: contact.email,
      topicId,
      action: 'confirm',
      method: 'form',
      actor: null,
      evidence,
      askedAt,
    })),
  )
  const isConfirmed = outcomes.some(one => 'state' in one && one.isChanged)
  if (isConfirmed) await writePending(tx, call, contact, askedAt)
  return isConfirmed
}

/** What was typed into the form whose letter is confirmed fills what is empty. */
async function writePending(
  tx: Tx,
  call: TenantWorld,
  contact: StoredContact,
  askedAt: number,
): Promise<void> {
  const { world, tenant } = call
  const about = { projectId: tenant.projectId, contactId: contact.id, askedAt: new Date(askedAt) }
  const fields = await takePendingFields(tx, about)
  if (fields === null) return
  const types = await readPropertyTypes(tx, tenant)
  const properties = Object.entries(fields.properties ?? {}).filter(([key, value]) =>
    isOfType(types.get(key), key, value),
  )
  const known = { ...fields, properties: Object.fromEntries(properties) }
  await updateContacts(tx, tenant, [apply(contact, known, 'keep')], world.clock.now())
  await tell(tx, call, [{ type: 'contact.updated', contactId: contact.id }])
}

/** The property may have been deleted since, or be another one of its name. */
function isOfType(type: PropertyType | undefined, key: string, value: unknown): boolean {
  if (type === undefined) return false
  try {
    checkProperty(type, key, value)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** What somebody chose on the preferences page; undefined stays. */
interface Choice {
  /** The topics to be in; of those offered, the others are left. */
  readonly topics?: { readonly chosen: readonly Uuid[]; readonly offered: readonly Uuid[] }
  readonly language?: string
  /** ms since 1970; null: no pause. */
  readonly snoozedUntil?: number | null
  readonly leavesAll?: boolean
}

export async function choose(
  tx: Tx,
  call: TenantWorld,
  contactId: Uuid,
  choice: Choice & {
    readonly evidence: Evidence
    /** What stood beside a topic that was joined. */
    readonly wordingOf: (topicId: Uuid) => Evidence['wording']
  },
): Promise<void> {
  const { world, tenant } = call
  const contact = await lockContact(tx, tenant, contactId)
  if (contact === null) return
  const now = world.clock.now()
  if (choice.language !== undefined && choice.language !== contact.language) {
    await updateContacts(tx, tenant, [{ ...contact, language: choice.language }], now)
    await tell(tx, call, [{ type: 'contact.updated', contactId }])
  }
  if (choice.snoozedUntil !== undefined) {
    const until = choice.snoozedUntil === null ? null : new Date(choice.snoozedUntil)
    await updateSnooze(tx, tenant, contactId, { until, at: new Date(now) })
    if (until !== null) await tell(tx, call, [{ type: 'contact.snoozed', contactId }])
  }
  const base = {
    contactId,
    email: contact.email,
    method: 'preference_centre' as const,
    actor: null,
    evidence: choice.evidence,
  }
  const { chosen = [], offered = [] } = choice.topics ?? {}
  const joined = (topicId: Uuid): TopicChange => {
    const wording = choice.wordingOf(topicId)
    const evidence = wording === undefined ? choice.evidence : { ...choice.evidence, wording }
    return { ...base, topicId, action: 'join', evidence }
  }
  await change(tx, call, [
    ...offered.map(topicId =>
      chosen.includes(topicId) ? joined(topicId) : { ...base, topicId, action: 'leave' as const },
    ),
    ...(choice.leavesAll === true ? [{ ...base, topicId: null, action: 'leave' as const }] : []),
  ])
}

async function change(
  tx: Tx,
  call: TenantWorld,
  changes: readonly TopicChange[],
): ReturnType<typeof changeTopics> {
  const outcomes = await changeTopics(tx, call.world, call.tenant, changes)
  const facts = outcomes.flatMap((outcome, i): ContactFact[] => {
    if ('error' in outcome || !outcome.isChanged || outcome.state === 'pending') return []
    const { contactId, topicId } = changes[i]!
    const type = outcome.state === 'unsubscribed' ? 'contact.unsubscribed' : 'contact.subscribed'
    return [{ type, contactId, ...(topicId === null ? {} : { topicId }) }]
  })
  await tell(tx, call, facts)
  return outcomes
}

/** By a link that went to an earlier address: for the contact, and for that address. */
export async function leaveByEarlierLink(
  tx: Tx,
  call: TenantWorld,
  asked: {
    readonly contactId: Uuid
    /** null: everything. */
    readonly topicId: Uuid | null
    /** Whether the link went there. */
    readonly isOf: (address: string) => boolean
  },
  evidence: Evidence,
): Promise<void> {
  const { world, tenant } = call
  const { contactId, topicId, isOf } = asked
  const contact = await lockContact(tx, tenant, contactId)
  if (contact === null) return
  const base = { contactId, email: contact.email, topicId, evidence, actor: null }
  await change(tx, call, [{ ...base, action: 'leave', method: 'preference_centre' }])
  const earlier = await findEarlierAddresses(tx, tenant, [contactId])
  for (const { address: email } of earlier.filter(one => isOf(one.address))) {
    if (topicId !== null) await keepSaid(tx, world, tenant, [{ email, topicId, word: 'left' }])
    else await leaveAllUnder(tx, call, { email })
  }
}

/** Whether a contact was known by another address before. */
export const hasEarlierAddress = async (
  sql: Sql,
  tenant: Call['tenant'],
  contactId: Uuid,
): Promise<boolean> => (await findEarlierAddresses(sql, tenant, [contactId])).length > 0

/**
 * By the link or the button of a letter: its topic, or everything where it has none, or that is
 * wanted. It holds for the contact that the letter was written to, whatever address they have now,
 * and for the address that it went to, whoever has it now. null where nobody is a contact by either.
 */
export async function leaveByLetter(
  tx: Tx,
  call: TenantWorld,
  asked: { readonly email: string; readonly emailId: Uuid; readonly isEverything: boolean },
): Promise<'topic' | 'all' | null> {
  const { email, emailId, isEverything } = asked
  const { world, tenant } = call
  const letter = { emailId, address: suppressionKey(email), at: new Date(timeOfId(emailId)) }
  const people = await lockContactsById(tx, tenant, await peopleOfLetter(tx, tenant, letter))
  if (people.length === 0) return null
  const topicId = isEverything ? null : await topicOfLetter(tx, tenant.projectId, emailId)
  const base = { topicId, action: 'leave', method: 'one_click', actor: null, emailId } as const
  await change(
    tx,
    call,
    people.map(person => ({ ...base, contactId: person.id, email: person.email })),
  )
  if (people.some(person => suppressionKey(person.email) === letter.address)) {
    return topicId === null ? 'all' : 'topic'
  }
  if (topicId !== null) await keepSaid(tx, world, tenant, [{ email, topicId, word: 'left' }])
  else await leaveAllUnder(tx, call, { email, emailId })
  return topicId === null ? 'all' : 'topic'
}

/** Of an address that no contact has. */
async function leaveAllUnder(
  tx: Tx,
  { world, tenant: { projectId, mode } }: TenantWorld,
  about: { readonly email: string; readonly emailId?: Uuid },
): Promise<void> {
  const at = world.clock.now()
  const entry = { projectId, stream: 'marketing', reason: 'unsubscribe', at } as const
  await addEntries(tx, world, mode, [{ ...entry, ...about }])
}
