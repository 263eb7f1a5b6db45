/** What a sequence asks about one person. */
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { activityOf } from '../activity/of-person.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { readContact } from '../contacts/reading.ts'
import { evaluate, type Facts } from '../segments/evaluate.ts'
import { readFacts } from '../segments/facts.ts'
import { readFilter } from '../segments/filter.ts'
import { readVocabulary } from '../segments/segment.ts'
import { wheresHold } from '../segments/wheres.ts'
import type { Surroundings } from './advance.ts'
import type { SequenceDefinition } from './definition.ts'

interface Asked {
  readonly contact: ContactRow
  readonly now: number
  /** Of the account, for those who have none. */
  readonly zone: string
  /** What let them in. */
  readonly event: Readonly<Record<string, unknown>> | null
  readonly quiet?: SequenceDefinition['quiet']
  /** What is assumed beside what is known; for a simulation. */
  readonly assumed?: (facts: Facts) => Facts
}

export function surroundingsOf(
  sql: Sql,
  tenant: Tenant,
  { contact, now, zone: own, event, quiet = null, assumed = facts => facts }: Asked,
): Surroundings {
  const zone = contact.time_zone ?? own
  return {
    now,
    zone,
    seed: contact.id,
    properties: contact.properties,
    quiet,
    async holds(filter) {
      const tree = readFilter(filter, await readVocabulary(sql, tenant.projectId))
      const facts = assumed(await readFacts(sql, tenant, contact, tree))
      return evaluate(tree, facts, { now, zone }).result
    },
    async happened({ event: name, where = [] }, after) {
      const done = await activityOf(sql, tenant, contact.id, [name])
      return done.some(one => one.at.getTime() > after && wheresHold(where, one.data, event))
    },
  }
}

/** Whether the filter of a sequence lets somebody in. */
export async function mayEnter(
  tx: Tx,
  tenant: Tenant,
  { entry_filter: filter }: SequenceDefinition,
  about: { readonly contactId: Uuid; readonly now: number; readonly zone?: string },
): Promise<boolean> {
  if (filter === null) return true
  const { contactId, now, zone = 'UTC' } = about
  const contact = await readContact(tx, tenant, contactId)
  if (contact === null) return false
  return surroundingsOf(tx, tenant, { contact, now, zone, event: null }).holds(filter)
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
