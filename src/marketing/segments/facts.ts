/** What a filter asks about one person, read at once. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { activityOf } from '../activity/store.ts'
import { eachStored } from '../contacts/fields/contact-fields.ts'
import type { ContactRow } from '../contacts/people/contact.ts'
import type { Facts } from './evaluate.ts'
import type { FilterTree, Leaf, SequenceState } from './filter-tree.ts'
import { enrollmentStatesOf, membershipsOf, readLettersOf } from './store.ts'

export async function readFacts(
  sql: Sql,
  tenant: Tenant,
  contact: ContactRow,
  tree: FilterTree,
): Promise<Facts> {
  const leaves = leavesIn(tree)
  const kinds = new Set(leaves.map(one => one.kind))
  const names = leaves.flatMap(one => (one.kind === 'event' ? [one.test.name] : []))
  const [segments, letters, activity, enrollments] = await Promise.all([
    kinds.has('member') ? membershipsOf(sql, tenant.projectId, contact.id) : [],
    kinds.has('letters') ? readLettersOf(sql, tenant.projectId, contact.id) : [],
    names.length === 0 ? [] : activityOf(sql, tenant, contact.id, [...new Set(names)]),
    kinds.has('sequence') ? enrollmentStatesOf(sql, tenant.projectId, contact.id) : [],
  ])
  return {
    email: contact.email,
    ...eachStored((_, name) => contact[name]),
    source: contact.source,
    createdAt: contact.created_at.getTime(),
    updatedAt: contact.updated_at.getTime(),
    properties: contact.properties,
    isSuppressed: contact.suppressions.length > 0,
    topics: new Map(
      contact.topics.map(one => [one.id, { state: one.state, since: Date.parse(one.since) }]),
    ),
    segments: new Set<Uuid>(segments),
    letters: letters.map(one => ({
      sourceId: one.source_id,
      step: one.step,
      topicId: one.topic_id,
      links: one.links,
      sentAt: one.sent_at.getTime(),
      openedAt: one.opened_at?.getTime() ?? null,
      clickedAt: one.clicked_at?.getTime() ?? null,
      machineAt: one.machine_at?.getTime() ?? null,
      bouncedAt: one.bounced_at?.getTime() ?? null,
    })),
    activity: activity.map(one => ({ name: one.name, at: one.at.getTime(), data: one.data })),
    sequences: statesBySequence(enrollments),
  }
}

/** An end by our own hand is an exit, too. */
function statesBySequence(
  enrollments: readonly { readonly sequence_id: Uuid; readonly state: string }[],
): Map<Uuid, Set<SequenceState>> {
  const states = new Map<Uuid, Set<SequenceState>>()
  for (const { sequence_id: id, state } of enrollments) {
    const known = states.get(id) ?? new Set()
    known.add(state === 'cancelled' ? 'exited' : (state as SequenceState))
    states.set(id, known)
  }
  return states
}

function leavesIn(tree: FilterTree): Leaf[] {
  if ('nodes' in tree) return tree.nodes.flatMap(leavesIn)
  return 'node' in tree ? leavesIn(tree.node) : [tree]
}
