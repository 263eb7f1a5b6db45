/** Clock and chance of the machine for tests of the sockets' side of the World. */
import { randomBytes } from 'node:crypto'
import type { Clock, Random } from '../../src/world/world.ts'

export const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
  timer: (ms, then) => {
    const timer = setTimeout(then, ms)
    return { cancel: () => clearTimeout(timer) }
  },
}

export const machineRandom: Random = {
  bytes: count => randomBytes(count),
  uniform: () => Math.random(),
}

/** A clock whose hands tests turn; timers run on the machine's. */
export function turnableClock(): Clock & { turn(ms: number): void } {
  let ahead = 0
  return {
    ...machineClock,
    now: () => Date.now() + ahead,
    monotonic: () => performance.now() + ahead,
    turn: ms => {
      ahead += ms
    },
  }
}
