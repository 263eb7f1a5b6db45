/**
 * People who come in by a date of theirs. Each published sequence with such a trigger is looked at
 * every hour, and at each moment that lies in between: whoever's moment has come since the last look
 * comes in. What was missed meanwhile is made up for, what was before the publishing is not.
 */
import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import type { ClockedKind } from '#tenants/test-clock/kinds.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import { contactsWithDate } from '../../contacts/people/store.ts'
import type { DateTrigger, Sequence, SequenceDefinition } from '../definition/definition.ts'
import { stateOf } from '../definition/state-table.ts'
import { enrolMany } from '../people/enrol.ts'
import { whoMayEnter } from '../people/person.ts'
import {
  beginLooking,
  endLooking,
  findSequence,
  findSequenceVersion,
  lockLooking,
  updateLooking,
} from '../store.ts'
import type { SequenceParts } from './acts.ts'
import { daysBetween, keyOf, momentsBetween } from './moments.ts'

const datesKind: ClockedKind = 'dates'
const lookEveryMs = hourMs
/** The hours of test mode come by thousands. */
const testLookEveryMs = 24 * lookEveryMs

const byDate = (definition: SequenceDefinition): DateTrigger[] =>
  definition.triggers.filter(one => one.on === 'date')

/** When a version is published: its dates are looked at from now on, in both modes. */
export async function watchDates(
  tx: Tx,
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  { id, definition }: Sequence,
): Promise<void> {
  if (byDate(definition).length === 0) return
  for (const mode of ['live', 'test'] as const) {
    const own = await worldOfMode(tx, world, tenant.projectId, mode)
    const now = own.clock.now()
    const owner = { projectId: tenant.projectId, mode }
    if (await beginLooking(tx, owner, id, new Date(now))) {
      await lookAt(tx, own, { projectId: tenant.projectId, id }, now)
    }
  }
}

export const lookAt = (
  tx: Tx,
  world: Pick<World, 'ids' | 'clock' | 'signals' | 'handoff'>,
  { projectId, id }: { readonly projectId: Uuid; readonly id: Uuid },
  dueAt: number,
): Promise<void> => enqueue(tx, world, [{ kind: datesKind, projectId, subject: id, dueAt }])

export const datesTask = ({ tenantOf }: Pick<SequenceParts, 'tenantOf'>): Task => ({
  kind: datesKind,
  capacity: 4,
  async runSlice(world, { projectId, subject: id }) {
    const tenant = await tenantOf(world, projectId, world.clock.own === undefined ? 'live' : 'test')
    if (tenant === null) return false
    const account = await getAccount(world, tenant.accountId)
    const zone = account?.timeZone ?? 'UTC'
    await world.db.transaction(async tx => {
      const before = await lockLooking(tx, tenant, id)
      const sequence = await findSequence(tx, projectId, id)
      const version = sequence?.published_version ?? null
      const definition =
        version === null ? null : await findSequenceVersion(tx, { projectId, id }, version)
      const triggers = definition === null ? [] : byDate(definition)
      if (before === null) return
      const isUsed = sequence !== null && (await mayUse(tx, tenant, id))
      if (!isUsed || !stateOf(sequence.status).isInUse || triggers.length === 0) {
        return endLooking(tx, tenant, id)
      }
      const look = {
        sequence,
        definition: definition!,
        triggers,
        zone,
        after: before.looked_at.getTime(),
        // Of the whole look: what came between two readings of the clock would let nobody in.
        now: world.clock.now(),
      }
      const nextAt = await letIn(tx, world, tenant, look)
      const { now } = look
      // A look that was not due, since a date has changed, follows only what comes sooner.
      const isNext = before.next_at.getTime() <= now || nextAt < before.next_at.getTime()
      await updateLooking(tx, tenant, id, {
        looked_at: new Date(now),
        next_at: isNext ? new Date(nextAt) : before.next_at,
      })
      if (isNext) await lookAt(tx, world, { projectId, id }, nextAt)
    })
    return false
  },
})

interface Look {
  readonly sequence: Sequence
  readonly definition: SequenceDefinition
  readonly triggers: readonly DateTrigger[]
  readonly zone: string
  readonly after: number
  readonly now: number
}

/** Those whose moment has come, in its order; returns when to look next. */
async function letIn(
  tx: Tx,
  world: World,
  tenant: Tenant,
  { sequence, definition, triggers, zone, after, now }: Look,
): Promise<number> {
  const until = now + (world.clock.own === undefined ? lookEveryMs : testLookEveryMs)
  const moments: { readonly at: number; readonly contactId: Uuid }[] = []
  for (const trigger of triggers) {
    const days = daysBetween(trigger, { after, until })
    const key = keyOf(trigger.property)
    const people = await contactsWithDate(
      tx,
      tenant,
      key,
      trigger.yearly === true ? days.monthDays : days,
    )
    for (const { id: contactId, time_zone: own, value } of people) {
      const found = momentsBetween(trigger, value, own ?? zone, { after, until })
      moments.push(...found.map(at => ({ at, contactId })))
    }
  }
  moments.sort((a, b) => a.at - b.at)
  const isOpen = stateOf(sequence.status).entry === 'open' || sequence.while_paused === 'hold'
  const come = isOpen ? moments.filter(one => one.at <= now) : []
  const contactIds = [...new Set(come.map(one => one.contactId))]
  const may = await whoMayEnter(tx, tenant, definition, { contactIds, now, zone })
  const entering = come
    .filter(one => may.has(one.contactId))
    .map(({ contactId, at }) => ({ contactId, event: null, plannedAt: at }))
  await enrolMany(tx, { world, tenant }, { ...sequence, definition }, entering)
  return moments.find(one => one.at > now)?.at ?? until
}
