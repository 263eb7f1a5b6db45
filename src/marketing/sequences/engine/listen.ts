import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { ActivityListener, Happening } from '../../activity/listeners.ts'
import { wheresHold } from '../../segments/wheres.ts'
import type { Sequence, SequenceDefinition, Trigger } from '../definition/definition.ts'
import { versionOf } from '../definition/versions.ts'
import { endMany, enrolMany, exitsOf, rewakeEnrollments } from '../people/enrol.ts'
import { type Enrollment, enrollmentsOfContacts } from '../people/enrollment-store.ts'
import { whoMayEnter } from '../people/person.ts'
import { sequencesBegunBy } from '../store.ts'
import { lookAt } from './dates.ts'

/** A back-fill is no flood: what is older begins nothing. */
const maxAgeMs = hourMs

export const sequenceListener: ActivityListener = async (tx, world, tenant, happenings) => {
  const ours = happenings.filter(one => !one.name.startsWith('sequence.'))
  if (ours.length === 0) return null
  const names = [...new Set(ours.map(one => one.name))]
  const kinds = [...new Set(names.flatMap(name => kindsOf[name] ?? []))]
  const [inside, begun] = await Promise.all([
    enrollmentsOfContacts(tx, tenant, [...new Set(ours.map(one => one.contactId))]),
    sequencesBegunBy(tx, tenant, { kinds, names }),
  ])
  if (inside.length === 0 && begun.length === 0) return null
  // Exits first: whoever has done what ends a way does not begin it by the same.
  return async () => {
    await endOrWake(tx, world, tenant, { inside, happenings: ours })
    for (const sequence of begun) await begin(tx, world, tenant, { sequence, happenings: ours })
  }
}

/** Triggers that are about facts of ours. */
const kindsOf: Readonly<Record<string, Trigger['on']>> = {
  'contact.subscribed': 'topic_joined',
  'segment.entered': 'segment_entered',
  'contact.created': 'date',
  'contact.updated': 'date',
}

async function endOrWake(
  tx: Tx,
  world: World,
  tenant: Tenant,
  about: { readonly inside: readonly Enrollment[]; readonly happenings: readonly Happening[] },
): Promise<void> {
  const { inside, happenings } = about
  const { projectId } = tenant
  const byContact = Map.groupBy(happenings, one => one.contactId)
  const endings: Parameters<typeof endMany>[3][number][] = []
  const wakings: { readonly id: Uuid; readonly dueAt: number }[] = []
  for (const one of inside) {
    const of = { projectId, id: one.sequence_id }
    const definition = await versionOf(tx, world, of, one.version)
    const did = byContact.get(one.contact_id) ?? []
    const [reason] = did.flatMap(happening => exitBy(definition, happening) ?? [])
    if (reason !== undefined) endings.push({ enrollment: one, state: 'exited', reason })
    else if (wakes(definition, one.step, did))
      wakings.push({ id: one.id, dueAt: world.clock.now() })
  }
  await endMany(tx, world, tenant, endings)
  await rewakeEnrollments(tx, world, projectId, wakings)
}

function wakes(
  { steps, exits }: SequenceDefinition,
  key: string | null,
  did: readonly Happening[],
): boolean {
  const step = steps.find(one => one.key === key)
  const isAwaited = step?.type === 'wait_for_event' && did.some(({ name }) => name === step.event)
  // A filter that ends the way may hold by what has happened; the turn looks at it.
  return isAwaited || exits.some(rule => rule.on === 'filter')
}

/** Why a fact ends a way; null: it does not. */
function exitBy(definition: SequenceDefinition, { name, data }: Happening): string | null {
  if (name === 'contact.deleted' || name === 'contact.erased') return 'contact_deleted'
  const left = name === 'contact.unsubscribed' ? (data?.topic_id ?? null) : undefined
  if (left === null) return 'suppressed'
  if (left !== undefined && left === definition.topic_id) return 'topic_left'
  const rule = exitsOf(definition, name)
  return rule === undefined ? null : (rule.reason ?? 'exit')
}

async function begin(
  tx: Tx,
  world: World,
  tenant: Tenant,
  about: { readonly sequence: Sequence; readonly happenings: readonly Happening[] },
): Promise<void> {
  const { sequence, happenings } = about
  const { definition, id } = sequence
  const now = world.clock.now()
  const mayHaveDate = happenings.some(one => kindsOf[one.name] === 'date')
  if (mayHaveDate && definition.triggers.some(one => one.on === 'date')) {
    await lookAt(tx, world, { projectId: tenant.projectId, id }, now)
  }
  const begun = happenings.filter(
    one =>
      one.at >= now - maxAgeMs && definition.triggers.some(trigger => isTriggered(trigger, one)),
  )
  const contactIds = [...new Set(begun.map(one => one.contactId))]
  const may = await whoMayEnter(tx, tenant, definition, { contactIds, now })
  const entering = begun
    .filter(one => may.has(one.contactId))
    .map(({ contactId, data }) => ({ contactId, event: data }))
  await enrolMany(tx, { world, tenant }, sequence, entering)
}

function isTriggered(trigger: Trigger, { name, data }: Happening): boolean {
  switch (trigger.on) {
    case 'event':
      return trigger.name === name && wheresHold(trigger.where ?? [], data)
    case 'topic_joined':
      return name === 'contact.subscribed' && data?.topic_id === trigger.topic_id
    case 'segment_entered':
      return name === 'segment.entered' && data?.segment_id === trigger.segment_id
    default:
      return false
  }
}
