/** Calls that move a sequence from one state to another, with those who are inside. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { mustAllow } from '#kernel/base/states.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import { madeBy, standingAside } from '#kernel/routes/made-by.ts'
import {
  type Call,
  type Mode,
  type Route,
  route,
  type Tenant,
  type TenantWorld,
} from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { mayBeSender } from '#sending/domains/sender.ts'
import { worldOfMode } from '#tenants/test-clock/test-clock.ts'
import { lockStandstill } from '#tenants/trust/standstill.ts'
import type { Standstill } from '#tenants/trust/store.ts'
import { startTracking } from '../segments/start-tracking.ts'
import { changedSequence, checkLetters } from './definition/checks.ts'
import type { Sequence } from './definition/definition.ts'
import { checkGraph } from './definition/graph.ts'
import { mustBeNoRing } from './definition/rings.ts'
import { sequenceShape, showSequence } from './definition/shown.ts'
import { sequenceStates, stateOf } from './definition/state-table.ts'
import { watchDates } from './engine/dates.ts'
import { letGoOn, ownPauseMs } from './engine/standstill.ts'
import { idParams, mustFindSequence } from './find.ts'
import { countFates, moveInside } from './new-version.ts'
import { insideOfModes } from './people/inside.ts'
import { insertSequenceVersion, lockSequences, updateSequence } from './store.ts'

const maxActive = 200

const insideShape = Type.Object({
  finish: Type.Integer(),
  move: Type.Integer(),
  leave: Type.Integer(),
  exit: Type.Integer(),
})

/** Of a trial nothing comes. */
const isMeant = ({ body }: Call<{ readonly dry_run?: boolean }>): boolean => body.dry_run !== true

const publish = route({
  method: 'POST',
  path: '/v1/sequences/{id}/publish',
  name: 'sequences.publish',
  scope: 'admin',
  changes: { of: mustFindSequence, publishes: isMeant },
  summary: 'Publish the draft as the next version',
  description:
    'inside says what happens to those who are in it: finish on their version, move to the step ' +
    'of the same key, or leave.',
  params: idParams,
  body: Type.Object(
    {
      inside: Type.Optional(Type.Enum(['finish', 'move', 'leave'])),
      map: Type.Optional(Type.Record(Type.String(), Type.String())),
      dry_run: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  success: {
    status: 201,
    schema: Type.Object({ version: Type.Integer(), inside: insideShape }),
  },
  errors: ['missing_field', 'invalid_field', 'domain_not_verified', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    return call.commit(async tx => {
      const all = await lockSequences(tx, tenant.projectId)
      const before = await mustFindSequence(tx, call, 'for update')
      checkGraph(before.definition)
      await mustBeNoRing(tx, { projectId: tenant.projectId, sequence: before, all })
      const judging = { sql: tx, tenant, publishesFor: madeBy(call) }
      await changedSequence(judging, before.definition, {})
      await sendersMustBe(tx, tenant, await checkLetters(judging, before.definition))
      const active = all.flatMap(one => (stateOf(one.status).entry === 'open' ? [one.id] : []))
      const isNew = stateOf(before.status).entry !== 'open'
      if (isNew && active.length - (await standingAside(tx, call, active)).size >= maxActive) {
        throw new Refusal('invalid_field', {
          why: {
            en: `A project has at most ${maxActive} active sequences.`,
            pt: `Um projeto tem no máximo ${maxActive} sequências ativas.`,
          },
        })
      }
      mapMustFit(body.map ?? {}, before)
      const version = (before.published_version ?? 0) + 1
      const how = body.inside ?? 'finish'
      const moving = { how, version, map: body.map ?? {} }
      const answer = { version, inside: await countFates(tx, tenant, before, moving) }
      if (body.dry_run === true) return { status: 200, body: answer }
      const at = new Date(world.clock.now())
      const key = { projectId: tenant.projectId, id: before.id }
      await insertSequenceVersion(tx, key, version, { definition: before.definition, at })
      const status = before.status === 'paused' ? 'paused' : 'active'
      const after: Sequence = { ...before, status, published_version: version, updated_at: at }
      await updateSequence(tx, tenant.projectId, after)
      await watchDates(tx, call, after)
      for (const trigger of before.definition.triggers) {
        if (trigger.on === 'segment_entered') await startTracking(tx, call, trigger.segment_id)
      }
      await moveInside(tx, call, before, moving)
      return { status: 201, body: answer }
    })
  },
})

/** People are moved to steps that there are. */
function mapMustFit(map: Readonly<Record<string, string>>, { definition }: Sequence): void {
  for (const [from, to] of Object.entries(map)) {
    if (definition.steps.some(one => one.key === to)) continue
    throw new Refusal('invalid_field', {
      param: `map.${from}`,
      why: { en: `There is no step ${to}.`, pt: `Não existe a etapa ${to}.` },
    })
  }
}

async function sendersMustBe(tx: Tx, tenant: Tenant, senders: readonly string[]): Promise<void> {
  if (tenant.mode === 'test') return
  for (const text of senders) {
    const parsed = parseAddress(text)
    const domain = parsed.ok ? parsed.address.domain : ''
    if (!(await mayBeSender(tx, tenant.projectId, domain))) {
      throw new Refusal('domain_not_verified', { param: 'from', values: { domain } })
    }
  }
}

const pause = route({
  method: 'POST',
  path: '/v1/sequences/{id}/pause',
  name: 'sequences.pause',
  scope: 'admin',
  changes: { of: mustFindSequence },
  summary: 'Pause a sequence',
  description:
    'Its clock stands still. while_paused: hold those who would come in, or ignore them.',
  params: idParams,
  body: Type.Object(
    { while_paused: Type.Optional(Type.Enum(['hold', 'ignore'])) },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: sequenceShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const before = await mustFindSequence(tx, call, 'for update')
      mustAllow(sequenceStates, before.status, 'pause')
      const after: Sequence = {
        ...before,
        status: 'paused',
        paused_at: new Date(await timeOf(tx, call, 'live')),
        paused_test_at: new Date(await timeOf(tx, call, 'test')),
        while_paused: call.body.while_paused ?? 'hold',
      }
      await updateSequence(tx, call.tenant.projectId, after)
      return { status: 200, body: showSequence(after) }
    }),
})

/** What time it is in a mode. */
async function timeOf(tx: Tx, { world, tenant }: TenantWorld, mode: Mode): Promise<number> {
  return (await worldOfMode(tx, world, tenant.projectId, mode)).clock.now()
}

const resume = route({
  method: 'POST',
  path: '/v1/sequences/{id}/resume',
  name: 'sequences.resume',
  scope: 'admin',
  changes: { of: mustFindSequence },
  summary: 'Let a sequence go on',
  description: 'Each wait is moved by the length of the pause, unless overdue is run.',
  params: idParams,
  body: Type.Object(
    { overdue: Type.Optional(Type.Enum(['shift', 'run'])) },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: sequenceShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const { tenant } = call
      const account = await lockStandstill(tx, tenant.accountId, 'share')
      const before = await mustFindSequence(tx, call, 'for update')
      mustAllow(sequenceStates, before.status, 'resume')
      const after: Sequence = {
        ...before,
        status: 'active',
        paused_at: null,
        paused_test_at: null,
      }
      await updateSequence(tx, tenant.projectId, after)
      await goOn(tx, call, before, {
        account,
        isShifted: (call.body.overdue ?? 'shift') === 'shift',
      })
      return { status: 200, body: showSequence(after) }
    }),
})

/** Lets those inside go on when a pause ends, in both modes. */
async function goOn(
  tx: Tx,
  call: TenantWorld,
  { id, paused_at: live, paused_test_at: test }: Sequence,
  { account, isShifted }: { readonly account: Standstill | null; readonly isShifted: boolean },
): Promise<void> {
  for await (const { world, tenant, some } of insideOfModes(tx, call, id)) {
    const isLive = tenant.mode === 'live'
    const now = world.clock.now()
    const since = (isLive ? live : test)?.getTime() ?? now
    const pausedMs = isShifted ? ownPauseMs(since, now, isLive ? account : null) : 0
    await letGoOn(tx, world, tenant, { some, pausedMs })
  }
}

const archive = route({
  method: 'POST',
  path: '/v1/sequences/{id}/archive',
  name: 'sequences.archive',
  scope: 'admin',
  changes: { of: mustFindSequence },
  summary: 'Put a sequence away',
  description:
    'Nobody comes in any more; those inside finish. A pause ends with it, and each wait is moved ' +
    'by its length.',
  params: idParams,
  success: { status: 200, schema: sequenceShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const account = await lockStandstill(tx, call.tenant.accountId, 'share')
      const before = await mustFindSequence(tx, call, 'for update')
      mustAllow(sequenceStates, before.status, 'archive')
      const after: Sequence = {
        ...before,
        status: 'archived',
        paused_at: null,
        paused_test_at: null,
      }
      await updateSequence(tx, call.tenant.projectId, after)
      // Nobody could let them go on later: what is archived cannot be resumed.
      const { isStill } = stateOf(before.status)
      if (isStill) await goOn(tx, call, before, { account, isShifted: true })
      return { status: 200, body: showSequence(after) }
    }),
})

export const publishingRoutes: readonly Route[] = [publish, pause, resume, archive]
