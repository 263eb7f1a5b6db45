/** How the certificates by ACME stand, for the doctor and for the metrics. */
import type { World } from '#kernel/world/world.ts'
import type { Problem } from './problems.ts'
import { wantedMs } from './renew.ts'
import { type CertificateState, findAccountState, selectStates } from './store.ts'

export type CertificateStatus = CertificateState

interface AuthorityTrouble {
  readonly problem: Problem
  readonly detail: string
  readonly nextTryAt: Date
}

interface CertificatesStatus {
  /** Why nothing is ordered at all; null: nothing stands in the way. */
  readonly authority: AuthorityTrouble | null
  /** Of names that are wanted; those without one in front, then the one that ends first. */
  readonly certificates: readonly CertificateStatus[]
}

export async function certificateStatus({
  db,
  clock,
  settings,
}: Pick<World, 'clock' | 'db' | 'settings'>): Promise<CertificatesStatus> {
  const [account, certificates] = await Promise.all([
    findAccountState(db, settings.MALOTE_ACME_DIRECTORY_URL),
    selectStates(db, clock.now() - wantedMs),
  ])
  const problem = account?.problem ?? null
  const authority = account === null || problem === null ? null : { ...account, problem }
  return { authority, certificates }
}

export interface CertificateCounts {
  readonly good: number
  /** They hold, and the last try to renew them failed. */
  readonly failing: number
  /** None, or one that has ended. */
  readonly missing: number
  /** ms since 1970; null where there is none. */
  readonly firstEndsAt: number | null
}

/** null: they do not come by themselves. */
export async function certificateCounts(
  world: Pick<World, 'clock' | 'db' | 'settings'>,
): Promise<CertificateCounts | null> {
  if (world.settings.MALOTE_ACME === 'off') return null
  const { certificates } = await certificateStatus(world)
  const now = world.clock.now()
  const ends = certificates.flatMap(({ endsAt }) => endsAt?.getTime() ?? [])
  const holding = certificates.filter(({ endsAt }) => endsAt !== null && endsAt.getTime() > now)
  const failing = holding.filter(({ problem }) => problem !== null).length
  return {
    good: holding.length - failing,
    failing,
    missing: certificates.length - holding.length,
    firstEndsAt: ends.length === 0 ? null : Math.min(...ends),
  }
}
