/**
 * Against squatting: a name that somebody has registered and not proved can be claimed. The claim
 * is one TXT record; a verification that finds it takes the name from the unproved registration
 * (whose owner is told) and goes on as a new domain. A verified name cannot be claimed
 * (docs/contract.md#claiming-a-domain).
 */

import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { type Claim, countClaims, deleteClaim, insertClaim } from './claims-store.ts'
import { type DomainWorld, tellDomain } from './domain-events.ts'
import { addDomain, type PreparedDomain } from './domains.ts'
import { hintFor } from './hints.ts'
import { notifyProject } from './notify.ts'
import { type DnsRecord, lookUp, type RecordCheck } from './records.ts'
import { type Domain, deleteUnproved, findDomainByName } from './store.ts'

/** Enough for any company; each is a row for two weeks. */
const maxClaims = 100

interface NewClaim {
  readonly projectId: Uuid
  readonly name: string
  readonly madeBy: Mode
}

/** Lays a claim to a name in the caller's transaction. */
export async function layClaim(
  tx: Tx,
  world: Pick<World, 'ids' | 'clock' | 'random'>,
  { projectId, name, madeBy }: NewClaim,
): Promise<Claim> {
  if ((await countClaims(tx, projectId)) >= maxClaims) {
    throw new Refusal('domain_limit_reached', {
      why: {
        en: `A project has at most ${maxClaims} open claims. Prove or delete some first.`,
        pt: `Um projeto tem no máximo ${maxClaims} reivindicações abertas. Comprove ou exclua algumas primeiro.`,
      },
    })
  }
  const now = world.clock.now()
  const claim = {
    project_id: projectId,
    id: world.ids.next(),
    name,
    token: world.random.bytes(16).toString('hex'),
    made_by_mode: madeBy,
  }
  await insertClaim(tx, { ...claim, createdAt: now })
  return { ...claim, created_at: new Date(now) }
}

/** The record that proves a claim. */
export function claimRecord(claim: Claim): DnsRecord {
  return {
    key: 'claim',
    purpose: 'claim',
    type: 'TXT',
    name: `_malote-claim.${claim.name}`,
    value: `malote-claim=${claim.token}`,
    ttl: 300,
    required: true,
  }
}

/** Looks for the proof. */
export function lookAtClaim(world: Pick<World, 'dns'>, claim: Claim): Promise<RecordCheck> {
  return lookUp(world, claimRecord(claim))
}

/** The proof was found: the name changes hands. */
export async function winClaim(
  tx: Tx,
  world: DomainWorld,
  claim: Claim,
  prepared: PreparedDomain,
): Promise<Domain> {
  if (!(await deleteClaim(tx, claim.project_id, claim.id))) throw new Refusal('resource_not_found')
  const unproved = await findDomainByName(tx, claim.name)
  for (const projectId of await deleteUnproved(tx, claim.name)) {
    if (unproved?.project_id === projectId) {
      await tellDomain(tx, world, 'domain.deleted', [unproved])
    }
    await notifyProject(tx, world, projectId, {
      level: 'error',
      code: 'domain_claimed',
      data: { name: claim.name },
      text: {
        en: `${inOwnLetters(claim.name)} was removed: somebody else has proved in DNS that the name is theirs.`,
        pt: `${inOwnLetters(claim.name)} foi removido: outra pessoa comprovou no DNS que o nome é dela.`,
      },
    })
  }
  const madeBy = claim.made_by_mode ?? 'live'
  return addDomain(
    tx,
    world,
    { projectId: claim.project_id, madeBy },
    { ...prepared, id: claim.id },
  )
}

/** A claim in the shape of a domain, with its one record. */
export function showClaim(
  claim: Claim,
  look: RecordCheck | null,
  language: Language,
): Record<string, unknown> {
  const { key: _key, ...record } = claimRecord(claim)
  const check = look ?? { status: 'pending' as const }
  return {
    id: show('dom', claim.id),
    name: claim.name,
    status: 'pending',
    records: [
      {
        ...record,
        status: check.status,
        ...(check.found === undefined ? {} : { found: check.found }),
        hint: hintFor(claimRecord(claim), check)?.[language],
      },
    ],
    created_at: claim.created_at.toISOString(),
  }
}
