/** The endpoints of campaigns: making, reading and changing them. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { mustAllow } from '#kernel/base/states.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { clearable } from '#kernel/routes/clearable.ts'
import { readName } from '#kernel/routes/names.ts'
import { bodyBytes, type Call, type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import { actionRoutes } from './actions.ts'
import { addCampaign } from './add.ts'
import { addressedArchive } from './archive/archive.ts'
import { recipientRoutes } from './audience/recipients.ts'
import { type Campaign, campaignShape, noFigures, showCampaign } from './definition/campaign.ts'
import {
  changedDefinition,
  emptyDefinition,
  type GivenDefinition,
  withMembers,
} from './definition/definition.ts'
import { campaignFields } from './definition/shapes.ts'
import { campaignStates, stateOf } from './definition/state-table.ts'
import { idParams, mustFind, shown } from './find.ts'
import { sendTimesRoute } from './forecast/send-times.ts'
import { listRoute } from './list.ts'
import { lookRoutes } from './preflight/looks.ts'
import { mustFly, preflightOf } from './preflight/preflight.ts'
import { tryRoute } from './preflight/try.ts'
import { linkRoutes, numberLinks } from './report/links.ts'
import { reportRoute } from './report/report.ts'
import { revenueRoute } from './report/revenue.ts'
import { statsRoute } from './report/stats.ts'
import type { CampaignParts } from './sending/prepared.ts'
import { givenSchedule, rescheduled } from './sending/reschedule.ts'
import { wakeAt } from './sending/wake.ts'
import { deleteCampaign, updateCampaign } from './store.ts'

const name = Type.String({ maxLength: 200 })

const create = route({
  method: 'POST',
  path: '/v1/campaigns',
  name: 'campaigns.create',
  maxBodyBytes: bodyBytes.letters,
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Create a campaign',
  description: 'A draft. A campaign of a test key goes to test contacts, and is captured.',
  body: Type.Object({ name, ...campaignFields }, { additionalProperties: false }),
  success: { status: 201, schema: campaignShape },
  errors: ['missing_field', 'invalid_field'],
  handle: async call => {
    const { world, tenant } = call
    const { name: given, ...members } = call.body
    const read = await changedDefinition(call, emptyDefinition, members as GivenDefinition)
    const name = readName(given)
    return call.commit(async tx => {
      const archive = await addressedArchive(tx, tenant, { id: null, name, archive: read.archive })
      const campaign = await addCampaign(tx, call, { name, definition: { ...read, archive } })
      return {
        status: 201,
        body: showCampaign(world.settings, tenant.projectId, campaign, noFigures),
      }
    })
  },
})

const get = route({
  method: 'GET',
  path: '/v1/campaigns/{id}',
  name: 'campaigns.get',
  scope: 'read',
  summary: 'Read a campaign',
  params: idParams,
  success: { status: 200, schema: campaignShape },
  errors: ['resource_not_found'],
  handle: async call => {
    const campaign = await mustFind(call.world.db, call)
    return { status: 200, body: await shown(call.world.db, call, campaign) }
  },
})

function mustBeChangeable({ status }: Campaign, given: GivenDefinition): void {
  const { may, changes } = stateOf(status)
  if (may.includes('edit')) return
  const isFree = Object.entries(given).every(
    ([member, value]) => value === undefined || changes.some(one => one === member),
  )
  if (isFree) return
  throw new Refusal('invalid_field', {
    param: 'status',
    why: {
      en: `That cannot be changed while it is ${status}.`,
      pt: `Isso não pode ser alterado no estado ${status}.`,
    },
  })
}

const update = route({
  method: 'PATCH',
  path: '/v1/campaigns/{id}',
  name: 'campaigns.update',
  maxBodyBytes: bodyBytes.letters,
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Change a campaign',
  description:
    'All of a draft. While it is sending its pace and end; in a pause also the content, for those ' +
    'who still wait. null clears a member.',
  params: idParams,
  body: Type.Object(
    { name: Type.Optional(name), ...clearable(campaignFields) },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: campaignShape },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => ({ status: 200, body: await changeCampaign(call) }),
})

type Changing = Pick<Call, 'world' | 'tenant' | 'language'> & {
  readonly params: { readonly id: string }
  readonly body: GivenDefinition & { readonly name?: string | null }
}

async function changeCampaign(call: Changing) {
  const { world, tenant } = call
  const { name: givenName, ...members } = call.body
  const seen = await mustFind(world.db, call)
  mustBeChangeable(seen, call.body)
  const given = givenSchedule(seen, members)
  const { stage } = stateOf(seen.status)
  // Who still waits gets the content that is shown.
  if (stage === 'under_way' && given.content === null) {
    throw new Refusal('missing_field', { param: 'content' })
  }
  const changed = await changedDefinition(call, seen.definition, given)
  const isMoved = given.schedule !== undefined
  const letters =
    stage === 'under_way' && given.content != null
      ? await lettersFor(call, { ...seen, definition: changed })
      : null
  const after = await world.db.transaction(async tx => {
    const before = await mustFind(tx, call, 'for update')
    mustBeChangeable(before, call.body)
    // Another call may have changed other members meanwhile.
    const merged = withMembers(before.definition, changed, given)
    const moved = isMoved ? await rescheduled(tx, call, before, merged) : null
    const { definition } = moved ?? { definition: merged }
    const name = givenName == null ? before.name : readName(givenName)
    const about = { id: before.id, name, archive: definition.archive }
    const archive = await addressedArchive(tx, tenant, about)
    const campaign = {
      ...before,
      ...moved?.change,
      name,
      definition: { ...definition, archive },
      letters: letters ?? before.letters,
    }
    const key = { projectId: tenant.projectId, id: campaign.id }
    await updateCampaign(tx, tenant.projectId, campaign)
    if (moved !== null && moved.wakeAt !== null) await wakeAt(tx, world, key, moved.wakeAt)
    await numberLinks(tx, key, letters)
    return campaign
  })
  return shown(world.db, call, after)
}

async function lettersFor(call: TenantWorld, campaign: Campaign) {
  const flight = await preflightOf(call, campaign)
  mustFly(flight)
  return flight.letters
}

const remove = route({
  method: 'DELETE',
  path: '/v1/campaigns/{id}',
  name: 'campaigns.delete',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Delete a draft',
  params: idParams,
  success: deleted,
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    await call.world.db.transaction(async tx => {
      const campaign = await mustFind(tx, call, 'for update')
      mustAllow(campaignStates, campaign.status, 'delete')
      await deleteCampaign(tx, { projectId: call.tenant.projectId, id: campaign.id })
    })
    return { status: 200, body: { id: call.params.id, deleted: true } }
  },
})

export const campaignRoutes = (parts: CampaignParts): readonly Route[] => [
  create,
  listRoute,
  revenueRoute,
  sendTimesRoute,
  get,
  update,
  remove,
  ...actionRoutes,
  ...lookRoutes(parts),
  tryRoute(parts),
  ...recipientRoutes,
  ...linkRoutes,
  statsRoute,
  reportRoute,
]
