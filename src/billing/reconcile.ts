/** Comparing what is here with what the provider has, and with itself. Only findings come of it. */
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { lookAt } from './look.ts'
import { type Difference, selectDifferences, selectPayers, settleDifference } from './store.ts'

const lookBackMs = 60 * 86_400_000
/** Calls to the provider a second: about five a look. */
const restMs = 1_000

/** Looks at every account with money in the last 60 days; returns how many, and all findings. */
export async function reconcile(
  world: World,
): Promise<{ readonly checked: number; readonly differences: readonly Difference[] }> {
  const ids = await selectPayers(world.db, new Date(world.clock.now() - lookBackMs))
  const isOutside = world.settings.MALOTE_BILLING === 'stripe'
  for (const [i, id] of ids.entries()) {
    if (isOutside && i > 0) await world.clock.sleep(restMs)
    await lookAt(world, id)
  }
  return { checked: ids.length, differences: await selectDifferences(world.db) }
}

export const showDifference = (one: Difference, language: 'en' | 'pt') => ({
  id: show('dif', one.id),
  kind: one.kind,
  account_id: one.accountId === null ? null : show('acc', one.accountId),
  invoice_id: one.invoiceId === null ? null : show('bil', one.invoiceId),
  text: one[language],
  since: one.since.toISOString(),
})

/** What nobody has settled yet, oldest first. */
export const findings = ({ db }: Pick<World, 'db'>): Promise<Difference[]> => selectDifferences(db)

/** Somebody has looked into it; null: there is no such finding. */
export const settleFinding = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  id: Uuid,
): Promise<Difference | null> => settleDifference(db, id, new Date(clock.now()))
