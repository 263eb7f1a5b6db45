/**
 * The ends of things: a person's data erased on request, a project removed, what is past its time
 * forgotten. Each module registers what that means for its own tables; the list of all of them is in
 * `boot/lifecycle.ts`. So a new module is part of every end as soon as it is in that list, and no
 * module reaches into another's tables.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'

export interface Lifecycle {
  readonly name: string
  /** Takes one person's data out of a project. */
  readonly eraseAddress?: (world: World, person: ErasureScope) => Promise<ErasureCounts | undefined>
  /** Removes what would act in the name of removed projects, in one transaction with the others. */
  readonly endProjects?: (tx: Tx, projectIds: readonly Uuid[]) => Promise<void>
  /** What this process remembers of them. */
  readonly projectsEnded?: (world: RemovingWorld) => void
  /** Removes a batch of what there may be millions of; false when nothing is left. */
  readonly clearProjects?: (world: RemovingWorld, projectIds: readonly Uuid[]) => Promise<boolean>
  /** Removes what is past its time, for about so long; what is left comes in the next run. */
  readonly retain?: (world: World, budgetMs: number) => Promise<void>
}

export type RemovingWorld = Pick<World, 'db' | 'clock' | 'runtime'>

/** Whose data go, and out of which modes: a test key reaches nothing that is live. */
export interface ErasureScope {
  readonly projectId: Uuid
  readonly address: string
  readonly modes: readonly Mode[]
  /** What has come since is of somebody who has come back. */
  readonly askedAt: number
}

export interface ErasureCounts {
  /** Emails from which the person was taken. */
  readonly emails: number
  /** Emails that are being sent at this moment: ask again in some minutes. */
  readonly underWay: number
}

/** Erases an address from a project (GDPR art. 17, LGPD art. 18). */
export async function eraseAddress(
  world: World,
  modules: readonly Lifecycle[],
  person: ErasureScope,
): Promise<ErasureCounts> {
  const total = { emails: 0, underWay: 0 }
  for (const module of modules) {
    const counts = await module.eraseAddress?.(world, person)
    total.emails += counts?.emails ?? 0
    total.underWay += counts?.underWay ?? 0
  }
  return total
}

/** Ends what acts in the name of removed projects. May be run again at any time. */
export async function endProjects(
  world: RemovingWorld,
  modules: readonly Lifecycle[],
  projectIds: readonly Uuid[],
): Promise<void> {
  await world.db.transaction(async tx => {
    for (const module of modules) await module.endProjects?.(tx, projectIds)
  })
  for (const module of modules) module.projectsEnded?.(world)
}

/** Removes one batch of what is large; false when nothing is left. */
export async function clearProjects(
  world: RemovingWorld,
  modules: readonly Lifecycle[],
  projectIds: readonly Uuid[],
): Promise<boolean> {
  for (const module of modules) if (await module.clearProjects?.(world, projectIds)) return true
  return false
}

/** Forgets what is past its time, each module for about `budgetMs`. */
export async function retain(
  world: World,
  modules: readonly Lifecycle[],
  budgetMs: number,
): Promise<void> {
  for (const module of modules) await module.retain?.(world, budgetMs)
}
