/** Asking the provider what has happened, for knocks that never came. */

import { dayMs } from '#kernel/base/durations.ts'
import { machineTime } from '#kernel/world/machine-time.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { hurry } from '../invoices/invoice-store.ts'
import { askToLook, clearKnock, insertKnock, selectCharges, selectWishes } from '../store.ts'
import type { Cashier, ProviderEvent } from './cashier.ts'
import { lookAt } from './look.ts'
import { isToldOf, placeOf } from './provider.ts'
import { cashierOf } from './shared-cashier.ts'

const everyMs = 10 * 60_000
const firstBackMs = 30 * dayMs

interface Cursor {
  atMs: number | null
  lookedAtMs: number
  /** It did not answer the last time, or has not been asked yet. */
  isAway: boolean
}
const sharedCursor: Part<Cursor, World> = {
  name: 'billing cursor',
  make: () => ({ atMs: null, lookedAtMs: 0, isAway: true }),
}

/** Every ten minutes; each minute where no knocks come at all. */
export async function pollProvider(world: World): Promise<void> {
  const cashier = await cashierOf(world)
  if (cashier === null) return
  const cursor = world.runtime.get(sharedCursor, world)
  const now = machineTime(world)
  if (isToldOf(world.settings) && now - cursor.lookedAtMs < everyMs) return
  // Events are told late at times: a little is read again, and costs nothing.
  const events = await cashier.since((cursor.atMs ?? now - firstBackMs) - everyMs)
  if (events.kind !== 'done') {
    cursor.isAway = true
    return
  }
  if (cursor.isAway) await hurry(world.db, new Date(world.clock.now()))
  cursor.isAway = false
  cursor.lookedAtMs = now
  cursor.atMs = now
  for (const event of events.value) await noteKnock(world, event)
}

/** Notes what the provider has told us of, and that a look is owed; a repeat is nothing. */
export async function noteKnock(
  world: World,
  { id, customer, charge }: ProviderEvent,
): Promise<void> {
  const at = new Date(world.clock.now())
  await world.db.transaction(async tx => {
    const isNew = await insertKnock(tx, { id, charge, at })
    if (isNew && customer !== null) await askToLook(tx, customer, placeOf(world))
  })
}

/** Looks at everybody for whom somebody has knocked. */
export async function lookAtWishes(world: World): Promise<void> {
  const cashier = await cashierOf(world)
  if (cashier === null) return
  await findOwners(world, cashier)
  for (const id of await selectWishes(world.db, placeOf(world))) {
    await lookAt(world, id).catch((error: unknown) =>
      world.log.error({ account: id, error: String(error) }, 'a look has failed'),
    )
  }
}

/** Knocks that name a charge alone: whose it is, the provider knows. */
async function findOwners(world: World, cashier: Cashier): Promise<void> {
  for (const { id, charge } of await selectCharges(world.db)) {
    const owner = await cashier.customerOfCharge(charge)
    // It is asked again in the next minute.
    if (owner.kind === 'unknown') return
    await world.db.transaction(async tx => {
      const isMine = await clearKnock(tx, id)
      const customer = owner.kind === 'done' ? owner.value : null
      if (isMine && customer !== null) await askToLook(tx, customer, placeOf(world))
    })
  }
}
