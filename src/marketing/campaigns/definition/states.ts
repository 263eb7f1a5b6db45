/** What a campaign may become, and what stops it. */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { mustAllow } from '#kernel/base/states.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { wake } from '#platform/queue/enqueue.ts'
import { deleteOfSource, holdSource, letGoSource } from '#platform/queue/source-store.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { record } from '#sending/timeline/record.ts'
import { wakeAt } from '../sending/wake.ts'
import { lockCampaign, openCampaigns, updateCampaign } from '../store.ts'
import { tellOf } from '../tell.ts'
import type { Campaign } from './campaign.ts'
import type { Schedule } from './shapes.ts'
import { campaignStates, stateOf } from './state-table.ts'

/** Of a project at a time; others wait. */
export const maxSending = 10
const sendUntilMs = 30 * dayMs
/** Of a cancellation: emails at a time. */
const chunk = 1_000

const over: Text = {
  en: 'The campaign is over, so it cannot be paused or cancelled any more.',
  pt: 'A campanha já terminou, então não pode mais ser pausada nem cancelada.',
}

/** What is finished cannot be stopped, which is no fault of the caller's fields. */
function mustStop({ status }: Campaign, act: 'pause' | 'cancel'): void {
  if (stateOf(status).stage === 'over') throw new Refusal('not_cancellable', { why: over })
  mustAllow(campaignStates, status, act)
}

/** Who still waits then gets no letter. */
export const sendUntil = (schedule: Schedule | null, startedAt: number): string =>
  schedule?.send_until ?? new Date(startedAt + sendUntilMs).toISOString()

/** A campaign as it begins to read who gets it. */
export function begin(campaign: Campaign, now: number): Partial<Campaign> {
  const progress = { send_until: sendUntil(campaign.definition.schedule, now) }
  return { status: 'sending', phase: 'preparing', started_at: new Date(now), progress }
}

const save = async (tx: Tx, tenant: Tenant, campaign: Campaign): Promise<Campaign> => {
  await updateCampaign(tx, tenant.projectId, campaign)
  return campaign
}

/** The campaign is locked: no tranche is under way. */
export async function pause(
  tx: Tx,
  { world, tenant }: TenantWorld,
  campaign: Campaign,
): Promise<{ readonly campaign: Campaign; readonly inFlight: number }> {
  mustStop(campaign, 'pause')
  const after = await save(tx, tenant, {
    ...campaign,
    status: 'paused',
    paused_by: 'person',
    waiting: null,
  })
  const held = await holdLetters(tx, campaign.id)
  await tellOf(tx, { world, tenant }, 'campaign.paused', after)
  return { campaign: after, inFlight: held }
}

/** Those that wait in the queue; answers how many a loop holds at this moment. */
export async function holdLetters(tx: Tx, id: Uuid): Promise<number> {
  return (await holdSource(tx, id)).held
}

/** Goes on where it stopped; one that was missed begins now. */
export async function resume(
  tx: Tx,
  { world, tenant }: TenantWorld,
  campaign: Campaign,
): Promise<Campaign> {
  mustAllow(campaignStates, campaign.status, 'resume')
  const now = world.clock.now()
  const isNew = campaign.started_at === null
  const isEarly = isNew && (campaign.due_at?.getTime() ?? 0) > now
  const after = await save(tx, tenant, {
    ...campaign,
    ...(isNew && !isEarly ? begin(campaign, now) : {}),
    status: isEarly ? 'scheduled' : 'sending',
    paused_by: null,
    ...(campaign.paused_by === 'guard' ? { definition: unguarded(campaign) } : {}),
  })
  await letGoSource(tx, campaign.id, new Date(now))
  tx.committed(() => {
    for (const kind of deliveryKinds) wake(world, kind)
  })
  await tellOf(tx, { world, tenant }, 'campaign.resumed', after)
  return after
}

/** Somebody has seen the figures and goes on all the same: the same figures do not stop it again. */
const unguarded = ({ definition }: Campaign): Campaign['definition'] => ({
  ...definition,
  guard: { enabled: false },
})

/** Letters that nobody holds are taken out of the queue; the rows that wait end in the task. */
export async function cancel(tx: Tx, call: TenantWorld, campaign: Campaign): Promise<Campaign> {
  mustStop(campaign, 'cancel')
  const { world, tenant } = call
  const after = await save(tx, tenant, {
    ...campaign,
    status: 'cancelled',
    phase: null,
    waiting: null,
    paused_by: null,
    finished_at: new Date(world.clock.now()),
  })
  await takeBack(tx, world, tenant.projectId, campaign.id)
  await tellOf(tx, { world, tenant }, 'campaign.cancelled', after)
  return after
}

async function takeBack(tx: Tx, world: World, projectId: Uuid, id: Uuid): Promise<void> {
  const at = world.clock.now()
  for (;;) {
    const gone = await deleteOfSource(tx, id, chunk)
    await record(
      tx,
      world,
      gone.map(({ subject: emailId, n }) => ({ projectId, emailId, n, at, type: 'cancelled' })),
    )
    if (gone.length < chunk) return
  }
}

/** All that are open, when the clock of test mode is set back. */
export async function cancelCampaigns(tx: Tx, call: TenantWorld): Promise<void> {
  const { projectId } = call.tenant
  for (const id of await openCampaigns(tx, call.tenant)) {
    const campaign = await lockCampaign(tx, { projectId, id })
    if (campaign === null) continue
    await cancel(tx, call, campaign)
    // The people who wait end in its next turn, which may have been far away.
    await wakeAt(tx, call.world, { projectId, id }, call.world.clock.now())
  }
}
