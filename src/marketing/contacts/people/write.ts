/**
 * What calls do to contacts, with all that follows from it: topics joined, addresses that must be
 * confirmed anew, facts that webhooks hear of.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { actorOf } from '#kernel/routes/actor.ts'
import type { Call, Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { type AskConfirmation, changeTopics, type TopicChange } from '../consent/consent.ts'
import { type ContactFact, tell } from '../tell.ts'
import { usableTopics } from '../topics/topic-store.ts'
import type { AskedAgain } from './address-change.ts'
import type { ContactFields } from './contact.ts'
import { type OnExisting, type UpsertResult, upsertContacts } from './upsert.ts'

/** What stands above contacts and is called by them. */
export interface ContactHooks {
  readonly askConfirmation: AskConfirmation
}

/** One contact of a call: its fields, and the topics that it joins. */
export interface ContactWrite {
  readonly fields: ContactFields
  readonly topicIds: readonly Uuid[]
}

interface WriteOptions {
  readonly onExisting: OnExisting
  readonly hooks: ContactHooks
}

type WriteResult = { readonly id: Uuid; readonly isCreated: boolean } | { readonly error: Refusal }

/** In the order of the writes; a write that cannot be is an error of its own. */
export async function writeContacts(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  writes: readonly ContactWrite[],
  { onExisting, hooks }: WriteOptions,
): Promise<WriteResult[]> {
  const { world, tenant, principal } = call
  const source = principal.kind === 'member' ? 'dashboard' : 'api'
  const { results, asked } = await upsertContacts(
    tx,
    { world, tenant },
    writes.map(one => one.fields),
    { onExisting, source, actor: actorOf(principal) },
  )
  const errors = await join(tx, call, { writes, results, asked, hooks })
  await tell(tx, call, factsOf(results))
  return results.map((result, i): WriteResult => {
    if ('error' in result) return result
    const error = errors.get(i)
    return error === undefined
      ? { id: result.id, isCreated: result.outcome === 'created' }
      : { error }
  })
}

function factsOf(results: readonly UpsertResult[]): ContactFact[] {
  const facts = new Map<Uuid, ContactFact>()
  for (const result of results) {
    if ('error' in result || result.outcome === 'unchanged' || facts.has(result.id)) continue
    const type = result.outcome === 'created' ? 'contact.created' : 'contact.updated'
    facts.set(result.id, { type, contactId: result.id })
  }
  return [...facts.values()]
}

interface Joining {
  readonly writes: readonly ContactWrite[]
  readonly results: readonly UpsertResult[]
  readonly asked: readonly AskedAgain[]
  readonly hooks: ContactHooks
}

/** Joins topics by the rules of a call without evidence; the errors by the number of the write. */
async function join(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  { writes, results, asked, hooks }: Joining,
): Promise<Map<number, Refusal>> {
  const changes: (TopicChange & { readonly write: number; readonly place: number })[] = []
  results.forEach((result, write) => {
    if ('error' in result) return
    const { id: contactId, after } = result
    writes[write]!.topicIds.forEach((topicId, place) => {
      changes.push({
        contactId,
        email: after.email,
        topicId,
        action: 'join',
        method: call.principal.kind === 'member' ? 'dashboard' : 'api',
        actor: actorOf(call.principal),
        write,
        place,
      })
    })
  })
  const errors = new Map<number, Refusal>()
  const outcomes = await changeAndTell(tx, call, changes, { hooks, asked })
  outcomes.forEach((outcome, i) => {
    const { write, place } = changes[i]!
    if ('error' in outcome && !errors.has(write)) {
      errors.set(write, named(outcome.error, `topics[${place}].consent`))
    }
  })
  return errors
}

/** The same refusal about another field. */
export const named = (refusal: Refusal, param: string): Refusal =>
  new Refusal(refusal.code, { param, why: refusal.text })

/** Changes topics, asks those who must confirm, and tells of what has changed. */
export async function changeAndTell(
  tx: Tx,
  { world, tenant }: TenantWorld,
  changes: readonly TopicChange[],
  { hooks, asked = [] }: { readonly hooks: ContactHooks; readonly asked?: Joining['asked'] },
) {
  const outcomes = await changeTopics(tx, world, tenant, changes)
  const mustConfirm: AskedAgain[] = [...asked]
  const facts: ContactFact[] = []
  outcomes.forEach((outcome, i) => {
    if ('error' in outcome) return
    const { contactId, email, topicId } = changes[i]!
    const about = { contactId, ...(topicId === null ? {} : { topicId }) }
    if (outcome.state === 'pending' && topicId !== null) {
      mustConfirm.push({ contactId, email, topicId })
    } else if (outcome.isChanged) {
      const isLeft = outcome.state === 'unsubscribed'
      facts.push({ type: isLeft ? 'contact.unsubscribed' : 'contact.subscribed', ...about })
    }
  })
  for (const [contactId, about] of Map.groupBy(mustConfirm, one => one.contactId)) {
    const { email } = about[0]!
    await hooks.askConfirmation(tx, world, tenant, {
      contactId,
      email,
      topicIds: about.map(one => one.topicId),
    })
  }
  await tell(tx, { world, tenant }, facts)
  return outcomes
}

/** The topics that ids name. Throws Refusal for the first that is none. */
export async function readTopicIds(
  tx: Sql,
  tenant: Tenant,
  texts: readonly string[],
  paramOf: (place: number) => string,
): Promise<Uuid[]> {
  if (texts.length === 0) return []
  const ids = texts.map(text => read('top', text))
  const known = await usableTopics(
    tx,
    tenant,
    ids.filter(id => id !== null),
  )
  return ids.map((id, place) => {
    if (id !== null && known.some(topic => topic.id === id)) return id
    throw new Refusal('invalid_field', {
      param: paramOf(place),
      why: { en: 'There is no such topic.', pt: 'Não existe este tópico.' },
    })
  })
}

/** What the unique indexes saw and our look before did not: somebody was quicker. */
export function refuseTaken(error: unknown, violated: string | undefined): unknown {
  if (violated?.startsWith('contacts_by_address') || violated?.includes('email_key'))
    return takenField('email')
  if (violated?.startsWith('contacts_by_external')) return takenField('external_id')
  return error
}

const takenField = (param: string): Refusal =>
  new Refusal('invalid_field', {
    param,
    why: {
      en: 'Another contact has this {param} already.',
      pt: 'Outro contato já tem este {param}.',
    },
  })
