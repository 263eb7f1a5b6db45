/**
 * Registering, verifying and removing sending domains. A name belongs to one project in the whole
 * installation. A domain begins `pending`, is `verified` once DNS shows its DKIM key and return path
 * (or the operator vouches), `failed` if those are gone for 72 hours, and `verified` again when a
 * look finds them, by itself or on request.
 */

import { getDomain } from 'tldts'
import { toASCII } from 'tr46'
import { assert } from '#kernel/base/assert.ts'
import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { domainOf } from '#kernel/mail/address.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { claimName, type DirectoryWorld } from '#tenants/accounts/directory/directory.ts'
import type { PlanName } from '#tenants/accounts/terms.ts'
import { nextPlan, plansOf } from '#tenants/limits/plans.ts'
import { insertKey } from './dkim-keys-store.ts'
import { type DomainWorld, tellDomain } from './domain-events.ts'
import { type PreparedKey, prepareKeys } from './keys.ts'
import {
  countDomainsOfAccount,
  type Domain,
  findDomain,
  findDomainByName,
  insertDomain,
  lockAccountOf,
  planOf,
  selectDomainsOf,
} from './store.ts'

/** A return path, 60 characters and the name, is an address and fits in 254 (RFC 5321 §4.5.3.1.3). */
const maxNameLength = 190

/** Nothing longer becomes a name of 253 octets, and of 256 KB to find that takes a tenth of a second. */
const maxGivenLength = 1_000
const strictly = { checkHyphens: true, useSTD3ASCIIRules: true, verifyDNSLength: true } as const

/** A domain name as it is stored: lower-case A-labels. Refuses what cannot be a sending domain. */
export function domainName(text: string, param = 'name'): string {
  const given = text.trim().replace(/\.$/, '')
  const name = given.length > maxGivenLength ? null : toASCII(given, strictly)
  const shape = /^(?!.*\.\.)([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/
  if (name !== null && name.length > maxNameLength) {
    throw new Refusal('invalid_field', {
      param,
      why: {
        en: `A sending domain has at most ${maxNameLength} characters.`,
        pt: `Um domínio de envio tem no máximo ${maxNameLength} caracteres.`,
      },
    })
  }
  if (name !== null && shape.test(name)) {
    if (getDomain(name, { allowPrivateDomains: true }) !== null) return name
    throw new Refusal('invalid_field', { param, why: suffix(name) })
  }
  throw new Refusal('invalid_field', {
    param,
    why: {
      en: 'This is not a domain name, such as mail.example.com.',
      pt: 'Isto não é um nome de domínio, como mail.example.com.',
    },
  })
}

/** Below it strangers register theirs (publicsuffix.org), so nobody can own its mail. */
const suffix = (name: string) => ({
  en: `${inOwnLetters(name)} is a public suffix, under which anybody registers domains; it is nobody's to send from.`,
  pt: `${inOwnLetters(name)} é um sufixo público, sob o qual qualquer um registra domínios; ninguém pode enviar por ele.`,
})

// Registering ------------------------------------------------------------------------------------

/** A domain before it is registered: an RSA key takes a tenth of a second, so not in a transaction. */
export interface PreparedDomain {
  readonly id: Uuid
  readonly name: string
  readonly returnPath: string
  readonly tracking: string
  readonly keys: readonly PreparedKey[]
}

export async function prepareDomain(
  world: Pick<World, 'ids' | 'random' | 'runtime'>,
  projectId: Uuid,
  text: string,
): Promise<PreparedDomain> {
  const name = domainName(text)
  const keys = await prepareKeys(world, projectId)
  return {
    id: world.ids.next(),
    name,
    returnPath: `bounce.${name}`,
    tracking: `links.${name}`,
    keys,
  }
}

/** Registers a prepared domain in the caller's transaction. */
export async function addDomain(
  tx: Tx,
  world: DomainWorld,
  { projectId, madeBy }: { readonly projectId: Uuid; readonly madeBy: Mode },
  prepared: PreparedDomain,
): Promise<Domain> {
  const { id, name, returnPath, tracking } = prepared
  const { settings } = world
  await refuseBeyondPlan({ db: tx, settings }, await lockAccountOf(tx, projectId))
  const createdAt = world.clock.now()
  const row = { projectId, id, name, returnPath, tracking, createdAt, madeBy }
  if (!(await insertDomain(tx, row))) throw nameTaken(name)
  for (const key of prepared.keys) {
    await insertKey(tx, { ...key, projectId, domainId: id, state: 'active', createdAt })
  }
  const domain = await findDomain(tx, projectId, id)
  assert(domain, 'a domain that was just inserted can be read')
  await tellDomain(tx, world, 'domain.created', [domain])
  return domain
}

/** Throws where a domain cannot be put back: its name is somebody's by now, or the plan is full. */
export async function mustHaveRoomFor(
  tx: Tx,
  settings: Settings,
  { projectId, name }: { readonly projectId: Uuid; readonly name: string },
): Promise<void> {
  await refuseBeyondPlan({ db: tx, settings }, await lockAccountOf(tx, projectId))
  if ((await findDomainByName(tx, name)) !== null) throw nameTaken(name)
}

export const nameTaken = (domain: string): Refusal =>
  new Refusal('domain_exists', { param: 'name', values: { domain: inOwnLetters(domain) } })

/** Refuses early what the transaction would refuse: before keys are made and networks asked. */
export async function lookAhead(
  world: Pick<World, 'db' | 'settings'>,
  projectId: Uuid,
  name: string,
): Promise<void> {
  const account = await planOf(world.db, projectId)
  refuseOperatorsName(world, account, name)
  await refuseBeyondPlan(world, account)
  if ((await findDomainByName(world.db, name)) !== null) throw nameTaken(name)
}

/**
 * A domain of the project that a test key has registered, for whoever registers it in live mode: it
 * becomes theirs as it stands, since its keys were never shown. null: there is none.
 */
export async function testedDomain(
  sql: Sql,
  { projectId, madeBy }: { readonly projectId: Uuid; readonly madeBy: Mode },
  name: string,
): Promise<Domain | null> {
  const domain = madeBy === 'test' ? null : await findDomainByName(sql, name)
  return domain?.project_id === projectId && domain.made_by_mode === 'test' ? domain : null
}

/** The same for a claim, which may be laid to a name that nobody has proved to be theirs. */
export async function lookAheadOfClaim(
  world: Pick<World, 'db' | 'settings'>,
  projectId: Uuid,
  name: string,
): Promise<void> {
  const account = await planOf(world.db, projectId)
  refuseOperatorsName(world, account, name)
  await refuseBeyondPlan(world, account)
  const holder = await findDomainByName(world.db, name)
  if (holder?.status === 'verified' || holder?.project_id === projectId) throw nameTaken(name)
}

/** The installation's own hosts are its operator's, who registers them by command. */
function refuseOperatorsName(
  { settings }: Pick<World, 'settings'>,
  account: { readonly isOperator: boolean } | null,
  name: string,
): void {
  const own = [
    settings.MALOTE_HOSTNAME,
    settings.MALOTE_RETURN_PATH_DOMAIN,
    new URL(settings.MALOTE_BASE_URL).hostname,
    domainOf(settings.MALOTE_SANDBOX_SENDER),
  ]
  if (account?.isOperator || !own.some(one => one.toLowerCase() === name)) return
  throw new Refusal('invalid_field', {
    param: 'name',
    why: {
      en: `${inOwnLetters(name)} is a name of this installation itself; its operator registers it by command.`,
      pt: `${inOwnLetters(name)} é um nome desta própria instalação; quem a opera o registra por comando.`,
    },
  })
}

async function refuseBeyondPlan(
  { db, settings }: { readonly db: Sql } & Pick<World, 'settings'>,
  account: { accountId: Uuid; plan: string } | null,
): Promise<void> {
  if (!account) throw new Refusal('resource_not_found')
  const plans = plansOf(settings)
  const limit = plans[account.plan as PlanName].domains
  if (limit === null || (await countDomainsOfAccount(db, account.accountId)) < limit) return
  const next = nextPlan(account.plan as PlanName) ?? 'enterprise'
  const room = plans[next].domains
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
  const prepared = await prepareDomain(world, input.projectId, input.name)
  return claimDomain(world, prepared.name, use =>
    world.db.transaction(async tx => {
      await use(tx)
      return addDomain(tx, world, { ...input, madeBy: 'live' }, prepared)
    }),
  )
}

/** Has a domain registered by the work, unless it is in another cell. */
export const claimDomain = <T>(
  world: DirectoryWorld,
  name: string,
  work: Parameters<typeof claimName<T>>[2],
): Promise<T> => claimName(world, { kind: 'domain', name, taken: () => nameTaken(name) }, work)

/** All domains of a project, by name. */
export const domainsOf = ({ db }: Pick<World, 'db'>, projectId: Uuid): Promise<Domain[]> =>
  selectDomainsOf(db, projectId)

// Verifying --------------------------------------------------------------------------------------
