/** Comparing what is here with what the provider has, and with itself. Only findings come of it. */
import { dayMs, hourMs } from '#kernel/base/durations.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { findingOfRefund, selectRefundsByHand, updateRefund } from '../invoices/invoice-store.ts'
import {
  type Difference,
  selectDifferences,
  selectPayers,
  selectUnseen,
  settleDifference,
} from '../store.ts'
import { lookAt } from './look.ts'
import { placeOf, serviceOf } from './provider.ts'
import { cashierOf } from './shared-cashier.ts'

const lookBackMs = 60 * dayMs
/** Calls to the provider a second: about five a look. */
const restMs = 1_000

/** Slices are jobs, and jobs wait for each other: no longer than this, and the look in hand. */
const sliceMs = 2_000
const maxOfSlice = 20
/** From one round to the next: who could not be looked at is tried again then. */
const roundMs = hourMs
const firstId = '00000000-0000-0000-0000-000000000000' as Uuid

const sharedPlace: Part<{ after: Uuid; fromMs: number }, World> = {
  name: 'billing reconciliation',
  make: () => ({ after: firstId, fromMs: 0 }),
}

/**
 * Looks at some of those at whom nobody has looked for a day. Where a node begins anew it meets only
 * who is still left; one who cannot be looked at does not keep the others from it.
 */
export async function reconcileSome(world: World): Promise<void> {
  const { db, clock } = world
  if ((await cashierOf(world)) === null) return
  const place = world.runtime.get(sharedPlace, world)
  const now = clock.now()
  if (now < place.fromMs) return
  const ids = await selectUnseen(db, placeOf(world), {
    lookedBefore: new Date(now - dayMs),
    movedSince: new Date(now - lookBackMs),
    after: place.after,
    count: maxOfSlice,
  })
  if (ids.length === 0) Object.assign(place, { after: firstId, fromMs: now + roundMs })
  const begun = clock.monotonic()
  for (const id of ids) {
    place.after = id
    await lookAt(world, id).catch((error: unknown) =>
      world.log.error({ account: id, error: String(error) }, 'a look has failed'),
    )
    if (clock.monotonic() - begun >= sliceMs) return
  }
}

/** Looks at every account with money in the last 60 days; returns how many, and all findings. */
export async function reconcile(
  world: World,
): Promise<{ readonly checked: number; readonly differences: readonly Difference[] }> {
  const ids = await selectPayers(world.db, new Date(world.clock.now() - lookBackMs))
  const isOutside = serviceOf(world.settings) !== null
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

/** What nobody has settled yet, newest first. */
export const findings = ({ db }: Pick<World, 'db'>): Promise<Difference[]> => selectDifferences(db)

/** Somebody has looked into it, and given what it says is to be given; null: no such finding. */
export const settleFinding = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  id: Uuid,
): Promise<Difference | null> =>
  db.transaction(async tx => {
    const at = new Date(clock.now())
    const one = await settleDifference(tx, id, at)
    if (one?.accountId == null || one.invoiceId === null) return one
    for (const refund of await selectRefundsByHand(tx, one.accountId, one.invoiceId)) {
      if (findingOfRefund(refund) !== one.key) continue
      await updateRefund(tx, { ...refund, state: 'done', at })
    }
    return one
  })
