/**
 * What goes with a deleted project: keys, webhooks, domains and claims at once, so that nothing is
 * posted any more and the names are free; suppressions in small batches, for there may be millions.
 * Mail that waits is not looked for: it is cancelled when its time comes (delivery/deliver.ts), and
 * forgotten with the rest (retention.ts). A job does the same again, for a node may die on the way,
 * and people who were written to before go on bouncing and unsubscribing.
 */

import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { webhookCacheTtlMs } from '#platform/webhooks/dispatch.ts'
import { deleteWebhooksOf } from '#platform/webhooks/store.ts'
import { deleteProject } from '#tenants/accounts/accounts.ts'
import { keysAreGone } from '#tenants/accounts/keys.ts'
import { deleteKeysOf, selectDeletedProjects } from '#tenants/accounts/store.ts'
import { senderChanged } from '../domains/sender.ts'
import { deleteDomainsOf } from '../domains/store.ts'
import { deleteListsOf } from '../suppression/store.ts'

/** Suppressions per statement: some milliseconds. */
const batchSize = 1_000
/** Between batches, so that deleting takes a fraction of the database's time. */
const restMs = 20
/** What somebody waits for; the job takes up the rest. */
const patienceMs = 1_000
const jobBudgetMs = 5_000

/** Deletes a project; resolves when nothing is posted or called any more in its name. */
export async function removeProject(
  world: Pick<World, 'db' | 'clock' | 'runtime' | 'signals'>,
  project: { readonly accountId: Uuid; readonly projectId: Uuid },
): Promise<void> {
  await deleteProject(world, project)
  // Or another node, which believes a key still, would let it create a webhook behind our back.
  await keysAreGone(world)
  await clear(world, [project.projectId], patienceMs)
  // Posts that were read as wanted go out before the answer.
  await world.clock.sleep(webhookCacheTtlMs)
}

export const deletedProjectsJob: PeriodicJob = {
  name: 'deleted projects',
  everyMs: 10 * 60_000,
  run: async world => clear(world, await selectDeletedProjects(world.db), jobBudgetMs),
}

async function clear(
  world: Pick<World, 'db' | 'clock' | 'runtime'>,
  projectIds: readonly Uuid[],
  budgetMs: number,
): Promise<void> {
  const deadline = world.clock.monotonic() + budgetMs
  await world.db.transaction(async tx => {
    await deleteKeysOf(tx, projectIds)
    await deleteWebhooksOf(tx, projectIds)
    await deleteDomainsOf(tx, projectIds)
  })
  senderChanged(world)
  while ((await deleteListsOf(world.db, projectIds, batchSize)) === batchSize) {
    if (world.clock.monotonic() >= deadline) return
    await world.clock.sleep(restMs)
  }
}
