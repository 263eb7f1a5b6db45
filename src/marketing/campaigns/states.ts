/** What a campaign may become, and what stops it. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { wake } from '#platform/queue/enqueue.ts'
import { holdWork, letGo, takeBackWork } from '#platform/queue/hold.ts'
import { deliveryKinds } from '#sending/timeline/delivery-kind.ts'
import { record } from '#sending/timeline/record.ts'
import type { Campaign, CampaignStatus } from './campaign.ts'
import {
  type CampaignKey,
  lockCampaign,
  openCampaigns,
  releasedEmails,
  updateCampaign,
} from './store.ts'
import { tellOf } from './tell.ts'

const sendUntilMs = 30 * 24 * 3_600_000
/** Of a cancellation: emails at a time. */
const chunk = 1_000

/** Throws Refusal where the state is another. */
export function mustBe({ status }: Campaign, ...allowed: readonly CampaignStatus[]): void {
  if (allowed.includes(status)) return
  throw new Refusal('invalid_field', {
    param: 'status',
    why: {
      en: `That cannot be done while it is ${status}.`,
      pt: `Isso não é possível no estado ${status}.`,
    },
  })
}

/** What is finished cannot be stopped, which is no fault of the caller's fields. */
function mustBeOpen(campaign: Campaign, ...allowed: readonly CampaignStatus[]): void {
  if (campaign.status === 'sent' || campaign.status === 'cancelled') {
    throw new Refusal('not_cancellable')
  }
  mustBe(campaign, ...allowed)
}

/** A campaign as it begins to read who gets it. */
export function begin(campaign: Campaign, now: number): Partial<Campaign> {
  const until = campaign.definition.schedule?.send_until
  const progress = { send_until: until ?? new Date(now + sendUntilMs).toISOString() }
  return { status: 'sending', phase: 'preparing', started_at: new Date(now), progress }
}

type Changing = Pick<Call, 'world' | 'tenant'>

const save = async (tx: Tx, tenant: Tenant, campaign: Campaign): Promise<Campaign> => {
  await updateCampaign(tx, tenant.projectId, campaign)
  return campaign
}

/** The campaign is locked: no tranche is under way. */
export async function pause(
  tx: Tx,
  { world, tenant }: Changing,
  campaign: Campaign,
): Promise<{ readonly campaign: Campaign; readonly inFlight: number }> {
  mustBeOpen(campaign, 'scheduled', 'sending')
  const after = await save(tx, tenant, {
    ...campaign,
    status: 'paused',
    paused_by: 'person',
    waiting: null,
  })
  const held = await holdLetters(tx, { projectId: tenant.projectId, id: campaign.id })
  await tellOf(tx, world, tenant, 'campaign.paused', after)
  return { campaign: after, inFlight: held }
}

/** Those that wait in the queue; answers how many a loop holds at this moment. */
export async function holdLetters(tx: Tx, key: CampaignKey): Promise<number> {
  const { held } = await holdWork(tx, [...deliveryKinds], await releasedEmails(tx, key))
  return held
}

/** Goes on where it stopped; one that was missed begins now. */
export async function resume(
  tx: Tx,
  { world, tenant }: Changing,
  campaign: Campaign,
): Promise<Campaign> {
  if (campaign.status === 'sent' || campaign.status === 'cancelled') mustBe(campaign, 'paused')
  mustBe(campaign, 'paused')
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
  const emails = await releasedEmails(tx, { projectId: tenant.projectId, id: campaign.id })
  await letGo(tx, [...deliveryKinds], emails, now)
  tx.committed(() => {
    for (const kind of deliveryKinds) wake(world, kind)
  })
  await tellOf(tx, world, tenant, 'campaign.resumed', after)
  return after
}

/** Somebody has seen the figures and goes on all the same: the same figures do not stop it again. */
const unguarded = ({ definition }: Campaign): Campaign['definition'] => ({
  ...definition,
  guard: { enabled: false },
})

/** Letters that nobody holds are taken out of the queue; the rows that wait end in the task. */
export async function cancel(tx: Tx, call: Changing, campaign: Campaign): Promise<Campaign> {
  mustBeOpen(campaign, 'scheduled', 'sending', 'paused')
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
  await tellOf(tx, world, tenant, 'campaign.cancelled', after)
  return after
}

async function takeBack(tx: Tx, world: World, projectId: Uuid, id: Uuid): Promise<void> {
  const emails = await releasedEmails(tx, { projectId, id })
  const at = world.clock.now()
  for (let from = 0; from < emails.length; from += chunk) {
    const some = emails.slice(from, from + chunk)
    const gone = await takeBackWork(tx, [...deliveryKinds], some)
    await record(
      tx,
      world,
      gone.map(emailId => ({ projectId, emailId, n: 0, at, type: 'cancelled' as const })),
    )
  }
}

/** All that are open, when the clock of test mode is set back. */
export async function cancelCampaigns(tx: Tx, call: Changing): Promise<void> {
  const { projectId } = call.tenant
  for (const id of await openCampaigns(tx, call.tenant)) {
    const campaign = await lockCampaign(tx, { projectId, id })
    if (campaign !== null) await cancel(tx, call, campaign)
  }
}
