/** The cashier of this node, made once: nothing of a provider is loaded where the operator collects. */

import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { Cashier } from './cashier.ts'
import { providerOf } from './provider.ts'

const sharedCashier: Part<Promise<Cashier | null>, World> = {
  name: 'cashier',
  async make(world) {
    if (providerOf(world.settings) !== 'stripe') return null
    const { stripeCashier } = await import('./stripe-cashier.ts')
    return stripeCashier(world)
  },
}

/** Null: the operator is it. */
export const cashierOf = (world: World): Promise<Cashier | null> =>
  world.runtime.get(sharedCashier, world)
