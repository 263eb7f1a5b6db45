/**
 * Moving people on: an entry of the queue for each, claimed by one node. Those of one project whose
 * entries are in hand together have their turns in one transaction, and their entries go with it: a
 * visit of a step, its letter and the next moment are one commit.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { SettleTogether, Task, TaskSubject } from '#platform/queue/tasks.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { type LetterPlaces, lockLetterPlaces } from '#tenants/limits/letter-places.ts'
import { exactIfCrossed } from '#tenants/limits/reserve.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { lockStandstill } from '#tenants/trust/standstill.ts'
import { lockContacts, readContacts } from '../../contacts/people/store.ts'
import { settingsOf } from '../../forms/settings.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import { stepsAhead } from '../definition/graph.ts'
import { stateOf } from '../definition/state-table.ts'
import type { Step } from '../definition/step.ts'
import { versionOf } from '../definition/versions.ts'
import { sequenceKind } from '../people/enrol.ts'
import { lockInside, type Way, whoseWays } from '../people/enrollment-store.ts'
import { lockForTurns } from '../store.ts'
import type { SequenceParts } from './acts.ts'
import { type CrowdCommon, moveOn } from './crowd.ts'
import { domainOf } from './letter.ts'
import { PersonTurn } from './turn.ts'

/**
 * Two transactions full of people, and as many who wait for the next: a project alone has three
 * quarters of it.
 */
const capacity = 800

export const sequenceTask = (parts: SequenceParts): Task => ({
  kind: sequenceKind,
  capacity,
  async runSlice(world, about) {
    const [isMore] = await moveTogether(world, parts, [about], async () => [])
    return isMore!
  },
  runTogether: (world, some, settle) => moveTogether(world, parts, some, settle),
})

async function moveTogether(
  world: World,
  parts: SequenceParts,
  some: readonly TaskSubject[],
  settle: SettleTogether,
): Promise<boolean[]> {
  const ways = new Map((await whoseWays(world.db, some)).map(one => [one.id, one]))
  const going = some.flatMap(about => {
    const way = ways.get(about.subject)
    return way === undefined ? [] : [{ about, way }]
  })
  const isMore = new Set<Uuid>()
  for (const wave of wavesOf(going)) {
    const groups = Map.groupBy(wave, ({ way }) => `${way.project_id} ${way.mode}`)
    const moved = await Promise.all(
      [...groups.values()].map(group => moveGroup(world, parts, group, settle)),
    )
    for (const id of moved.flat()) isMore.add(id)
  }
  const gone = some.filter(about => !ways.has(about.subject))
  if (gone.length > 0) await world.db.transaction(tx => settle(tx, gone))
  return some.map(about => isMore.has(about.subject))
}

interface Going {
  readonly about: TaskSubject
  readonly way: Way
}

/** In none of them somebody is twice. */
function wavesOf(going: readonly Going[]): Going[][] {
  const waves: Going[][] = []
  const times = new Map<Uuid, number>()
  for (const one of going) {
    const { contact_id: who } = one.way
    const wave = times.get(who) ?? 0
    times.set(who, wave + 1)
    waves[wave] ??= []
    waves[wave].push(one)
  }
  return waves
}

/** Of one project and mode. Returns those for whom more follows at once. */
async function moveGroup(
  real: World,
  parts: SequenceParts,
  group: readonly Going[],
  settle: SettleTogether,
): Promise<Uuid[]> {
  const { project_id: projectId, mode } = group[0]!.way
  const tenant = await parts.tenantOf(real, projectId, mode)
  if (tenant === null) {
    // The project is being removed: nobody goes on in it.
    await real.db.transaction(tx =>
      settle(
        tx,
        group.map(one => one.about),
      ),
    )
    return []
  }
  const world = await onTestClock(real, tenant)
  const account = await getAccount(world, tenant.accountId)
  const zone = account?.timeZone ?? 'UTC'
  return exactIfCrossed(isExact =>
    world.db.transaction(async tx => {
      const [rules, account] = await Promise.all([
        settingsOf(tx, projectId),
        mode === 'live' ? lockStandstill(tx, tenant.accountId, 'share') : null,
      ])
      const ways = group.map(one => one.way)
      const places = await lockPlaces(tx, { world, tenant, zone }, ways)
      const common = { world, tenant, parts, zone, isExact, rules, places }
      const turns = await openTurns(tx, common, {
        ways,
        standsStill: account !== null,
      })
      const { open, book } = await moveOn(tx, common, turns)
      const done = group.filter(one => !open.has(one.way.id))
      await settle(
        tx,
        done.map(one => one.about),
      )
      await book()
      return [...open]
    }),
  )
}

/**
 * Before people are locked: a campaign takes its places first as well. Test mode has no warm-up. A
 * letter that somebody comes to otherwise, as they were moved meanwhile, has its place in delivery.
 */
async function lockPlaces(
  tx: Tx,
  { world, tenant, zone }: Pick<CrowdCommon, 'world' | 'tenant' | 'zone'>,
  ways: readonly Way[],
): Promise<LetterPlaces> {
  const live = tenant.mode === 'live' ? ways : []
  const domains = new Set<string>()
  for (const way of new Map(live.map(one => [standOf(one), one])).values()) {
    const definition = await definitionOf(tx, { world, tenant }, way)
    for (const step of stepsAhead(definition, way)) {
      const domain = step.type === 'email' ? domainOf(step, definition) : null
      if (domain !== null) domains.add(domain)
    }
  }
  return lockLetterPlaces(tx, world, { projectId: tenant.projectId, domains: [...domains], zone })
}

const standOf = ({ sequence_id: id, version, step, waits }: Way): string =>
  `${id} ${version} ${step} ${waits}`

interface Opening {
  readonly ways: readonly Way[]
  /** The account does, which is locked already. */
  readonly standsStill: boolean
}

/**
 * Locked in the order of all others: what stands still with its account; people, since whoever
 * changes them wakes or ends their ways, and whoever writes to them under a cap counts what others
 * send; sequences, so that none is paused while letters of it are made; ways.
 */
async function openTurns(
  tx: Tx,
  common: CrowdCommon,
  { ways, standsStill }: Opening,
): Promise<PersonTurn[]> {
  const { world, tenant, rules } = common
  const { projectId } = tenant
  const definitions = await Promise.all(ways.map(way => definitionOf(tx, common, way)))
  const isChanged = rules.cap.length > 0 ? mayWrite : isChange
  const changed = ways.filter((_, i) => definitions[i]!.steps.some(isChanged))
  if (changed.length > 0) {
    await lockContacts(
      tx,
      tenant,
      changed.map(one => one.contact_id),
    )
  }
  const paced = ways.filter((_, i) => definitions[i]!.rate_per_hour != null)
  const sequences = await lockForTurns(tx, projectId, {
    all: [...new Set(ways.map(one => one.sequence_id))],
    paced: [...new Set(paced.map(one => one.sequence_id))],
  })
  const enrollments = await lockInside(
    tx,
    projectId,
    ways.map(one => one.id),
  )
  const contacts = await readContacts(
    tx,
    tenant,
    enrollments.map(one => one.contact_id),
  )
  const byId = new Map(contacts.map(one => [one.id, one]))
  const now = world.clock.now()
  const turns: PersonTurn[] = []
  for (const enrollment of enrollments) {
    const status = sequences.get(enrollment.sequence_id)
    if (status === undefined) continue
    const definition = await definitionOf(tx, common, enrollment)
    const contact = byId.get(enrollment.contact_id) ?? null
    const turn = new PersonTurn(now, { enrollment, definition, contact })
    // Resuming wakes everybody.
    if (stateOf(status).isStill || standsStill) turn.hold('paused', null)
    turns.push(turn)
  }
  return turns
}

const definitionOf = (
  tx: Tx,
  { world, tenant: { projectId } }: Pick<CrowdCommon, 'world' | 'tenant'>,
  { sequence_id: id, version }: Pick<Way, 'sequence_id' | 'version'>,
): Promise<SequenceDefinition> => versionOf(tx, world, { projectId, id }, version)

/** Who is let into another sequence is counted, and counted by one at a time. */
const isChange = ({ type }: Step): boolean =>
  type === 'update_contact' || type === 'topic' || type === 'segment' || type === 'sequence'

const mayWrite = (step: Step): boolean => step.type === 'email' || isChange(step)
