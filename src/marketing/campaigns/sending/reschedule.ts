/** A schedule that is changed while its campaign waits or is under way. */
import { Refusal } from '#kernel/base/errors.ts'
import { mustAllow } from '#kernel/base/states.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { dueOf } from '../actions.ts'
import { type Campaign, type Definition, defaultPastZones } from '../definition/campaign.ts'
import { type GivenDefinition, withoutNulls } from '../definition/definition.ts'
import type { Schedule } from '../definition/shapes.ts'
import { campaignStates, stateOf } from '../definition/state-table.ts'
import { sendUntil } from '../definition/states.ts'

const fixed = ['at', 'time_zone', 'past_zones'] as const

const isUnderWay = ({ status, started_at: at }: Campaign): boolean =>
  stateOf(status).stage === 'under_way' && at !== null

/** Of one that is under way only its pace and its end can be given. Throws Refusal. */
export function givenSchedule(campaign: Campaign, given: GivenDefinition): GivenDefinition {
  if (!isUnderWay(campaign) || given.schedule == null) return given
  const schedule = withoutNulls(given.schedule as Schedule)
  const before = { past_zones: defaultPastZones, ...campaign.definition.schedule }
  const isKept = fixed.every(
    name => schedule[name] === undefined || schedule[name] === before[name],
  )
  if (!isKept) mustAllow(campaignStates, campaign.status, 'edit')
  const { at: _at, time_zone: _zone, past_zones: _past, ...pace } = schedule
  return { ...given, schedule: pace }
}

interface NewSchedule {
  readonly definition: Definition
  readonly change: Partial<Pick<Campaign, 'due_at' | 'progress'>>
  /** When it is to be looked at; null: it needs no look. */
  readonly wakeAt: number | null
}

/** What follows from another schedule. Throws Refusal where one that waits would never begin. */
export async function rescheduled(
  tx: Tx,
  { world, tenant }: TenantWorld,
  campaign: Campaign,
  definition: Definition,
): Promise<NewSchedule> {
  const { stage, moves } = stateOf(campaign.status)
  if (stage === 'draft') return { definition, change: {}, wakeAt: null }
  if (!isUnderWay(campaign)) {
    const { schedule } = definition
    if (schedule?.at === undefined) throw new Refusal('missing_field', { param: 'schedule.at' })
    const dueAt = await dueOf({ db: tx, clock: world.clock }, tenant, schedule)
    return { definition, change: { due_at: new Date(dueAt) }, wakeAt: dueAt }
  }
  const before = campaign.definition.schedule ?? {}
  const kept = Object.fromEntries(
    fixed.flatMap(name => (before[name] === undefined ? [] : [[name, before[name]]])),
  )
  const schedule: Schedule = { ...kept, ...definition.schedule }
  const until = sendUntil(schedule, campaign.started_at!.getTime())
  return {
    definition: { ...definition, schedule },
    change: { progress: { ...campaign.progress, send_until: until } },
    wakeAt: moves ? world.clock.now() : null,
  }
}
