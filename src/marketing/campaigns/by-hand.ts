/** Pausing, resuming and cancelling by the operator's command, whosever campaign it is. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { tenantOf } from '../forms/tenant.ts'
import { stateOf } from './definition/state-table.ts'
import { cancel, pause, resume } from './definition/states.ts'
import { shown } from './find.ts'
import { wakeAt } from './sending/wake.ts'
import { findOwner, lockCampaign } from './store.ts'

export type CampaignAct = 'pause' | 'resume' | 'cancel'

/** Throws Refusal. */
export async function actOn(world: World, id: Uuid, act: CampaignAct) {
  const owner = await findOwner(world.db, id)
  const tenant = owner && (await tenantOf(world, owner.projectId, owner.mode))
  if (!tenant) throw new Refusal('resource_not_found')
  const key = { projectId: tenant.projectId, id }
  const call = { world, tenant }
  return world.db.transaction(async tx => {
    const before = await lockCampaign(tx, key)
    if (before === null) throw new Refusal('resource_not_found')
    if (act === 'pause') {
      const { campaign, inFlight } = await pause(tx, call, before)
      return { ...(await shown(tx, call, campaign)), in_flight: inFlight }
    }
    const after = await (act === 'resume' ? resume : cancel)(tx, call, before)
    const isLater = stateOf(after.status).stage === 'waiting' && after.due_at !== null
    await wakeAt(tx, world, key, isLater ? after.due_at.getTime() : world.clock.now())
    return shown(tx, call, after)
  })
}
