/** What a step does that is no letter: to the person, to segments, to whoever listens. */
import { dayMs } from '#kernel/base/durations.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import type { World } from '#kernel/world/world.ts'
import { noteFacts } from '../../activity/note.ts'
import { changeTopicByStep, setFields } from '../../contacts/people/by-step.ts'
import type { ContactRow, PreferencesUrl } from '../../contacts/people/contact.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import { stateOf } from '../definition/state-table.ts'
import type { Step } from '../definition/step.ts'
import { enrol } from '../people/enrol.ts'
import { countEntriesBySteps, type Enrollment } from '../people/enrollment-store.ts'
import { factsOf } from '../people/shown-enrollment.ts'
import { findSequence } from '../store.ts'
import type { Act } from './letter-step.ts'

/** What stands beside sequences and is handed in by the wiring. */
export interface SequenceParts {
  readonly tenantOf: (world: World, projectId: Uuid, mode: Tenant['mode']) => Promise<Tenant | null>
  readonly preferencesLink: (world: World, tenant: Tenant) => Promise<PreferencesUrl>
  readonly webViewLink: (world: World, projectId: Uuid) => Promise<(emailId: Uuid) => string>
  /** Into or out of a static segment. */
  readonly moveMember: (
    tx: Tx,
    world: World,
    tenant: Tenant,
    about: {
      readonly segmentId: Uuid
      readonly contactId: Uuid
      readonly action: 'add' | 'remove'
    },
  ) => Promise<void>
}

interface Doing {
  readonly world: World
  readonly tenant: Tenant
  readonly parts: SequenceParts
}

interface About {
  readonly step: Step
  readonly contact: ContactRow
  readonly enrollment: Enrollment
  readonly definition: SequenceDefinition
}

const done: Act = { outcome: 'done', emailId: null }
const skipped = (reason: string): Act => ({ outcome: `skipped:${reason}`, emailId: null })

export async function doStep(
  tx: Tx,
  { world, tenant, parts }: Doing,
  { step, contact, enrollment, definition }: About,
): Promise<Act> {
  switch (step.type) {
    case 'topic': {
      const topicId = read('top', step.topic_id)
      if (topicId === null) return skipped('topic')
      const { id: contactId, email } = contact
      const actor = show('seq', enrollment.sequence_id)
      const change = { contactId, email, topicId, action: step.action, actor }
      const isDone = await changeTopicByStep(tx, { world, tenant }, change)
      return isDone ? done : skipped('consent')
    }
    case 'segment': {
      const segmentId = read('seg', step.segment_id)
      if (segmentId === null) return skipped('segment')
      const about = { segmentId, contactId: contact.id, action: step.action }
      await parts.moveMember(tx, world, tenant, about)
      return done
    }
    case 'update_contact': {
      const isSet = await setFields(tx, { world, tenant }, contact.id, step.set)
      return isSet ? done : skipped('fields')
    }
    case 'webhook': {
      const { key, name, data } = step
      const said = { step: key, name, ...(data === undefined ? {} : { data }) }
      const fact = factsOf('sequence.webhook', [enrollment], { definition, data: said })
      await noteFacts(tx, { world, tenant }, ...fact)
      return done
    }
    case 'sequence':
      return enterAnother(tx, { world, tenant }, read('seq', step.sequence_id), contact.id)
    default:
      return done
  }
}

/** Ways into one sequence by steps, in a day: two may lead to each other. */
const maxByStepsADay = 10

/** By its own rules of coming in again. */
async function enterAnother(
  tx: Tx,
  { world, tenant }: Pick<Doing, 'world' | 'tenant'>,
  id: Uuid | null,
  contactId: Uuid,
): Promise<Act> {
  const sequence = id === null ? null : await findSequence(tx, tenant.projectId, id)
  const isOpen = sequence !== null && stateOf(sequence.status).may.includes('enroll')
  const mayEnter = sequence !== null && isOpen && (await mayUse(tx, tenant, sequence.id))
  if (!mayEnter) return skipped('sequence')
  const since = new Date(world.clock.now() - dayMs)
  const count = await countEntriesBySteps(tx, tenant, { sequenceId: sequence.id, contactId, since })
  if (count >= maxByStepsADay) return skipped('reentry')
  const entering = { contactId, event: null, isByStep: true }
  const enrolled = await enrol(tx, { world, tenant }, sequence, entering)
  return enrolled?.isCreated === true ? done : skipped('reentry')
}
