/** Resend's calls on domains, and on claims to them. */
import type {
  DomainClaim,
  DomainClaimRecord,
  GetDomainClaimResponseSuccess,
  RemoveDomainsResponseSuccess,
  UpdateDomainsResponseSuccess,
  VerifyDomainsResponseSuccess,
} from 'resend'
import { Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'
import type { Answer, Route } from '#kernel/routes/route.ts'
import {
  type DomainInResendForm,
  fixed,
  headInResendForm as head,
  domainInResendForm as shown,
} from '#sending/domains/resend-form.ts'
import type { ShownDomain } from '#sending/domains/serialize.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  refuseField,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'

export const domainRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/domains',
    name: 'domains.create',
    scope: 'admin',
    status: 201,
    summary: 'Register a domain',
    takesBody: true,
    handle: call => through('domains.create', call, { body: named(call) }, shown),
  }),
  theirRoute({
    method: 'GET',
    path: '/domains',
    name: 'domains.list',
    scope: 'read',
    summary: 'List domains',
    query: Type.Object(theirPage),
    handle: call => through('domains.list', call, { query: pageAsked(call.query) }, listed(head)),
  }),
  theirRoute({
    method: 'GET',
    path: '/domains/{id}',
    name: 'domains.get',
    scope: 'read',
    summary: 'Read one domain',
    handle: call =>
      through(
        'domains.get',
        call,
        { params: call.params },
        (domain: ShownDomain): WholeDomain => ({ object: 'domain', ...shown(domain) }),
      ),
  }),
  theirRoute({
    method: 'PATCH',
    path: '/domains/{id}',
    name: 'domains.update',
    scope: 'admin',
    summary: 'Change what cannot be changed: taken where it asks for what holds anyway',
    takesBody: true,
    handle: updateDomain,
  }),
  theirRoute({
    method: 'POST',
    path: '/domains/{id}/verify',
    name: 'domains.verify',
    scope: 'admin',
    summary: 'Look at the DNS records now',
    handle: call => through('domains.verify', call, { params: call.params }, mentioned),
  }),
  theirRoute({
    method: 'DELETE',
    path: '/domains/{id}',
    name: 'domains.remove',
    scope: 'admin',
    summary: 'Remove a domain',
    handle: call =>
      through(
        'domains.delete',
        call,
        { params: call.params },
        (answer: RemovalAnswer): RemoveDomainsResponseSuccess => ({ object: 'domain', ...answer }),
      ),
  }),
  theirRoute({
    method: 'POST',
    path: '/domains/claim',
    name: 'domains.claim',
    scope: 'admin',
    status: 201,
    summary: 'Claim a domain',
    takesBody: true,
    handle: call => through('domains.claim', call, { body: named(call) }, showClaim),
  }),
  theirRoute({
    method: 'GET',
    path: '/domains/{id}/claim',
    name: 'domains.getClaim',
    scope: 'read',
    summary: 'Read a claim',
    handle: call => through('domains.get', call, { params: call.params }, showClaim),
  }),
  theirRoute({
    method: 'POST',
    path: '/domains/{id}/claim/verify',
    name: 'domains.verifyClaim',
    scope: 'admin',
    summary: 'Look for the proof of a claim',
    handle: call => through('domains.verify', call, { params: call.params }, showClaim),
  }),
]

type RemovalAnswer = Omit<RemoveDomainsResponseSuccess, 'object'>
type WholeDomain = DomainInResendForm & { readonly object: 'domain' }

const mentioned = ({
  id,
}: ShownDomain): UpdateDomainsResponseSuccess & VerifyDomainsResponseSuccess => ({
  object: 'domain',
  id,
})

/** Where and how mail leaves is the operator's to say, so all but the name is passed over. */
function named({ body }: Theirs): Fields {
  const { name } = fieldsOf(body)
  return name == null ? {} : { name }
}

function updateDomain(call: Theirs): Promise<Answer> {
  const holds = { ...fixed, tls: 'opportunistic', tracking_subdomain: 'links' } as Fields
  for (const [name, value] of Object.entries(fieldsOf(call.body))) {
    if (value == null || isWithin(value, holds[name])) continue
    refuseField(name, {
      en: `${name} cannot be changed per domain: what is tracked follows from the stream, and TLS from what the recipient's domain demands.`,
      pt: `${name} não pode ser alterado por domínio: o rastreamento depende do fluxo, e o TLS, do que o domínio do destinatário exige.`,
    })
  }
  return through('domains.get', call, { params: call.params }, mentioned)
}

/** Whether a value, or each field of an object, is what holds. */
function isWithin(asked: unknown, holds: unknown): boolean {
  if (typeof asked !== 'object' || asked === null || typeof holds !== 'object')
    return asked === holds
  return Object.entries(asked).every(([name, one]) => one === (holds as Fields | null)?.[name])
}

// Claims -----------------------------------------------------------------------------------------

const claimMs = 14 * dayMs

/** Theirs, but for the region; a domain that was never claimed, or is won, has nothing to publish. */
type ShownClaim = Omit<DomainClaim, 'region' | 'record'> &
  Pick<GetDomainClaimResponseSuccess, 'object'> &
  Pick<typeof fixed, 'region'> & { readonly record: DomainClaimRecord | null }

/** A claim has the id that the domain will have; a domain has been won, or never had to be. */
function showClaim({ id, name, created_at, status, records: [record] }: ShownDomain): ShownClaim {
  const open = record?.purpose === 'claim' ? record : null
  return {
    object: 'domain_claim',
    id,
    name,
    status: open === null ? 'completed' : status,
    domain_id: id,
    region: fixed.region,
    record: open && { type: 'TXT', name: open.name, value: open.value, ttl: 'Auto' },
    blocked_reason: null,
    failure_reason: null,
    created_at,
    expires_at: new Date(Date.parse(created_at) + claimMs).toISOString(),
  }
}
