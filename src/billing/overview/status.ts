/** How the whole installation stands with money. */
import type { World } from '#kernel/world/world.ts'
import { modeOf, providerOf } from '../provider/provider.ts'
import { countSubscriptions, lastKnock, selectDifferences } from '../store.ts'

export async function statusOf({ db, settings }: Pick<World, 'db' | 'settings'>) {
  const [states, differences, last] = await Promise.all([
    countSubscriptions(db),
    selectDifferences(db),
    lastKnock(db),
  ])
  return {
    provider: providerOf(settings),
    mode: modeOf(settings),
    active: states.active ?? 0,
    past_due: states.past_due ?? 0,
    differences: differences.length,
    last_event_at: last?.toISOString() ?? null,
  }
}
