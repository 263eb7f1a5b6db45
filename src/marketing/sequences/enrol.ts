/** Letting people in, and what ends their way. */

import { durationMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { takeBackWork } from '#platform/queue/hold.ts'
import { type ClockedKind, testKind } from '#tenants/test-clock/kinds.ts'
import { noteFacts } from '../activity/note.ts'
import type { Sequence, SequenceDefinition } from './definition.ts'
import {
  type Enrollment,
  enter,
  findEnrollment,
  findEntry,
  insertEnrollment,
  insideOfMode,
  leaveEntry,
  updateEnrollment,
} from './enrollment-store.ts'
import { takeBackLetters } from './letter-step.ts'
import { factOf } from './shown-enrollment.ts'
import { findSequenceVersion } from './store.ts'

export const sequenceKind: ClockedKind = 'sequence'

type Outside = World

export const wakeEnrollment = (
  tx: Tx,
  world: Outside,
  projectId: Uuid,
  { id, dueAt }: { readonly id: Uuid; readonly dueAt: number },
): Promise<void> => enqueue(tx, world, [{ kind: sequenceKind, projectId, subject: id, dueAt }])

/** Instead of whatever it would be woken by. */
export async function rewakeEnrollment(
  tx: Tx,
  world: Outside,
  projectId: Uuid,
  { id, dueAt }: { readonly id: Uuid; readonly dueAt: number },
): Promise<void> {
  await takeBackWork(tx, [sequenceKind, testKind], [id])
  await wakeEnrollment(tx, world, projectId, { id, dueAt })
}

interface Entering {
  readonly contactId: Uuid
  readonly event: Readonly<Record<string, unknown>> | null
}

interface Enrolled {
  readonly enrollment: Enrollment
  readonly isCreated: boolean
}

/** The sequence is published. Who may not come in again is given back as they are inside. */
export async function enrol(
  tx: Tx,
  world: Outside,
  tenant: Tenant,
  sequence: Sequence,
  { contactId, event }: Entering,
): Promise<Enrolled | null> {
  const { projectId, mode } = tenant
  const version = sequence.published_version!
  const definition = (await findSequenceVersion(tx, { projectId, id: sequence.id }, version))!
  const { reentry } = definition
  const key = keyOf(reentry.key, event)
  const at = new Date(world.clock.now())
  const id = world.ids.next()
  const isAlways = reentry.mode === 'always' && reentry.key === undefined
  const isIn = await enter(tx, tenant, {
    sequenceId: sequence.id,
    contactId,
    // Each visit has a place of its own where many are allowed beside each other.
    key: isAlways && reentry.min_gap === undefined ? id : key,
    enrollmentId: id,
    at,
    mode: reentry.mode,
    minGapMs: reentry.min_gap === undefined ? 0 : durationMs(reentry.min_gap)!,
    isKeyed: reentry.key !== undefined,
  })
  if (!isIn) {
    const known = await findEntry(tx, projectId, sequence.id, { contactId, key })
    const enrollment = known === null ? null : await findEnrollment(tx, projectId, known)
    return enrollment === null ? null : { enrollment, isCreated: false }
  }
  const enrollment: Enrollment = {
    id,
    sequence_id: sequence.id,
    version,
    mode,
    contact_id: contactId,
    key,
    state: 'inside',
    reason: null,
    event,
    step: definition.steps[0]!.key,
    visit: 0,
    due_at: null,
    waiting: null,
    entered_at: at,
    ended_at: null,
  }
  await insertEnrollment(tx, projectId, enrollment)
  await wakeEnrollment(tx, world, projectId, { id, dueAt: at.getTime() })
  await noteFacts(tx, world, tenant, ...factOf('sequence.entered', enrollment, { definition }))
  return { enrollment, isCreated: true }
}

/** "event.cart_id": the value of the activity that let them in. */
function keyOf(key: string | undefined, event: Entering['event']): string {
  if (key === undefined) return ''
  const value = event?.[key.replace(/^event\./, '')]
  return value === undefined || value === null ? '' : String(value)
}

/** The enrollment is locked. */
export async function end(
  tx: Tx,
  world: Outside,
  tenant: Tenant,
  enrollment: Enrollment,
  as: { readonly state: Enrollment['state']; readonly reason: string | null },
): Promise<Enrollment> {
  const after: Enrollment = {
    ...enrollment,
    ...as,
    step: as.state === 'finished' ? null : enrollment.step,
    due_at: null,
    waiting: null,
    ended_at: new Date(world.clock.now()),
  }
  await updateEnrollment(tx, tenant.projectId, after)
  await leaveEntry(tx, tenant.projectId, enrollment.id)
  if (as.state !== 'finished') await takeBackLetters(tx, world, tenant, enrollment.id)
  await noteFacts(tx, world, tenant, ...factOf('sequence.exited', after))
  return after
}

export const exitsOf = (definition: SequenceDefinition, name: string) =>
  definition.exits.find(one => one.on === 'event' && one.name === name)

/** Everybody who is inside anything, when the clock of test mode is set back. */
export async function cancelEnrollments(tx: Tx, world: Outside, tenant: Tenant): Promise<void> {
  for (const one of await insideOfMode(tx, tenant)) {
    await end(tx, world, tenant, one, { state: 'cancelled', reason: 'clock_reset' })
  }
}
