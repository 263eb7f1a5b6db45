/**
 * Contacts that an import brings: written, and joined to topics on the ground that the import names.
 * Whoever has left stays out, whatever the import says; a suppressed address joins nothing.
 */
import type { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { isOwnChoice, suppressionsOf } from '#sending/suppression/suppress.ts'
import { changeTopics, type TopicChange } from '../consent/consent.ts'
import type { ContactFields, StoredContact } from './contact.ts'
import { type OnExisting, upsertContacts } from './upsert.ts'

interface BringOptions {
  readonly onExisting: OnExisting
  readonly topicIds: readonly Uuid[]
  readonly actor: string
  /** Of each contact, whether it has left where it comes from. */
  readonly leaves: readonly boolean[]
  /** Of each contact, whether what it comes from says that it agreed; absent: all have. */
  readonly consents?: readonly boolean[]
  readonly consent: {
    readonly basis: string
    readonly source: string
    readonly wording: string
    /** ms since 1970; null: not known. */
    readonly at: number | null
    /** The addresses were confirmed there: nobody has to do it again. */
    readonly isConfirmed?: boolean
  } | null
}

export type BringInResult =
  | {
      readonly contactId: Uuid
      readonly outcome:
        | 'created'
        | 'updated'
        | 'unchanged'
        | 'kept_unsubscribed'
        | 'kept_unconsented'
        | 'suppressed'
      readonly before: StoredContact | null
      readonly after: StoredContact
      /** Topics joined by it. */
      readonly joined: readonly Uuid[]
      /** Topics that wait for a confirmation. */
      readonly pending: readonly Uuid[]
    }
  | { readonly error: Refusal }

/** In the order given. */
export async function bringIn(
  tx: Tx,
  { world, tenant }: TenantWorld,
  contacts: readonly ContactFields[],
  options: BringOptions,
): Promise<BringInResult[]> {
  if (contacts.length === 0) return []
  const { onExisting } = options
  const { results: written, asked } = await upsertContacts(tx, { world, tenant }, contacts, {
    onExisting,
    source: 'import',
    actor: options.actor,
  })
  const good = written.flatMap(one => ('error' in one ? [] : [one]))
  const emails = [...new Set(good.map(one => one.after.email))]
  const entries = Map.groupBy(await suppressionsOf(tx, tenant, emails), one => one.address)
  const gone = new Set(
    written.flatMap((one, i) => ('error' in one || !options.leaves[i] ? [] : [one.id])),
  )
  const unasked = new Set(
    written.flatMap((one, i) =>
      'error' in one || (options.consents?.[i] ?? true) ? [] : [one.id],
    ),
  )
  const spoken = { language: tenant.projectLanguage, now: world.clock.now() }
  const changes: TopicChange[] = []
  for (const { id, after } of good) {
    if (entries.has(suppressionKey(after.email))) continue
    if (gone.has(id)) changes.push(leaving(options, id, after.email))
    else if (!unasked.has(id))
      changes.push(...joins(options, { contactId: id, email: after.email }, spoken))
  }
  const outcomes = await changeTopics(tx, world, tenant, changes)
  const byContact = new Map<Uuid, { joined: Uuid[]; pending: Uuid[]; hasLeft: boolean }>()
  changes.forEach(({ contactId, topicId }, i) => {
    const known = byContact.get(contactId) ?? { joined: [], pending: [], hasLeft: false }
    const outcome = outcomes[i]!
    if ('error' in outcome || topicId === null) known.hasLeft = true
    else if (outcome.isChanged) known.joined.push(topicId)
    if (topicId !== null && 'state' in outcome && outcome.state === 'pending') {
      known.pending.push(topicId)
    }
    byContact.set(contactId, known)
  })
  // Whose address is another one now confirms anew, unless the file joins them anyway.
  for (const { contactId, topicId } of asked) {
    const known = byContact.get(contactId) ?? { joined: [], pending: [], hasLeft: false }
    if (!known.pending.includes(topicId)) known.pending.push(topicId)
    byContact.set(contactId, known)
  }
  return written.map((one): BringInResult => {
    if ('error' in one) return one
    const { joined = [], pending = [], hasLeft = false } = byContact.get(one.id) ?? {}
    const blocks = entries.get(suppressionKey(one.after.email)) ?? []
    const base = { contactId: one.id, before: one.before, after: one.after, joined, pending }
    const isNew = one.outcome === 'created' && blocks.length > 0
    if (isNew || blocks.some(entry => !isOwnChoice(entry))) {
      return { ...base, outcome: 'suppressed' }
    }
    if (hasLeft || blocks.length > 0) return { ...base, outcome: 'kept_unsubscribed' }
    if (unasked.has(one.id)) return { ...base, outcome: 'kept_unconsented' }
    // Whoever joins by the file is changed by it.
    const isJoined = one.outcome === 'unchanged' && joined.length > 0
    return { ...base, outcome: isJoined ? 'updated' : one.outcome }
  })
}

/** A person who has left elsewhere is no stranger who may be written to. */
const leaving = ({ actor }: BringOptions, contactId: Uuid, email: string): TopicChange => ({
  contactId,
  email,
  topicId: null,
  action: 'leave',
  method: 'import',
  actor,
})

function joins(
  { topicIds, actor, consent }: BringOptions,
  { contactId, email }: Pick<TopicChange, 'contactId' | 'email'>,
  { language, now }: { readonly language: Tenant['projectLanguage']; readonly now: number },
): TopicChange[] {
  if (consent === null) return []
  return topicIds.map(topicId => ({
    contactId,
    email,
    topicId,
    action: 'join' as const,
    method: 'import' as const,
    actor,
    basis: consent.basis,
    evidence: {
      at: consent.at ?? now,
      source: consent.source,
      ...(consent.isConfirmed ? { confirmed: true } : {}),
      wording: { text: consent.wording, language },
    },
  }))
}
