/**
 * The link to a domain's DNS records: made and revoked by members, opened by whoever has it. What it
 * shows carries no id, no account, and nothing that DNS does not tell everybody.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import {
  linkOf,
  makeLink,
  mustFindOwn,
  type OpenLink,
  revokeLink,
  visitLink,
} from '#sending/domains/links.ts'
import { domainSchema, showDomain } from '#sending/domains/serialize.ts'
import { type DashboardCall, type DashboardRoute, openRoute } from './dashboard-call.ts'

const moment = Type.String({ format: 'date-time' })
const params = Type.Object({ id: Type.String({ description: 'dom_…' }) })
const linkSchema = Type.Object(
  { token: Type.String({ description: 'For `/dns?token=`.' }), expires_at: moment },
  { $id: 'DomainLink' },
)

type OneCall = Call<unknown, unknown, { id: string }>

const mustFind = ({ world, tenant, params: { id } }: OneCall) =>
  mustFindOwn(world, tenant.projectId, id)

const showLink = ({ token, expiresAt }: OpenLink) => ({
  token,
  expires_at: expiresAt.toISOString(),
})

/** Of projects. */
export const domainLinkRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/domains/{id}/link',
    name: 'domainLink.get',
    scope: 'read',
    summary: 'The link to the DNS records of a domain, if there is one',
    params,
    success: {
      status: 200,
      schema: Type.Object({ link: Type.Union([linkSchema, Type.Null()]) }),
    },
    errors: ['resource_not_found'],
    async handle(call) {
      const link = await linkOf(call.world, await mustFind(call))
      return { status: 200, body: { link: link && showLink(link) } }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/domains/{id}/link',
    name: 'domainLink.create',
    scope: 'admin',
    changes: 'nothing',
    summary: 'Make a link that shows the DNS records of a domain for 14 days, without a session',
    params,
    success: { status: 201, schema: linkSchema },
    errors: ['resource_not_found'],
    handle: async call => ({
      status: 201,
      body: showLink(await makeLink(call.world, await mustFind(call))),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/domains/{id}/link',
    name: 'domainLink.delete',
    scope: 'admin',
    changes: 'nothing',
    summary: 'Revoke the link to the DNS records of a domain',
    params,
    success: deleted,
    errors: ['resource_not_found'],
    async handle(call) {
      const isRevoked = await revokeLink(call.world, await mustFind(call))
      if (!isRevoked) throw new Refusal('resource_not_found')
      return { status: 200, body: { id: call.params.id, deleted: true } }
    },
  }),
]

const { name, status, records } = domainSchema.properties
const sharedSchema = Type.Object(
  {
    name,
    status,
    records,
    checked_at: Type.Union([moment, Type.Null()]),
    expires_at: moment,
  },
  { $id: 'SharedDomain' },
)
const token = Type.String({ minLength: 1, maxLength: 200 })

async function shown(visit: DashboardCall<{ token: string }>, looks: boolean) {
  const { world, body, address, language } = visit
  const { domain, expiresAt } = await visitLink(world, { token: body.token, address, looks })
  const { name, status, records } = showDomain(world, domain, language)
  return {
    status: 200,
    body: {
      ...{ name, status, records },
      checked_at: domain.checked_at?.toISOString() ?? null,
      expires_at: expiresAt.toISOString(),
    },
  } as const
}

/** For whoever has the token. */
export const sharedDomainRoutes: readonly DashboardRoute[] = [
  openRoute({
    method: 'POST',
    path: '/domain-link/look',
    name: 'sharedDomain.look',
    summary: 'The DNS records that a link shows',
    body: Type.Object({ token }),
    success: { status: 200, schema: sharedSchema },
    errors: ['invalid_field', 'rate_limited'],
    handle: visit => shown(visit, false),
  }),
  openRoute({
    method: 'POST',
    path: '/domain-link/verify',
    name: 'sharedDomain.verify',
    summary: 'Ask DNS for the records that a link shows',
    body: Type.Object({ token }),
    success: { status: 200, schema: sharedSchema },
    errors: ['invalid_field', 'rate_limited'],
    handle: visit => shown(visit, true),
  }),
]
