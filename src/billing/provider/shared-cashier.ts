/** The cashier of this node, made once: nothing of a provider is loaded where the operator collects. */

import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import type { Cashier } from './cashier.ts'
import { serviceOf } from './provider.ts'
import { providerCode } from './provider-code.ts'

const sharedCashier: Part<Promise<Cashier | null>, World> = {
  name: 'cashier',
  async make(world) {
    const name = serviceOf(world.settings)
    return name === null ? null : (await providerCode[name]()).cashier(world)
  },
}

/** Null: the operator is it. */
export const cashierOf = (world: World): Promise<Cashier | null> =>
  world.runtime.get(sharedCashier, world)
