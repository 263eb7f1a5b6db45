/**
 * Tracked segments: who is in them is kept, so that coming in and going out are facts. What changes
 * about a person has them judged again, in memory; what time alone changes is found by a sweep, every
 * hour. A segment that begins to be tracked, or gets another filter, is filled without a word.
 */
import { hourMs } from '#kernel/base/durations.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Mode, Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import type { Task } from '#platform/queue/tasks.ts'
import type { LetterListener } from '#sending/timeline/listeners.ts'
import type { ClockedKind } from '#tenants/test-clock/kinds.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import type { ActivityListener, Happening } from '../activity/listeners.ts'
import { noteFacts } from '../activity/note.ts'
import { noteReactions } from '../contacts/letters/letters.ts'
import { readContact } from '../contacts/people/store.ts'
import { showContacts } from '../contacts/tell.ts'
import { compile } from './compile-store.ts'
import { momentOf } from './count.ts'
import { evaluate } from './evaluate.ts'
import { readFacts } from './facts.ts'
import { readFilter } from './filter.ts'
import type { FilterTree } from './filter-tree.ts'
import { readVocabulary, showSegment } from './segment.ts'
import { findSegment, type Segment } from './store.ts'
import {
  allTracked,
  forgetTracked,
  lockTracked,
  putIn,
  takeOut,
  trackedMembershipsOf,
  trackedOf,
  whoEntered,
  whoLeft,
} from './tracked-store.ts'

/** Of a project. */
export const maxTracked = 50

const membershipKind: ClockedKind = 'membership'
/** What the entry's subject is. */
const ofContact = 0
const ofSegment = 1

const sweepEveryMs = hourMs
const pageSize = 1_000

type Outside = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>

const judge = (tx: Tx, world: Outside, projectId: Uuid, contactIds: readonly Uuid[]) =>
  enqueue(
    tx,
    world,
    contactIds.map(subject => ({
      kind: membershipKind,
      projectId,
      subject,
      n: ofContact,
      dueAt: world.clock.now(),
    })),
  )

/** Who did something, or changed, is judged again. */
export const trackingListener: ActivityListener = async (tx, world, tenant, happenings) => {
  const some = happenings.filter(
    one => one.isJudged !== true && !/^(segment|contact\.deleted)/.test(one.name),
  )
  if (some.length === 0) return null
  const tracked = await trackedOf(tx, tenant)
  if (tracked.length === 0) return null
  const filters = tracked.map(one => JSON.stringify(one.filter))
  const concerned = some.filter(one => filters.some(filter => mayConcern(filter, one)))
  const contactIds = [...new Set(concerned.map(one => one.contactId))]
  return () => judge(tx, world, tenant.projectId, contactIds)
}

/** What happens to letters is kept with them, and whoever it concerns is judged again. */
export const letterListener: LetterListener = async (tx, world, facts) => {
  const modes = new Map(facts.map(one => [one.emailId, one.mode]))
  const letters = await noteReactions(tx, facts)
  for (const projectId of new Set(letters.map(one => one.projectId))) {
    const tracked = await trackedOf(tx, { projectId, mode: 'test' })
    if (!tracked.some(one => JSON.stringify(one.filter).includes('"letters"'))) continue
    for (const mode of ['live', 'test'] as const) {
      const ids = letters
        .filter(one => one.projectId === projectId && modes.get(one.emailId) === mode)
        .map(one => one.contactId)
      if (ids.length === 0) continue
      await judge(tx, await worldOfMode(tx, world, projectId, mode), projectId, [...new Set(ids)])
    }
  }
}

/** What callers report is looked for by its name; what we note may be about anything. */
const mayConcern = (filter: string, { name }: Happening): boolean =>
  name.startsWith('contact.') ||
  filter.includes(name.startsWith('sequence.') ? '"sequence"' : `"${name}"`) ||
  filter.includes('"segment"')

interface TrackingParts {
  readonly tenantOf: (world: World, projectId: Uuid, mode: Mode) => Promise<Tenant | null>
}

export const membershipTask = ({ tenantOf }: TrackingParts): Task => ({
  kind: membershipKind,
  capacity: 8,
  async runSlice(world, { projectId, subject, n }) {
    const mode = world.clock.own === undefined ? 'live' : 'test'
    const tenant = await tenantOf(world, projectId, mode)
    if (tenant === null) return false
    if (n === ofSegment) return sweep(world, tenant, subject)
    await judgeOne(world, tenant, subject)
    return false
  },
})

async function judgeOne(world: World, tenant: Tenant, contactId: Uuid): Promise<void> {
  const moment = await momentOf(world, tenant)
  await world.db.transaction(async tx => {
    await lockTracked(tx, tenant.projectId, contactId)
    const contact = await readContact(tx, tenant, contactId)
    if (contact === null) return
    const vocabulary = await readVocabulary(tx, tenant.projectId)
    const trees = (await trackedOf(tx, tenant)).map(
      one => [one.id, readFilter(one.filter, vocabulary, one.id)] as const,
    )
    const whole: FilterTree = { kind: 'all', nodes: trees.map(([, tree]) => tree) }
    const facts = await readFacts(tx, tenant, contact, whole)
    const before = await trackedMembershipsOf(tx, tenant.projectId, contactId)
    for (const [segmentId, tree] of trees) {
      const isIn = evaluate(tree, facts, moment).result
      if (isIn === before.has(segmentId)) continue
      await move(tx, world, tenant, { segmentId, contactIds: [contactId], isIn })
    }
  })
}

interface Move {
  readonly segmentId: Uuid
  readonly contactIds: readonly Uuid[]
  readonly isIn: boolean
  readonly isSilent?: boolean
}

async function move(
  tx: Tx,
  world: World,
  owner: Tenant,
  { segmentId, contactIds, isIn, isSilent = false }: Move,
): Promise<void> {
  const moving = { owner, segmentId, contactIds }
  const moved = isIn
    ? await putIn(tx, moving, new Date(world.clock.now()))
    : await takeOut(tx, moving)
  if (!isSilent) await tellMoves(tx, world, owner, { segmentId, contactIds: moved, isIn })
}

/** Coming into a segment and going out, as facts; posts show the contact and the segment. */
export const tellMoves = (
  tx: Tx,
  world: World,
  tenant: Tenant,
  { segmentId, contactIds, isIn }: Omit<Move, 'isSilent'>,
): Promise<void> =>
  noteFacts(
    tx,
    { world, tenant },
    contactIds.map(contactId => ({
      type: isIn ? ('segment.entered' as const) : ('segment.left' as const),
      contactId,
      data: { segment_id: show('seg', segmentId) },
    })),
    async heard => {
      const row = await findSegment(tx, tenant, segmentId)
      const segment = row === null ? {} : { segment: showSegment(row) }
      return (await showContacts(tx, tenant, heard)).map(one => ({ ...one, ...segment }))
    },
  )

/** A page at a time; the last of test mode has the next sweep follow. */
async function sweep(world: World, tenant: Tenant, segmentId: Uuid): Promise<boolean> {
  const moment = await momentOf(world, tenant)
  return world.db.transaction(async tx => {
    const segment = (await trackedOf(tx, tenant)).find(one => one.id === segmentId)
    if (segment === undefined) return false
    const asked = await askOf(tx, tenant, segment, moment)
    const entered = await whoEntered(tx, tenant, asked)
    const left = await whoLeft(tx, tenant, asked)
    await move(tx, world, tenant, { segmentId, contactIds: entered, isIn: true })
    await move(tx, world, tenant, { segmentId, contactIds: left, isIn: false })
    if (entered.length === pageSize || left.length === pageSize) return true
    if (tenant.mode === 'test') await sweepLater(tx, world, tenant.projectId, segment)
    return false
  })
}

/** People of an import are in what they are in; `isSilent`: as if they had always been. */
export async function trackImported(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { contactIds, isSilent }: Pick<Move, 'contactIds' | 'isSilent'>,
): Promise<void> {
  const tracked = contactIds.length === 0 ? [] : await trackedOf(tx, tenant)
  if (tracked.length === 0) return
  const moment = await momentOf({ db: tx, clock: world.clock }, tenant)
  for (const segment of tracked) {
    const asked = { ...(await askOf(tx, tenant, segment, moment)), max: contactIds.length }
    const entered = await whoEntered(tx, tenant, asked, contactIds)
    const moving = { segmentId: segment.id, contactIds: entered, isIn: true }
    await move(tx, world, tenant, { ...moving, ...(isSilent === true ? { isSilent } : {}) })
  }
}

async function askOf(
  tx: Tx,
  tenant: Tenant,
  { id, filter }: { readonly id: Uuid; readonly filter: unknown },
  moment: Awaited<ReturnType<typeof momentOf>>,
) {
  // $1 to $5 are the statement's own.
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 5}`
  const tree = readFilter(filter, await readVocabulary(tx, tenant.projectId), id)
  const condition = compile(tree, { ...moment, add })
  return { segmentId: id, condition, values, max: pageSize }
}

const isOfTime = (filter: unknown): boolean =>
  /"(within|not_within|ahead|anniversary_within|since_within|letters|segment)"/.test(
    JSON.stringify(filter),
  )

/** Of test mode, whose hours come by its own clock: only where time changes something. */
async function sweepLater(
  tx: Tx,
  world: World,
  projectId: Uuid,
  { id, filter }: { readonly id: Uuid; readonly filter: unknown },
): Promise<void> {
  if (!isOfTime(filter)) return
  const dueAt = world.clock.now() + sweepEveryMs
  await enqueue(tx, world, [{ kind: membershipKind, projectId, subject: id, n: ofSegment, dueAt }])
}

/** In the transaction that changes the segment: who is in it now has not come in. */
export async function trackAnew(
  tx: Tx,
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  before: Segment | null,
  after: Segment,
): Promise<void> {
  if (after.kind === 'static') return
  const isSame = JSON.stringify(before?.filter) === JSON.stringify(after.filter)
  if ((before?.tracked ?? false) === after.tracked && (isSame || !after.tracked)) return
  await forgetTracked(tx, tenant.projectId, after.id)
  if (!after.tracked) return
  for (const mode of ['live', 'test'] as const) {
    const own = await worldOfMode(tx, world, tenant.projectId, mode)
    const owner = { ...tenant, mode }
    const moment = await momentOf({ db: tx, clock: own.clock }, owner)
    const asked = await askOf(tx, owner, after, moment)
    for (;;) {
      const contactIds = await whoEntered(tx, owner, asked)
      await move(tx, own, owner, { segmentId: after.id, contactIds, isIn: true, isSilent: true })
      if (contactIds.length < pageSize) break
    }
    if (mode === 'test') await sweepLater(tx, own, tenant.projectId, after)
  }
}

/** Of live mode. */
export const trackedSweep: PeriodicJob = {
  name: 'tracked segments',
  everyMs: sweepEveryMs,
  async run(world) {
    const dueAt = world.clock.now()
    const sweeping = { kind: membershipKind, n: ofSegment }
    const work = (await allTracked(world.db, sweeping)).map(({ project_id: projectId, id }) => ({
      ...sweeping,
      projectId,
      subject: id,
      dueAt,
    }))
    await world.db.transaction(tx => enqueue(tx, world, work))
  },
}
