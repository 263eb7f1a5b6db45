/**
 * Looking at a domain's records in DNS and writing down what was found: verified, still verified,
 * broken, failed.
 */

import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { leaveSandbox } from '#tenants/trust/promote.ts'
import { updateKeys } from './dkim-keys-store.ts'
import { type DomainWorld, tellDomain } from './domain-events.ts'
import { keyChanges } from './keys.ts'
import { domainCauses, endDomainNotices, notifyProject } from './notify.ts'
import { type DnsRecord, lookAtAll } from './records.ts'
import { senderChanged } from './sender.ts'
import { showDomain } from './serialize.ts'
import {
  type Checks,
  type Domain,
  findDomain,
  findDomainById,
  lockDomain,
  updateDomain,
} from './store.ts'

/** By its id alone, for the operator. Throws Refusal. */
export async function mustFindDomain({ db }: Pick<World, 'db'>, id: Uuid): Promise<Domain> {
  const domain = await findDomainById(db, id)
  if (!domain) throw new Refusal('resource_not_found')
  return domain
}

/** The operator vouches: verified without a look at DNS, never re-checked. */
export async function trustDomain(world: World, id: Uuid): Promise<Domain> {
  const found = await mustFindDomain(world, id)
  await world.db.transaction(async tx => {
    const domain = await holdDomain(tx, found)
    if (!domain) throw new Refusal('resource_not_found')
    await updateDomain(tx, domain, {
      status: 'verified',
      vouched: true,
      checks: domain.checks,
      verifiedAt: domain.verified_at?.getTime() ?? world.clock.now(),
      checkedAt: domain.checked_at?.getTime() ?? null,
      brokenSince: null,
    })
    await endDomainNotices(tx, world, domain)
    await tellChange(tx, world, domain)
  })
  senderChanged(world)
  return (await findDomainById(world.db, id))!
}

/** Looks at DNS now and writes down what it says. */
export const verifyDomain = async (world: World, domain: Domain): Promise<Domain> =>
  (await lookNow(world, domain)).domain

/** The same for who waits for it, and wants to know what DNS did not answer about. */
export async function lookNow(
  world: World,
  domain: Domain,
): Promise<{ domain: Domain; unanswered: readonly DnsRecord[] }> {
  const look = await lookAtAll(world, domain)
  await world.db.transaction(tx => writeLook(tx, world, domain, look))
  senderChanged(world)
  const after = await findDomain(world.db, domain.project_id, domain.id)
  if (!after) throw new Refusal('resource_not_found')
  return { domain: after, unanswered: look.unanswered }
}

type Look = Awaited<ReturnType<typeof lookAtAll>>

/** How long a verified domain may be broken before it falls back to failed. */
const brokenMs = 3 * dayMs

/**
 * Writes down what follows from a look at DNS: states, keys, notices, the way out of the sandbox.
 * DNS may have been slow: `seen` is the domain as the look found it, and what was vouched, verified
 * or removed meanwhile stays so.
 */
export async function writeLook(
  tx: Tx,
  world: DomainWorld,
  seen: Domain,
  look: Look,
): Promise<void> {
  const domain = await holdDomain(tx, seen)
  if (!domain || isOutdone(look, seen, domain)) return
  const now = world.clock.now()
  const brokenSince = look.complete ? null : brokenSinceOf(domain, look, now)
  const hasFailed = domain.status === 'failed'
  const failed = !hasFailed && brokenSince !== null && now - brokenSince >= brokenMs
  await updateDomain(tx, domain, {
    status: failed ? 'failed' : look.complete ? 'verified' : domain.status,
    vouched: domain.vouched,
    checks: look.checks,
    verifiedAt: domain.verified_at?.getTime() ?? (look.complete ? now : null),
    checkedAt: now,
    brokenSince,
  })
  await updateKeys(tx, domain, keyChanges(domain.keys, look.checks), now)
  if (look.complete && (domain.status !== 'verified' || domain.vouched)) {
    await leaveSandbox(tx, world, domain.project_id)
  }
  await tellChange(tx, world, domain)
  const { project_id: projectId } = domain
  if (look.complete) await endDomainNotices(tx, world, domain)
  if (failed) {
    await endDomainNotices(tx, world, domain)
    await notifyProject(tx, world, projectId, failedNotice(domain))
  } else if (hasFailed && look.complete) {
    await notifyProject(tx, world, projectId, restoredNotice(domain))
  } else if (brokenSince === now) {
    await notifyProject(tx, world, projectId, brokenNotice(domain))
  }
}

/** Webhooks hear of it where people would see it: by the status of the domain or of a record. */
async function tellChange(tx: Tx, world: DomainWorld, before: Domain): Promise<void> {
  const after = await findDomain(tx, before.project_id, before.id)
  if (after === null || seenOf(world, after) === seenOf(world, before)) return
  await tellDomain(tx, world, 'domain.updated', [after])
}

function seenOf(world: DomainWorld, domain: Domain): string {
  const { status, records } = showDomain(world, domain)
  const seen = (records as { purpose: string; name: string; status: string }[]).map(
    one => `${one.purpose} ${one.name} ${one.status}`,
  )
  return [status, ...seen].join()
}

/** The domain as it is now, held until the end of the transaction; null where it is gone. */
async function holdDomain(
  tx: Tx,
  { project_id, id }: Pick<Domain, 'project_id' | 'id'>,
): Promise<Domain | null> {
  await lockDomain(tx, project_id, id)
  return findDomain(tx, project_id, id)
}

/**
 * Whether another look was written while this one waited, and saw what this one did not: an old name
 * server must not take back what a current one has shown. A first proof is never outdone.
 */
function isOutdone(look: Look, seen: Domain, current: Domain): boolean {
  if (seen.checked_at?.getTime() === current.checked_at?.getTime()) return false
  if (look.complete && current.status !== 'verified') return false
  const isMissed = ([record, { status }]: [string, Checks[string]]): boolean =>
    status === 'verified' && look.checks[record]?.status !== 'verified'
  return look.unknown || Object.entries(current.checks).some(isMissed)
}

/** Since when a domain has lost its required records; an unanswered look-up says nothing. */
function brokenSinceOf(domain: Domain, look: Look, now: number): number | null {
  const before = domain.broken_since?.getTime() ?? null
  if (domain.status === 'failed') return before
  if (domain.status !== 'verified' || domain.vouched) return null
  return look.unknown ? before : (before ?? now)
}

const brokenNotice = ({ id, name }: Pick<Domain, 'id' | 'name'>) => ({
  level: 'warning' as const,
  code: 'domain_broken' as const,
  cause: domainCauses(id).broken,
  data: { domain_id: show('dom', id), name },
  text: {
    en: `Required DNS records of ${inOwnLetters(name)} are missing. Sending still works; if they are not back within 72 hours, the domain stops being verified.`,
    pt: `Faltam registros de DNS obrigatórios de ${inOwnLetters(name)}. O envio ainda funciona; se eles não voltarem em 72 horas, o domínio deixa de estar verificado.`,
  },
})

const failedNotice = ({ id, name }: Pick<Domain, 'id' | 'name'>) => ({
  level: 'error' as const,
  code: 'domain_failed' as const,
  cause: domainCauses(id).failed,
  data: { domain_id: show('dom', id), name },
  text: {
    en: `${inOwnLetters(name)} is no longer verified: its required DNS records have been missing for 72 hours. Nothing can be sent from it until they are back. Malote looks daily, after 30 days weekly, and at once when you ask for a verification.`,
    pt: `${inOwnLetters(name)} não está mais verificado: os registros de DNS obrigatórios estão ausentes há 72 horas. Nada pode ser enviado por ele até que voltem. O Malote consulta todos os dias, depois de 30 dias toda semana, e na hora quando você pede uma verificação.`,
  },
})

const restoredNotice = ({ id, name }: Pick<Domain, 'id' | 'name'>) => ({
  level: 'info' as const,
  code: 'domain_restored' as const,
  data: { domain_id: show('dom', id), name },
  text: {
    en: `${inOwnLetters(name)} is verified again: its required DNS records are back, and mail can be sent from it.`,
    pt: `${inOwnLetters(name)} está verificado de novo: os registros de DNS obrigatórios voltaram, e ele pode enviar e-mails.`,
  },
})
