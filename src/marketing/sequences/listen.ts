/** What people do begins sequences, ends them, and ends waits, in the transaction of the fact. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { ActivityListener, Happening, ListeningWorld } from '../activity/listeners.ts'
import { readContact } from '../contacts/reading.ts'
import type { Sequence, SequenceDefinition, Trigger } from './definition.ts'
import { end, enrol, exitsOf, wakeEnrollment } from './enrol.ts'
import { surroundingsOf } from './person.ts'
import { activeSequences, enrollmentsOfContacts, findSequenceVersion } from './store.ts'

/** A back-fill is no flood: what is older begins nothing. */
const maxAgeMs = 3_600_000

export const sequenceListener: ActivityListener = async (tx, world, tenant, happenings) => {
  const ours = happenings.filter(one => !one.name.startsWith('sequence.'))
  if (ours.length === 0) return
  const sequences = await activeSequences(tx, tenant.projectId)
  if (sequences.length === 0) return
  await endOrWake(tx, world, tenant, ours)
  for (const sequence of sequences) await begin(tx, world, tenant, { sequence, happenings: ours })
}

/** Exits first: whoever has done what ends a way does not begin it by the same. */
async function endOrWake(
  tx: Tx,
  world: ListeningWorld,
  tenant: Tenant,
  happenings: readonly Happening[],
): Promise<void> {
  const { projectId, mode } = tenant
  const contactIds = [...new Set(happenings.map(one => one.contactId))]
  const definitions = new Map<string, SequenceDefinition | null>()
  for (const one of await enrollmentsOfContacts(tx, { projectId, mode }, contactIds)) {
    const key = `${one.sequence_id} ${one.version}`
    if (!definitions.has(key)) {
      const of = { projectId, id: one.sequence_id }
      definitions.set(key, await findSequenceVersion(tx, of, one.version))
    }
    const definition = definitions.get(key)
    if (definition == null) continue
    const did = happenings.filter(happening => happening.contactId === one.contact_id)
    const exit = did.map(({ name }) => exitsOf(definition, name)).find(rule => rule !== undefined)
    if (exit !== undefined) {
      const reason = exit.reason ?? 'exit'
      await end(tx, world, tenant, one, { state: 'exited', reason })
      continue
    }
    const step = definition.steps.find(candidate => candidate.key === one.step)
    const isAwaited = step?.type === 'wait_for_event' && did.some(({ name }) => name === step.event)
    if (isAwaited) {
      await wakeEnrollment(tx, world, projectId, { id: one.id, dueAt: world.clock.now() })
    }
  }
}

async function begin(
  tx: Tx,
  world: ListeningWorld,
  tenant: Tenant,
  about: { readonly sequence: Sequence; readonly happenings: readonly Happening[] },
): Promise<void> {
  const { sequence, happenings } = about
  const { status, while_paused: whilePaused, published_version: version } = sequence
  if (version === null || (status === 'paused' && whilePaused === 'ignore')) return
  const key = { projectId: tenant.projectId, id: sequence.id }
  const definition = await findSequenceVersion(tx, key, version)
  if (definition === null || definition.triggers.length === 0) return
  const now = world.clock.now()
  for (const happening of happenings) {
    if (happening.at < now - maxAgeMs) continue
    if (!definition.triggers.some(trigger => isTriggered(trigger, happening))) continue
    if (!(await mayEnter(tx, tenant, definition, { contactId: happening.contactId, now }))) continue
    await enrol(tx, world, tenant, sequence, {
      contactId: happening.contactId,
      event: happening.data,
    })
  }
}

function isTriggered(trigger: Trigger, { name, data }: Happening): boolean {
  switch (trigger.on) {
    case 'event':
      return trigger.name === name
    case 'topic_joined':
      return name === 'contact.subscribed' && data?.topic_id === trigger.topic_id
    case 'segment_entered':
      return name === 'segment.entered' && data?.segment_id === trigger.segment_id
    default:
      return false
  }
}

async function mayEnter(
  tx: Tx,
  tenant: Tenant,
  { entry_filter: filter }: SequenceDefinition,
  { contactId, now }: { readonly contactId: Uuid; readonly now: number },
): Promise<boolean> {
  if (filter === null) return true
  const contact = await readContact(tx, tenant, contactId)
  if (contact === null) return false
  const around = surroundingsOf(tx, tenant, { contact, now, zone: 'UTC', seed: contactId })
  return around.holds(filter)
}
