/** What billing does by itself, some seconds apart, each minute and each night; nothing where nobody collects. */
import { dayMs, minuteMs } from '#kernel/base/durations.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { runDue } from './jobs.ts'
import { watchCard, watchSpending } from './overview/watch.ts'
import { lookAtWishes, pollProvider } from './provider/poll.ts'
import { reconcile, reconcileSome } from './provider/reconcile.ts'
import { cashierOf } from './provider/shared-cashier.ts'
import { deleteKnocks, selectPayers } from './store.ts'

/** Everything that the jobs of a minute would do, now. */
export async function runBilling(world: World): Promise<void> {
  await pollProvider(world)
  await lookAtWishes(world)
  await runDue(world, await cashierOf(world))
  await watchSpending(world)
}

/** Too many accounts for each minute: once a night, and when somebody asks for what is due. */
export async function watchCards(world: World): Promise<void> {
  const since = new Date(world.clock.now() - 60 * dayMs)
  for (const id of await selectPayers(world.db, since)) await watchCard(world, id)
}

const nightly = async (world: World): Promise<void> => {
  await deleteKnocks(world.db, new Date(world.clock.now() - 35 * dayMs))
  // With a provider that is too long for a job: it goes by slices.
  if ((await cashierOf(world)) === null) await reconcile(world)
  await watchCards(world)
}

export const billingJobs: readonly PeriodicJob[] = [
  { name: 'billing', everyMs: minuteMs, run: runBilling },
  { name: 'billing by night', everyMs: dayMs, run: nightly },
  { name: 'billing reconciliation', everyMs: 10_000, run: reconcileSome },
]
