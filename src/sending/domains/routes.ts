/**
 * The endpoints of sending domains (docs/contract.md#domains). Networks are asked before anything
 * is written.
 */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { madeBy } from '#kernel/routes/made-by.ts'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Answer, type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { keepDeleted } from '#platform/lifecycle/deleted.ts'
import { mustBeConfirmed } from '#tenants/accounts/confirmed.ts'
import { writeLook } from './check-domain.ts'
import { claimRecord, layClaim, lookAtClaim, showClaim, winClaim } from './claims.ts'
import { type Claim, deleteClaim, findClaim } from './claims-store.ts'
import { domainNoun } from './deleted-domain.ts'
import { tellDomain } from './domain-events.ts'
import {
  addDomain,
  claimDomain,
  domainName,
  lookAhead,
  lookAheadOfClaim,
  type PreparedDomain,
  prepareDomain,
  testedDomain,
} from './domains.ts'
import { endDomainNotices } from './notify.ts'
import { publish } from './publish.ts'
import { type DnsRecord, lookAtAll, recordsOf } from './records.ts'
import { rotateKeys } from './rotation.ts'
import { senderChanged } from './sender.ts'
import { domainSchema, showDomain } from './serialize.ts'
import {
  type Domain,
  deleteDomain,
  domainPosition,
  findDomain,
  listDomains,
  markLive,
} from './store.ts'

const idParams = Type.Object({ id: Type.String({ description: 'dom_…' }) })
const nameField = Type.String({ description: 'The exact domain of the sender addresses.' })
const token = (about: string) => Type.String({ minLength: 1, description: about })

type OneCall = Call<unknown, unknown, { id: string }>

async function mustFind({ world, tenant, params }: OneCall): Promise<Domain> {
  return findNamed('dom', params.id, id => findDomain(world.db, tenant.projectId, id))
}

const ownerOf = (call: Call) => ({ projectId: call.tenant.projectId, madeBy: madeBy(call) })

/** A claim has the id that the domain will have, so one id is good before and after it is won. */
/** What is registered, or asked for. */
const ofPath = async (_sql: Sql, call: OneCall): Promise<Domain | Claim> =>
  (await openClaim(call)) ?? (await mustFind(call))

async function openClaim({ world, tenant, params }: OneCall): Promise<Claim | null> {
  const id = read('dom', params.id)
  return id === null ? null : findClaim(world.db, tenant.projectId, id)
}

// Creating and claiming --------------------------------------------------------------------------

const create = route({
  method: 'POST',
  path: '/v1/domains',
  name: 'domains.create',
  scope: 'admin',
  changes: 'nothing',
  summary: 'Register a sending domain',
  description:
    'The answer lists the DNS records to publish. With a token of the DNS provider (Cloudflare) ' +
    'they are published at once; the token is used once and never stored.',
  body: Type.Object({
    name: nameField,
    dns_token: Type.Optional(token('Token of the DNS provider with edit rights on DNS.')),
  }),
  success: { status: 201, schema: domainSchema },
  errors: [
    'missing_field',
    'invalid_field',
    'address_not_confirmed',
    'domain_limit_reached',
    'domain_exists',
    'invalid_dns_token',
    'dns_zone_not_found',
  ],
  handle: createDomain,
})

async function createDomain(call: Call<{ name: string; dns_token?: string }>): Promise<Answer> {
  const { world, tenant, body, language } = call
  await mustBeConfirmed(world, tenant.accountId)
  const name = domainName(body.name)
  const tested = await testedDomain(world.db, ownerOf(call), name)
  if (tested !== null) return takeOver(call, tested)
  await lookAhead(world, tenant.projectId, name)
  const prepared = await prepareDomain(world, tenant.projectId, body.name)
  const takeBack =
    body.dns_token === undefined
      ? null
      : await publish(world, {
          domain: prepared.name,
          records: recordsToBe(call, prepared),
          token: body.dns_token,
          param: 'dns_token',
        })
  try {
    return await claimDomain(world, name, use =>
      call.commit(async tx => {
        await use(tx)
        const domain = await addDomain(tx, world, ownerOf(call), prepared)
        return { status: 201, body: showDomain(world, domain, language) }
      }),
    )
  } catch (error) {
    await takeBack?.()
    throw error
  }
}

/** What a test key has registered becomes a live key's own. */
async function takeOver(
  call: Call<{ name: string; dns_token?: string }>,
  domain: Domain,
): Promise<Answer> {
  const { world, body, language } = call
  if (body.dns_token !== undefined) {
    const records = recordsOf(world, domain)
    await publish(world, {
      domain: domain.name,
      records,
      token: body.dns_token,
      param: 'dns_token',
    })
  }
  return call.commit(async tx => {
    const { project_id: projectId, id, name } = domain
    const isKept = await markLive(tx, projectId, id)
    // Removed at this very moment: then it is made, which is otherwise not done in a transaction.
    const own = isKept
      ? domain
      : await addDomain(tx, world, ownerOf(call), await prepareDomain(world, projectId, name))
    return { status: 201, body: showDomain(world, own, language) }
  })
}

/** The records of a domain that is not registered yet. */
function recordsToBe({ world }: Pick<Call, 'world'>, prepared: PreparedDomain): DnsRecord[] {
  const created_at = new Date(world.clock.now()).toISOString()
  return recordsOf(world, {
    name: prepared.name,
    return_path: prepared.returnPath,
    tracking: prepared.tracking,
    keys: prepared.keys.map(key => ({
      id: key.id,
      algorithm: key.algorithm,
      selector: key.selector,
      dns_value: key.dnsValue,
      state: 'active',
      verified: false,
      created_at,
    })),
  })
}

const claim = route({
  method: 'POST',
  path: '/v1/domains/claim',
  name: 'domains.claim',
  scope: 'admin',
  changes: 'nothing',
  summary: 'Claim a domain that somebody else has registered without proof',
  description:
    'The answer holds one TXT record. Once it is published, verifying the claim by its id removes ' +
    'the unproved registration and registers the domain in this project.',
  body: Type.Object({ name: nameField }),
  success: { status: 201, schema: domainSchema },
  errors: [
    'missing_field',
    'invalid_field',
    'address_not_confirmed',
    'domain_limit_reached',
    'domain_exists',
  ],
  handle: async call => {
    const { world, tenant, language } = call
    const name = domainName(call.body.name)
    await mustBeConfirmed(world, tenant.accountId)
    await lookAheadOfClaim(world, tenant.projectId, name)
    return call.commit(async tx => {
      const laid = await layClaim(tx, world, { ...ownerOf(call), name })
      return { status: 201, body: showClaim(laid, null, language) }
    })
  },
})

// Reading ----------------------------------------------------------------------------------------

const list = route({
  method: 'GET',
  path: '/v1/domains',
  name: 'domains.list',
  scope: 'read',
  summary: 'List sending domains',
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(domainSchema) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query, language }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'dom',
      find: id => domainPosition(world.db, tenant.projectId, id),
      read: (before, count) => listDomains(world.db, tenant.projectId, { before, count }),
      show: domain => showDomain(world, domain, language),
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/domains/{id}',
  name: 'domains.get',
  scope: 'read',
  summary: 'Read one domain with its DNS records',
  params: idParams,
  success: { status: 200, schema: domainSchema },
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, language } = call
    const laid = await openClaim(call)
    if (laid) return { status: 200, body: showClaim(laid, null, language) }
    return { status: 200, body: showDomain(world, await mustFind(call), language) }
  },
})

// Verifying and changing -------------------------------------------------------------------------

const verify = route({
  method: 'POST',
  path: '/v1/domains/{id}/verify',
  name: 'domains.verify',
  scope: 'admin',
  changes: 'nothing',
  summary: 'Look at the DNS records of a domain now',
  description: 'Also of a claim: then the answer is the new domain once the proof is found.',
  params: idParams,
  success: { status: 200, schema: domainSchema },
  errors: ['resource_not_found', 'domain_limit_reached', 'domain_exists'],
  handle: async call => {
    const laid = await openClaim(call)
    return laid ? verifyClaim(call, laid) : verifyOne(call)
  },
})

async function verifyOne(call: OneCall): Promise<Answer> {
  const { world, language } = call
  const domain = await mustFind(call)
  const look = await lookAtAll(world, domain)
  const answer = await call.commit(async tx => {
    await writeLook(tx, world, domain, look)
    const after = await findDomain(tx, domain.project_id, domain.id)
    if (!after) throw new Refusal('resource_not_found')
    return { status: 200, body: showDomain(world, after, language) }
  })
  senderChanged(world)
  return answer
}

async function verifyClaim(call: OneCall, laid: Claim): Promise<Answer> {
  const { world, language } = call
  const look = await lookAtClaim(world, laid)
  if (look.status !== 'verified') {
    return call.commit(async () => ({ status: 200, body: showClaim(laid, look, language) }))
  }
  const prepared = await prepareDomain(world, call.tenant.projectId, laid.name)
  const answer = await claimDomain(world, laid.name, use =>
    call.commit(async tx => {
      await use(tx)
      const domain = await winClaim(tx, world, laid, prepared)
      return { status: 200, body: showDomain(world, domain, language) }
    }),
  )
  senderChanged(world)
  return answer
}

const publishRecords = route({
  method: 'POST',
  path: '/v1/domains/{id}/dns',
  name: 'domains.publish',
  scope: 'admin',
  changes: 'nothing',
  summary: 'Publish the DNS records of a domain at its DNS provider',
  description: 'All records or none. The token is used once and never stored.',
  params: idParams,
  body: Type.Object({ token: token('Token of the DNS provider with edit rights on DNS.') }),
  success: { status: 200, schema: domainSchema },
  errors: ['missing_field', 'resource_not_found', 'invalid_dns_token', 'dns_zone_not_found'],
  handle: async call => {
    const { world, language } = call
    const publishing = { token: call.body.token, param: 'token' }
    const laid = await openClaim(call)
    const domain = laid ? null : await mustFind(call)
    const records = laid ? [claimRecord(laid)] : recordsOf(world, domain!)
    await publish(world, { ...publishing, domain: (laid ?? domain!).name, records })
    return call.commit(async () => ({
      status: 200,
      body: laid ? showClaim(laid, null, language) : showDomain(world, domain!, language),
    }))
  },
})

const rotate = route({
  method: 'POST',
  path: '/v1/domains/{id}/rotate-keys',
  name: 'domains.rotateKeys',
  scope: 'admin',
  changes: { of: ofPath },
  summary: 'Replace the DKIM keys of a verified domain',
  description:
    'Shows the records of new keys beside the old ones. Each new key takes over once a ' +
    'verification finds its record; leave the old record in place for a week after that.',
  params: idParams,
  success: { status: 200, schema: domainSchema },
  errors: ['resource_not_found', 'invalid_field'],
  handle: async call => {
    const { world, language } = call
    const domain = await rotateKeys(world, await mustFind(call))
    return call.commit(async () => ({ status: 200, body: showDomain(world, domain, language) }))
  },
})

const remove = route({
  method: 'DELETE',
  path: '/v1/domains/{id}',
  name: 'domains.delete',
  scope: 'admin',
  changes: { of: ofPath },
  summary: 'Remove a domain',
  description:
    'Nothing can be sent from it any more. Its keys are kept for seven days, in which a member can ' +
    'restore it in the dashboard, and are deleted then.',
  params: idParams,
  success: deleted,
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, tenant, params } = call
    const id = read('dom', params.id)
    const take = async (tx: Tx): Promise<boolean> => {
      if (id === null) return false
      if (await deleteClaim(tx, tenant.projectId, id)) return true
      const domain = await findDomain(tx, tenant.projectId, id)
      await endDomainNotices(tx, world, { project_id: tenant.projectId, id })
      if (domain === null) return false
      const { name } = domain
      await keepDeleted(tx, world, domainNoun, { projectId: tenant.projectId, id, name })
      if (!(await deleteDomain(tx, tenant.projectId, id))) throw new Refusal('resource_not_found')
      await tellDomain(tx, world, 'domain.deleted', [domain])
      return true
    }
    if (!(await world.db.transaction(take))) throw new Refusal('resource_not_found')
    senderChanged(world)
    return { status: 200, body: { id: params.id, deleted: true } }
  },
})

export const domainRoutes: readonly Route[] = [
  create,
  claim,
  list,
  get,
  verify,
  publishRecords,
  rotate,
  remove,
]
