/** Calls that move a campaign from one state to another. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { mustAllow } from '#kernel/base/states.ts'
import { type Answer, type Call, type Route, route, type Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { addCampaign } from './add.ts'
import { mustDecide } from './definition/ab.ts'
import { type Campaign, campaignShape, type Definition } from './definition/campaign.ts'
import { mustBeFew, withoutNulls } from './definition/definition.ts'
import { beginningOf, checkSchedule } from './definition/schedule.ts'
import { deeds, type Schedule, scheduleFields } from './definition/shapes.ts'
import { campaignStates, stateOf } from './definition/state-table.ts'
import { begin, cancel, maxSending, pause, resume } from './definition/states.ts'
import { idParams, mustFind, shown } from './find.ts'
import { mustFly, preflightOf } from './preflight/preflight.ts'
import { wakeAt } from './sending/wake.ts'
import { countSending, lockBeginnings, updateCampaign, zonesOf } from './store.ts'
import { tellOf } from './tell.ts'

type ActionCall = Call<unknown, unknown, { id: string }>

const errors = [
  'missing_field',
  'invalid_field',
  'domain_not_verified',
  'sandbox_recipient',
  'sending_paused',
  'resource_not_found',
]

/** Runs with the campaign locked, after what had to be looked up. */
async function acting(
  call: ActionCall,
  status: number,
  work: (tx: Tx, campaign: Campaign) => Promise<Campaign | { campaign: Campaign; more: object }>,
): Promise<Answer> {
  return call.commit(async tx => {
    const before = await mustFind(tx, call, 'for update')
    const done = await work(tx, before)
    const { campaign, more } = 'more' in done ? done : { campaign: done, more: {} }
    return { status, body: { ...(await shown(tx, call, campaign)), ...more } }
  })
}

/** The campaign is another one than was looked at. */
class ChangedMeanwhile extends Error {}

const maxLooks = 10

type Acting = (tx: Tx, before: Campaign) => Promise<Campaign>

/** Acts on what was looked at; what somebody changes in between is looked at again. */
async function actingOn(
  call: ActionCall,
  lookAt: (seen: Campaign) => Promise<Acting>,
): Promise<Answer> {
  for (let looks = 1; looks <= maxLooks; looks += 1) {
    const seen = await mustFind(call.world.db, call)
    const work = await lookAt(seen)
    try {
      return await acting(call, 202, (tx, before) => {
        if (before.version !== seen.version) throw new ChangedMeanwhile()
        return work(tx, before)
      })
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
    }
  }
  throw new Refusal('invalid_field', {
    param: 'status',
    why: {
      en: 'The campaign is being changed all the time. Repeat when nobody changes it.',
      pt: 'A campanha está sendo alterada sem parar. Repita quando ninguém a alterar.',
    },
  })
}

const send = route({
  method: 'POST',
  path: '/v1/campaigns/{id}/send',
  name: 'campaigns.send',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Send a campaign now',
  description:
    'The pre-flight runs first; its first error refuses. Where ten are sending, it is scheduled.',
  params: idParams,
  success: { status: 202, schema: campaignShape },
  errors,
  handle: call =>
    actingOn(call, async seen => {
      mustAllow(campaignStates, seen.status, 'send')
      const flight = await preflightOf(call, seen)
      mustFly(flight)
      return async (tx, before) => {
        const { world, tenant } = call
        const { projectId } = tenant
        const now = world.clock.now()
        await lockBeginnings(tx, projectId)
        const hasPlace = (await countSending(tx, projectId)) < maxSending
        const after: Campaign = {
          ...before,
          ...(hasPlace ? begin(before, now) : { status: 'scheduled', due_at: new Date(now) }),
          letters: flight.letters,
        }
        await updateCampaign(tx, projectId, after)
        if (hasPlace) await tellOf(tx, { world, tenant }, 'campaign.started', after)
        await wakeAt(tx, world, { projectId, id: after.id }, now)
        return after
      }
    }),
})

const schedule = route({
  method: 'POST',
  path: '/v1/campaigns/{id}/schedule',
  name: 'campaigns.schedule',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Send a campaign later',
  description: "Without a body, by the campaign's own schedule. The pre-flight runs first.",
  params: idParams,
  body: Type.Object(scheduleFields, { additionalProperties: false }),
  success: { status: 202, schema: campaignShape },
  errors,
  handle: call =>
    actingOn(call, async seen => {
      mustAllow(campaignStates, seen.status, 'schedule')
      const { world, tenant } = call
      const given = call.body as Schedule | undefined
      const definition = scheduledAs(seen.definition, given, world.clock.now())
      const flight = await preflightOf(call, { ...seen, definition })
      mustFly(flight)
      const dueAt = await dueOf(world, tenant, definition.schedule!)
      return async (tx, before) => {
        const { letters } = flight
        const due_at = new Date(dueAt)
        const after: Campaign = { ...before, definition, status: 'scheduled', letters, due_at }
        await updateCampaign(tx, tenant.projectId, after)
        await wakeAt(tx, world, { projectId: tenant.projectId, id: after.id }, dueAt)
        return after
      }
    }),
})

/**
 * When a schedule that has a moment begins. Where that moment is over in some zones already, it
 * begins now, in time: `past_zones` says what becomes of them.
 */
export async function dueOf(
  { db, clock }: { readonly db: Sql; readonly clock: World['clock'] },
  tenant: Tenant,
  schedule: Schedule,
): Promise<number> {
  const account = await getAccount({ db }, tenant.accountId)
  const zones = await zonesOf(db, tenant)
  return Math.max(clock.now(), beginningOf(schedule, zones, account?.timeZone ?? 'UTC')!)
}

function scheduledAs(
  definition: Definition,
  given: Schedule | null | undefined,
  now: number,
): Definition {
  const isGiven = given != null && Object.keys(withoutNulls(given)).length > 0
  const schedule = isGiven ? checkSchedule(withoutNulls(given), now, '') : definition.schedule
  if (schedule?.at === undefined) {
    throw new Refusal('missing_field', { param: isGiven ? 'at' : 'schedule.at' })
  }
  if (!isGiven) checkSchedule(schedule, now, 'schedule.')
  mustDecide(definition.ab ?? null, schedule.time_zone)
  return { ...definition, schedule }
}

const simple = (
  name: 'unschedule' | 'resume' | 'cancel',
  summary: string,
  work: (tx: Tx, call: ActionCall, campaign: Campaign) => Promise<Campaign>,
): Route =>
  route({
    method: 'POST',
    path: `/v1/campaigns/{id}/${name}`,
    name: `campaigns.${name}`,
    scope: 'admin',
    changes: 'of its mode',
    summary,
    params: idParams,
    success: { status: 200, schema: campaignShape },
    errors: ['invalid_field', 'not_cancellable', 'resource_not_found'],
    handle: call => acting(call, 200, (tx, campaign) => work(tx, call, campaign)),
  })

const pauseRoute = route({
  method: 'POST',
  path: '/v1/campaigns/{id}/pause',
  name: 'campaigns.pause',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Pause a campaign',
  description: 'in_flight: letters that are being delivered at this moment.',
  params: idParams,
  success: {
    status: 200,
    schema: Type.Object({ ...campaignShape.properties, in_flight: Type.Integer() }),
  },
  errors: ['invalid_field', 'not_cancellable', 'resource_not_found'],
  handle: call =>
    acting(call, 200, async (tx, before) => {
      const { campaign, inFlight } = await pause(tx, call, before)
      return { campaign, more: { in_flight: inFlight } }
    }),
})

const duplicate = route({
  method: 'POST',
  path: '/v1/campaigns/{id}/duplicate',
  name: 'campaigns.duplicate',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Copy a campaign as a draft',
  params: idParams,
  body: Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      audience: Type.Optional(Type.Enum(['same', ...deeds, 'not_received'])),
    },
    { additionalProperties: false },
  ),
  success: { status: 201, schema: campaignShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const before = await mustFind(tx, call)
      const given = (call.body ?? {}) as { name?: string | null; audience?: string | null }
      const name = given.name?.trim() || `${before.name.slice(0, 190)} (2)`
      const definition = copied(before, given.audience ?? 'same')
      const made = await addCampaign(tx, call, { name, definition })
      return { status: 201, body: await shown(tx, call, made) }
    }),
})

/** The schedule was for that one; it is for fewer people where that is asked for. */
function copied({ id, definition }: Campaign, audience: string): Definition {
  const { audience: before } = definition
  const base = {
    ...definition,
    schedule: null,
    archive: { public: false },
    archived: false,
    follow_up: null,
  }
  if (before === null || audience === 'same') return base
  const deed = deeds.find(one => one === audience)
  if (deed !== undefined) return { ...base, audience: { ...before, [deed]: show('cmp', id) } }
  const { exclude = {} } = before
  const excluded = { ...exclude, campaigns: [...(exclude.campaigns ?? []), show('cmp', id)] }
  mustBeFew(excluded)
  return { ...base, audience: { ...before, exclude: excluded } }
}

const winner = route({
  method: 'POST',
  path: '/v1/campaigns/{id}/winner',
  name: 'campaigns.winner',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Say which variant everybody else gets',
  params: idParams,
  body: Type.Object({ variant: Type.String({ maxLength: 40 }) }, { additionalProperties: false }),
  success: { status: 200, schema: campaignShape },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: call =>
    acting(call, 200, async (tx, before) => {
      const { ab } = before.definition
      if (ab == null) throw new Refusal('invalid_field', { param: 'ab' })
      mustAllow(campaignStates, before.status, 'choose_winner')
      const { variant } = call.body
      if (!ab.variants.some(one => one.key === variant)) {
        throw new Refusal('invalid_field', { param: 'variant' })
      }
      const now = call.world.clock.now()
      const key = { projectId: call.tenant.projectId, id: before.id }
      const after = { ...before, ...chosen(before, variant, now) }
      await updateCampaign(tx, key.projectId, after)
      await tellOf(tx, call, 'campaign.winner_chosen', after)
      await wakeAt(tx, call.world, key, now)
      return after
    }),
})

function chosen({ phase, progress }: Campaign, variant: string, now: number): Partial<Campaign> {
  const { rank, ...rest } = progress
  const isTesting = phase === 'test' || phase === 'deciding'
  const result = {
    winner: variant,
    leader: progress.ab?.leader ?? null,
    probability: progress.ab?.probability ?? null,
    decided_by: 'person' as const,
    decided_at: new Date(now).toISOString(),
  }
  return {
    ...(isTesting ? { phase: 'rest' as const, waiting: null } : {}),
    // Who was passed over while the test went on is looked at again.
    progress: { ...rest, ...(isTesting || rank === undefined ? {} : { rank }), ab: result },
  }
}

export const actionRoutes: readonly Route[] = [
  send,
  schedule,
  simple('unschedule', 'Make a scheduled campaign a draft again', async (tx, call, before) => {
    mustAllow(campaignStates, before.status, 'unschedule')
    const after: Campaign = { ...before, status: 'draft', letters: null, due_at: null }
    await updateCampaign(tx, call.tenant.projectId, after)
    return after
  }),
  pauseRoute,
  simple('resume', 'Let a paused campaign go on', async (tx, call, before) => {
    const after = await resume(tx, call, before)
    const isLater = stateOf(after.status).stage === 'waiting'
    const dueAt = isLater ? after.due_at!.getTime() : call.world.clock.now()
    const key = { projectId: call.tenant.projectId, id: after.id }
    await wakeAt(tx, call.world, key, dueAt)
    return after
  }),
  simple('cancel', 'Cancel a campaign', async (tx, call, before) => {
    const after = await cancel(tx, call, before)
    const key = { projectId: call.tenant.projectId, id: after.id }
    await wakeAt(tx, call.world, key, call.world.clock.now())
    return after
  }),
  duplicate,
  winner,
]
