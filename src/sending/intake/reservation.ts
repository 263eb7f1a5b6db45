/**
 * Room for mail on its way in, of all callers and ways together: reading, checking and writing an
 * email takes several times its size, and a small machine has not much of it. The first bytes of
 * each are free, so that nothing but large mail ever waits.
 */
import { type Reservation, reserveIn, roomsOf } from '#kernel/base/memory-budget.ts'
import type { World } from '#kernel/world/world.ts'

export const freeBytes = 1024 * 1024
/** Twice the largest body. */
const maxBytes = 80 * 1024 * 1024

const roomOf = roomsOf(maxBytes)

/** For one email of a customer; to be left when it is written. */
export function reservationFor({ db }: Pick<World, 'db'>, tenant: string): Reservation {
  return reserveIn(roomOf(db), tenant)
}
