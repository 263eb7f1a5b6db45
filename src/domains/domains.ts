/**
 * Registering, verifying and removing sending domains. A name belongs to one project in the whole
 * installation. A domain begins `pending`, is `verified` once DNS shows its DKIM key and return path
 * (or the operator vouches), and `failed` if those are gone for 72 hours.
 */
import { toASCII } from 'tr46'
import { Refusal } from '../base/errors.ts'
import type { Uuid } from '../base/ids.ts'
import { generateKeys } from '../mail/dkim-record.ts'
import type { Tx } from '../world/db.ts'
import type { World } from '../world/world.ts'
import { assert } from '../base/assert.ts'
import { lookAtAll } from './records.ts'
import { senderChanged } from './sender.ts'
import {
  countDomainsOfAccount, type Domain, findDomain, findDomainById, findDomainByName, insertDomain,
  insertKey, lockAccountOf, updateDomain, updateKeys,
} from './store.ts'

/** Domains per plan, over all projects of the account; null: no limit. */
export const domainsPerPlan: Readonly<Record<string, number | null>> = {
  free: 1,
  pro: 10,
  scale: 50,
  enterprise: null,
}
const planNames = ['free', 'pro', 'scale', 'enterprise']

/** A domain name as it is stored: lower-case A-labels. Refuses what cannot be a sending domain. */
export function domainName(text: string, param = 'name'): string {
  const name = toASCII(text.trim().replace(/\.$/, ''), {
    checkHyphens: true, useSTD3ASCIIRules: true, verifyDNSLength: true,
  })
  const valid = name !== null && /^(?!.*\.\.)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/.test(name)
  if (valid) return name
  throw new Refusal('invalid_field', {
    param,
    why: {
      en: 'This is not a domain name, such as mail.example.com.',
      pt: 'Isto não é um nome de domínio, como mail.example.com.',
    },
  })
}

/** Keys are made before the transaction: an RSA key takes a tenth of a second. */
export interface PreparedDomain {
  readonly name: string
  readonly keys: Awaited<ReturnType<typeof generateKeys>>
}

export async function prepareDomain(name: string): Promise<PreparedDomain> {
  return { name: domainName(name), keys: await generateKeys() }
}

/** Registers a prepared domain in the caller's transaction. */
export async function addDomain(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock'>,
  projectId: Uuid,
  { name, keys }: PreparedDomain,
): Promise<Domain> {
  await refuseBeyondPlan(tx, projectId)
  const id = world.ids.next()
  const now = world.clock.now()
  const label = id.slice(-6)
  const inserted = await insertDomain(tx, {
    projectId, id, name, returnPath: `bounce.${name}`, tracking: `links.${name}`, createdAt: now,
  })
  if (!inserted) throw new Refusal('domain_exists', { param: 'name', values: { domain: name } })
  for (const [algorithm, key, prefix] of [
    ['rsa', keys.rsa, 'm'],
    ['ed25519', keys.ed25519, 'me'],
  ] as const) {
    await insertKey(tx, {
      projectId, domainId: id, id: world.ids.next(), algorithm, selector: `${prefix}${label}`,
      privateKeyPem: key.privateKeyPem, dnsValue: key.dnsValue, state: 'active', createdAt: now,
    })
  }
  const domain = await findDomain(tx, projectId, id)
  assert(domain, 'a domain that was just inserted can be read')
  return domain
}

async function refuseBeyondPlan(tx: Tx, projectId: Uuid): Promise<void> {
  const account = await lockAccountOf(tx, projectId)
  if (!account) throw new Refusal('resource_not_found')
  const limit = domainsPerPlan[account.plan] ?? null
  if (limit === null || (await countDomainsOfAccount(tx, account.accountId)) < limit) return
  const next = planNames[planNames.indexOf(account.plan) + 1] ?? 'enterprise'
  const room = domainsPerPlan[next] ?? null
  throw new Refusal('domain_limit_reached', {
    why: {
      en: `The ${account.plan} plan has room for ${limit} domain(s), and all are in use. The ${next} plan has room for ${room ?? 'any number'}.`,
      pt: `O plano ${account.plan} permite ${limit} domínio(s), e todos estão em uso. O plano ${next} permite ${room ?? 'qualquer quantidade'}.`,
    },
  })
}

/** Registers a domain by itself (operator command, dashboard). */
export async function createDomain(
  world: World,
  input: { readonly projectId: Uuid; readonly name: string },
): Promise<Domain> {
  const prepared = await prepareDomain(input.name)
  return world.db.transaction(tx => addDomain(tx, world, input.projectId, prepared))
}

/** The operator vouches: verified without a look at DNS, never re-checked. */
export async function trustDomain(world: World, id: Uuid): Promise<Domain> {
  const domain = await findDomainById(world.db, id)
  if (!domain) throw new Refusal('resource_not_found')
  const now = world.clock.now()
  await world.db.transaction(tx =>
    updateDomain(tx, domain, {
      status: 'verified', vouched: true, checks: domain.checks, verifiedAt: domain.verified_at?.getTime() ?? now,
      checkedAt: domain.checked_at?.getTime() ?? null, brokenSince: null,
    }),
  )
  senderChanged(world)
  return (await findDomainById(world.db, id))!
}

export async function verifyDomainById(world: World, id: Uuid): Promise<Domain> {
  const domain = await findDomainById(world.db, id)
  if (!domain) throw new Refusal('resource_not_found')
  return verifyDomain(world, domain)
}

/** How long a verified domain may be broken before it falls back to failed. */
const brokenMs = 72 * 3_600_000

/** Looks at DNS now and writes down what it says. */
export async function verifyDomain(world: World, domain: Domain): Promise<Domain> {
  const look = await lookAtAll(world, domain)
  await world.db.transaction(tx => writeLook(tx, world, domain, look))
  senderChanged(world)
  const after = await findDomain(world.db, domain.project_id, domain.id)
  if (!after) throw new Refusal('resource_not_found')
  return after
}

export type Look = Awaited<ReturnType<typeof lookAtAll>>

/** The state that follows from a look at DNS. */
export async function writeLook(tx: Tx, world: Pick<World, 'clock'>, domain: Domain, look: Look): Promise<void> {
  const now = world.clock.now()
  const brokenSince =
    look.complete || look.unknown || domain.vouched || domain.status !== 'verified'
      ? look.complete ? null : (domain.broken_since?.getTime() ?? null)
      : (domain.broken_since?.getTime() ?? now)
  const failed = brokenSince !== null && now - brokenSince >= brokenMs && domain.status === 'verified' && !domain.vouched
  await updateDomain(tx, domain, {
    status: failed ? 'failed' : look.complete ? 'verified' : domain.status === 'failed' ? 'failed' : domain.status,
    vouched: domain.vouched,
    checks: look.checks,
    verifiedAt: look.complete ? (domain.verified_at?.getTime() ?? now) : (domain.verified_at?.getTime() ?? null),
    checkedAt: now,
    brokenSince,
  })
  await updateKeys(
    tx,
    domain,
    domain.keys.map(key => ({
      id: key.id,
      verified: look.checks[`dkim:${key.selector}`]?.status === 'verified',
      state: key.state,
    })),
  )
}

/** Whether a name is taken by anybody. */
export async function isRegistered(world: Pick<World, 'db'>, name: string): Promise<boolean> {
  return (await findDomainByName(world.db, name)) !== null
}
