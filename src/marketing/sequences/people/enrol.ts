/** Letting people in, and what ends their way. */

import { durationMs } from '#kernel/base/durations.ts'
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { takeBackWork } from '#platform/queue/hold.ts'
import { type ClockedKind, testKind } from '#tenants/test-clock/kinds.ts'
import { noteFacts } from '../../activity/note.ts'
import { countMoves } from '../../contacts/letters/letter-counts.ts'
import type { Sequence, SequenceDefinition } from '../definition/definition.ts'
import { takeBackLetters } from '../engine/letter-step.ts'
import { enter, insertEnrollments, leaveEntries, updateEnrollments } from '../engine/moves-store.ts'
import { findSequenceVersion } from '../store.ts'
import {
  countWays,
  type Enrollment,
  findEnrollment,
  findEntry,
  insideOfMode,
} from './enrollment-store.ts'
import { factsOf } from './shown-enrollment.ts'

export const sequenceKind: ClockedKind = 'sequence'

/** Ways that a person is on at a time: each writes to them, whatever cap there is. */
export const maxWays = 50

interface Waking {
  readonly id: Uuid
  readonly dueAt: number
}

const wakeEnrollments = (
  tx: Tx,
  world: World,
  projectId: Uuid,
  wakings: readonly Waking[],
): Promise<void> =>
  wakings.length === 0
    ? Promise.resolve()
    : enqueue(
        tx,
        world,
        wakings.map(({ id, dueAt }) => ({ kind: sequenceKind, projectId, subject: id, dueAt })),
      )

/** Instead of whatever they would be woken by. */
export async function rewakeEnrollments(
  tx: Tx,
  world: World,
  projectId: Uuid,
  wakings: readonly Waking[],
): Promise<void> {
  if (wakings.length === 0) return
  const ids = wakings.map(one => one.id)
  await takeBackWork(tx, [sequenceKind, testKind], ids)
  await wakeEnrollments(tx, world, projectId, wakings)
}

interface Entering {
  readonly contactId: Uuid
  readonly event: Readonly<Record<string, unknown>> | null
  /** When they should have come in, where that was before. */
  readonly plannedAt?: number
  /** A step of another sequence, or of this one, lets them in. */
  readonly isByStep?: boolean
}

interface EnrolResult {
  readonly enrollment: Enrollment
  readonly isCreated: boolean
}

/**
 * The sequence is published. Who may not come in again is given back as they are inside; null: who is
 * inside as much as anybody may be.
 */
export async function enrol(
  tx: Tx,
  { world, tenant }: TenantWorld,
  sequence: Sequence,
  entering: Entering,
): Promise<EnrolResult | null> {
  const { projectId } = tenant
  const version = sequence.published_version!
  const definition = (await findSequenceVersion(tx, { projectId, id: sequence.id }, version))!
  const [made] = await enrolMany(tx, { world, tenant }, { ...sequence, definition }, [entering])
  if (made !== undefined) return { enrollment: made, isCreated: true }
  const { contactId, event } = entering
  if (((await countWays(tx, tenant, [contactId])).get(contactId) ?? 0) >= maxWays) return null
  const key = keyOf(definition.reentry.key, event)
  const known = await findEntry(tx, projectId, sequence.id, { contactId, key })
  const enrollment = known === null ? null : await findEnrollment(tx, projectId, known)
  return enrollment === null ? null : { enrollment, isCreated: false }
}

/**
 * Lets in whom the rules of coming in again allow; returns those. The definition of the sequence is
 * that of its published version.
 */
export async function enrolMany(
  tx: Tx,
  { world, tenant }: TenantWorld,
  sequence: Sequence,
  entering: readonly Entering[],
): Promise<Enrollment[]> {
  const { projectId } = tenant
  const { definition } = sequence
  const entered: Enrollment[] = []
  const contactIds = [...new Set(entering.map(one => one.contactId))]
  const ways = await countWays(tx, tenant, contactIds)
  for (const some of onceEach(asked(world, tenant, sequence, entering))) {
    const mayCome = withRoom(some, ways)
    if (mayCome.length > 0) entered.push(...(await letIn(tx, tenant, sequence, mayCome)))
  }
  if (entered.length === 0) return []
  await insertEnrollments(tx, projectId, entered)
  const dueAt = world.clock.now()
  await wakeEnrollments(
    tx,
    world,
    projectId,
    entered.map(({ id }) => ({ id, dueAt })),
  )
  const move = 'entered'
  const moves = entered.map(one => ({ sequenceId: sequence.id, move, at: one.entered_at }) as const)
  // They travel together.
  await Promise.all([
    noteFacts(tx, { world, tenant }, ...factsOf('sequence.entered', entered, { definition })),
    countMoves(tx, tenant, moves),
  ])
  return entered
}

interface Candidate {
  readonly enrollment: Enrollment
  /** Of the place that they would have. */
  readonly entryKey: string
}

function asked(
  world: World,
  { mode }: Tenant,
  { id: sequenceId, published_version: version, definition }: Sequence,
  entering: readonly Entering[],
): Candidate[] {
  const { reentry, steps } = definition
  const isAlways = reentry.mode === 'always' && reentry.key === undefined
  const at = new Date(world.clock.now())
  return entering.map(({ contactId, event, plannedAt, isByStep = false }) => {
    const id = world.ids.next()
    const key = keyOf(reentry.key, event)
    const enrollment: Enrollment = {
      id,
      sequence_id: sequenceId,
      version: version!,
      mode,
      contact_id: contactId,
      key,
      state: 'inside',
      reason: null,
      event,
      step: steps[0]!.key,
      visit: 0,
      due_at: null,
      waiting: plannedAt === undefined ? null : { planned: new Date(plannedAt).toISOString() },
      entered_at: at,
      ended_at: null,
      by_step: isByStep,
    }
    // Each visit has a place of its own where many are allowed beside each other.
    return { enrollment, entryKey: isAlways && reentry.min_gap === undefined ? id : key }
  })
}

/** Rounds in which nobody asks twice for the same place: each is decided after the one before. */
function onceEach(all: readonly Candidate[]): Candidate[][] {
  const rounds: Candidate[][] = []
  const times = new Map<string, number>()
  for (const one of all) {
    const place = `${one.enrollment.contact_id} ${one.entryKey}`
    const round = times.get(place) ?? 0
    times.set(place, round + 1)
    rounds[round] ??= []
    rounds[round].push(one)
  }
  return rounds
}

/** Who is on fewer ways than anybody may be; `ways` counts them as if all came in. */
function withRoom(some: readonly Candidate[], ways: Map<Uuid, number>): Candidate[] {
  return some.filter(({ enrollment: { contact_id: who } }) => {
    const inside = ways.get(who) ?? 0
    if (inside >= maxWays) return false
    ways.set(who, inside + 1)
    return true
  })
}

async function letIn(
  tx: Tx,
  tenant: Tenant,
  { id: sequenceId, definition: { reentry } }: Sequence,
  some: readonly Candidate[],
): Promise<Enrollment[]> {
  const entered = await enter(tx, tenant, {
    sequenceId,
    at: some[0]!.enrollment.entered_at,
    mode: reentry.mode,
    minGapMs: reentry.min_gap === undefined ? 0 : durationMs(reentry.min_gap)!,
    isKeyed: reentry.key !== undefined,
    people: some.map(({ enrollment, entryKey }) => ({
      contactId: enrollment.contact_id,
      key: entryKey,
      enrollmentId: enrollment.id,
    })),
  })
  return some.flatMap(({ enrollment }) => (entered.has(enrollment.id) ? [enrollment] : []))
}

/** "event.cart_id": the value of the activity that let them in. */
function keyOf(key: string | undefined, event: Entering['event']): string {
  if (key === undefined) return ''
  const value = event?.[key.replace(/^event\./, '')]
  return value === undefined || value === null ? '' : String(value)
}

interface Ending {
  readonly state: Enrollment['state']
  readonly reason: string | null
  /** By a step of the way: what was sent before it stays sent. */
  readonly isStep?: boolean
}

/** The enrollment is locked. */
export async function end(
  tx: Tx,
  { world, tenant }: TenantWorld,
  enrollment: Enrollment,
  as: Ending,
): Promise<Enrollment> {
  const [after] = await endMany(tx, world, tenant, [{ enrollment, ...as }])
  return after!
}

/** The enrollments are locked. */
export async function endMany(
  tx: Tx,
  world: World,
  tenant: Tenant,
  endings: readonly (Ending & { readonly enrollment: Enrollment })[],
): Promise<Enrollment[]> {
  if (endings.length === 0) return []
  const at = new Date(world.clock.now())
  const ended = endings.map(
    ({ enrollment, state, reason }): Enrollment => ({
      ...enrollment,
      state,
      reason,
      step: state === 'finished' ? null : enrollment.step,
      due_at: null,
      waiting: null,
      ended_at: at,
    }),
  )
  await updateEnrollments(tx, tenant.projectId, ended)
  await leaveEntries(tx, tenant.projectId, ended)
  const out = endings.filter(one => one.state !== 'finished' && one.isStep !== true)
  await takeBackLetters(
    tx,
    world,
    tenant,
    out.map(one => one.enrollment.id),
  )
  const moves = ended.flatMap(({ sequence_id: sequenceId, state, reason }) => {
    // Who went the whole way has not left it.
    if (state === 'finished') return []
    return [{ sequenceId, at, move: reason === 'goal' ? ('goal' as const) : ('left' as const) }]
  })
  await Promise.all([
    noteFacts(tx, { world, tenant }, ...factsOf('sequence.exited', ended)),
    countMoves(tx, tenant, moves),
  ])
  return ended
}

export const exitsOf = (definition: SequenceDefinition, name: string) =>
  definition.exits.find(one => one.on === 'event' && one.name === name)

/** Everybody who is inside anything, when the clock of test mode is set back. */
export async function cancelEnrollments(tx: Tx, world: World, tenant: Tenant): Promise<void> {
  const as = { state: 'cancelled', reason: 'clock_reset' } as const
  for await (const some of pagesOf(page => insideOfMode(tx, tenant, page))) {
    await endMany(
      tx,
      world,
      tenant,
      some.map(enrollment => ({ enrollment, ...as })),
    )
  }
}

/** So many of those inside are in memory at a time. */
const perPage = 1_000

/** All of them, by pages in the order of their ids. */
export async function* pagesOf(
  read: (page: { readonly after: Uuid; readonly count: number }) => Promise<Enrollment[]>,
): AsyncGenerator<Enrollment[]> {
  for (let after: Uuid = nilId; ; ) {
    const some = await read({ after, count: perPage })
    if (some.length > 0) yield some
    if (some.length < perPage) return
    after = some.at(-1)!.id
  }
}
