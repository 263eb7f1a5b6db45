/**
 * The memory budget for mail on its way in, over all callers and ways: reading, checking and writing
 * an email takes several times its size, and a small machine has little memory. The first bytes of
 * each are free, so that nothing but large mail ever waits.
 */
import {
  createMemoryBudget,
  type MemoryBudget,
  type Reservation,
  reserveIn,
} from '#kernel/base/memory-budget.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

export const freeBytes = 1024 * 1024
/** Twice the largest body. */
const maxBytes = 80 * 1024 * 1024

const incomingMail: Part<MemoryBudget, unknown> = {
  name: 'memory for incoming mail',
  make: () => createMemoryBudget(maxBytes),
}

/** For one email of a customer; to be released when it is written. */
export function reservationFor(world: Pick<World, 'runtime'>, tenant: string): Reservation {
  return reserveIn(world.runtime.get(incomingMail, world), tenant)
}
