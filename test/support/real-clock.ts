/** Clock and chance of the machine for tests of the sockets' side of the World. */
import { realClock, realRandom } from '#kernel/world/real/clock.ts'
import type { Clock } from '#kernel/world/world.ts'

export const machineClock = realClock()
export const machineRandom = realRandom()

export function turnableClock(): Clock & { turn(ms: number): void } {
  let ahead = 0
  return {
    ...machineClock,
    now: () => machineClock.now() + ahead,
    monotonic: () => machineClock.monotonic() + ahead,
    turn: ms => {
      ahead += ms
    },
  }
}
