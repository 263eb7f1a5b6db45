/** Clock and chance of the machine for tests of the sockets' side of the World. */
import { realClock, realRandom } from '#kernel/world/real/clock.ts'
import type { Clock, Timer } from '#kernel/world/world.ts'

export const machineClock = realClock()
export const machineRandom = realRandom()

const sliceMs = 100

/**
 * A clock whose timers pass in slices, each of which counts as long as it was meant to be, however
 * long it took: where the machine stands still, so does a deadline, and a server in the same process
 * has its turns before that is over.
 */
export function slicedClock(): Clock {
  return { ...machineClock, timer: slicedTimer, sleep: slicedSleep }
}

function slicedTimer(ms: number, then: () => void): Timer {
  let left = ms
  let isBackground = false
  let slice: Timer
  const step = (): void => {
    const part = Math.min(left, sliceMs)
    slice = machineClock.timer(part, () => {
      left -= part
      if (left > 0) step()
      else then()
    })
    if (isBackground) slice.unref?.()
  }
  step()
  return {
    cancel: () => slice.cancel(),
    unref() {
      isBackground = true
      slice.unref?.()
    },
  }
}

async function slicedSleep(ms: number, signal?: AbortSignal): Promise<void> {
  let left = ms
  do {
    const part = Math.min(left, sliceMs)
    await machineClock.sleep(part, signal)
    left -= part
  } while (left > 0)
}

/**
 * A clock that stands still until it is turned, however long the machine takes; its timers pass in
 * slices.
 */
export function standingClock(): Clock & { turn(ms: number): void } {
  let passed = 0
  // Whole, or sums of it are off by the last digit of a fraction.
  const [start, startMonotonic] = [machineClock.now(), Math.floor(machineClock.monotonic())]
  return {
    ...slicedClock(),
    now: () => start + passed,
    monotonic: () => startMonotonic + passed,
    turn: ms => {
      passed += ms
    },
  }
}

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
