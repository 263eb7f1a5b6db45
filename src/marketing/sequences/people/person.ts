/** What a sequence asks about one person. */
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { activityOf } from '../../activity/store.ts'
import { cappedUntil } from '../../contacts/letters/caps.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import { mayJoinByDefault } from '../../contacts/people/reading.ts'
import { readContacts } from '../../contacts/people/store.ts'
import type { MarketingSettings } from '../../forms/settings.ts'
import { evaluate, type Facts } from '../../segments/evaluate.ts'
import { readFacts } from '../../segments/facts.ts'
import { readFilter } from '../../segments/filter.ts'
import { readVocabulary } from '../../segments/segment.ts'
import { wheresHold } from '../../segments/wheres.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import type { Surroundings } from '../engine/advance.ts'

interface PersonContext {
  readonly contact: ContactRow
  readonly now: number
  /** Of the account, for those who have none. */
  readonly zone: string
  /** What let them in. */
  readonly event: Readonly<Record<string, unknown>> | null
  /** Of the sequence, and of its project. */
  readonly definition: SequenceDefinition
  readonly rules: Pick<MarketingSettings, 'cap' | 'quiet'>
  /** What is assumed beside what is known; for a simulation. */
  readonly assumed?: (facts: Facts) => Facts
  /** When letters were sent in a simulation. */
  readonly alsoSent?: readonly number[]
  /** Read once for many steps. */
  readonly vocabulary?: () => ReturnType<typeof readVocabulary>
}

export function surroundingsOf(
  sql: Sql,
  tenant: Tenant,
  { contact, now, zone: own, event, definition, rules, ...more }: PersonContext,
): Surroundings {
  const zone = contact.time_zone ?? own
  const { assumed = facts => facts, alsoSent = [] } = more
  const { vocabulary = () => readVocabulary(sql, tenant.projectId) } = more
  const topicId = read('top', definition.topic_id ?? '')
  return {
    now,
    zone,
    seed: contact.id,
    properties: contact.properties,
    quiet: definition.quiet ?? rules.quiet,
    patience: definition.patience ?? null,
    barred: () => barredFrom(sql, tenant, { contact, topicId, now }),
    async cappedUntil() {
      const asked = { caps: rules.cap, topicId, contactIds: [contact.id], now, alsoSent }
      return (await cappedUntil(sql, tenant.projectId, asked)).get(contact.id) ?? null
    },
    async holds(filter) {
      const tree = readFilter(filter, await vocabulary())
      const facts = assumed(await readFacts(sql, tenant, contact, tree))
      return evaluate(tree, facts, { now, zone }).result
    },
    async happened({ event: name, where = [] }, after) {
      const done = await activityOf(sql, tenant, contact.id, [name])
      return done.some(one => one.at.getTime() > after && wheresHold(where, one.data, event))
    },
  }
}

/** Consent is looked at where the letter is made, too; in the words of campaigns. */
async function barredFrom(
  sql: Sql,
  { projectId }: Tenant,
  {
    contact,
    topicId,
    now,
  }: { readonly contact: ContactRow; readonly topicId: Uuid | null; readonly now: number },
): Promise<string | null> {
  if (contact.snoozed_until !== null && contact.snoozed_until.getTime() > now) return 'snoozed'
  if (topicId === null) return null
  const state = contact.topics.find(one => one.id === topicId)?.state
  if (state === 'subscribed') return null
  if (state === 'pending') return 'not_confirmed'
  const isIn = state === undefined && (await mayJoinByDefault(sql, projectId, topicId))
  return isIn ? null : 'unsubscribed_topic'
}

/** Of some people, those whom the filter of a sequence lets in. */
export async function whoMayEnter(
  tx: Tx,
  tenant: Tenant,
  definition: SequenceDefinition,
  about: { readonly contactIds: readonly Uuid[]; readonly now: number; readonly zone?: string },
): Promise<ReadonlySet<Uuid>> {
  const { entry_filter: filter } = definition
  const { contactIds, now, zone = 'UTC' } = about
  if (filter === null || contactIds.length === 0) return new Set(contactIds)
  const known = readVocabulary(tx, tenant.projectId)
  const vocabulary = () => known
  const rules = { cap: [], quiet: null }
  const contacts = await readContacts(tx, tenant, contactIds)
  const held = await Promise.all(
    contacts.map(contact => {
      const asked = { contact, now, zone, event: null, definition, rules, vocabulary }
      return surroundingsOf(tx, tenant, asked).holds(filter)
    }),
  )
  return new Set(contacts.filter((_, i) => held[i]).map(one => one.id))
}

/** Always on: who left the topic or may not be written to, and the filters that end it. */
export async function leaves(
  { topic_id: topic, exits }: SequenceDefinition,
  { suppressions, topics }: ContactRow,
  around: Surroundings,
): Promise<string | null> {
  if (suppressions.length > 0) return 'suppressed'
  const topicId = topic === null ? null : read('top', topic)
  const state = topics.find(one => one.id === topicId)?.state
  if (topicId !== null && state === 'unsubscribed') return 'topic_left'
  for (const one of exits) {
    if (one.on === 'filter' && (await around.holds(one.filter))) return one.reason ?? 'exit'
  }
  return null
}
